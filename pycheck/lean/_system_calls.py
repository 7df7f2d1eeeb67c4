"""Numbers of the system calls that a Lean process may not make, or not in every way, on two machines.

Each entry is (x86-64, 64-bit Arm); ``None`` where a machine does not have it. Sources:
``arch/x86/entry/syscalls/syscall_64.tbl`` and ``include/uapi/asm-generic/unistd.h`` of Linux 6.18.
"""

Numbers = dict[str, tuple[int, "int | None"]]

#: The first number that neither machine had in Linux 6.18.
UNKNOWN = 470

#: Asked for by no honest Lean: sockets, processes, other processes' memory, mounts, keys, the kernel itself.
FATAL: Numbers = {
    "socket": (41, 198), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "open_tree": (428, 428), "open_tree_attr": (467, 467),
    "mount_setattr": (442, 442), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "userfaultfd": (323, 282), "add_key": (248, 217), "request_key": (249, 218),
    "keyctl": (250, 219), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    "acct": (163, 89), "quotactl": (179, 60), "quotactl_fd": (443, 443), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "sethostname": (170, 161), "setdomainname": (171, 162),
    "iopl": (172, None), "ioperm": (173, None), "vhangup": (153, 58), "pidfd_getfd": (438, 438),
    "fork": (57, None), "vfork": (58, None),
}  # fmt: skip

#: What libraries try and can do without.
REFUSED: Numbers = {
    "socketpair": (53, 199), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "kcmp": (312, 272), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "tkill": (200, 130),
    "name_to_handle_at": (303, 264), "clock_adjtime": (305, 266), "adjtimex": (159, 171),
    "perf_event_open": (298, 241), "syslog": (103, 116), "shmget": (29, 194), "semget": (64, 190),
    "msgget": (68, 186), "mq_open": (240, 180), "truncate": (76, 45),
    # Owners, permissions, times and attributes of files, which Landlock leaves alone.
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466), "file_setattr": (469, 469),
}  # fmt: skip

#: There are older ways to do the same, whose arguments a filter can see.
ABSENT: Numbers = {
    "clone3": (435, 435), "openat2": (437, 437), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
}  # fmt: skip

#: Looked into.
EXAMINED: Numbers = {
    "clone": (56, 220), "execve": (59, 221), "execveat": (322, 281), "kill": (62, 129),
    "tgkill": (234, 131), "prlimit64": (302, 261), "open": (2, None), "openat": (257, 56),
    "ioctl": (16, 29),
}  # fmt: skip
