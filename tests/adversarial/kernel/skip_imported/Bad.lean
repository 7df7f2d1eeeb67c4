set_option debug.skipKernelTC true

theorem Bad.no : (0 : Nat) = 1 := by decide +kernel
