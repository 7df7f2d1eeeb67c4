"""Lean files that run code while they are checked, by the Lean library that pycheck embeds.

A macro is code, and what it calls may be any function compiled into the library: a declaration of the same
name finds it. The types are lies (the bootstrap's stand-ins), so that most of these crash in the end, when
the elaborator gets something that is no syntax; by then they have done what they came for.
"""

from __future__ import annotations

_COMMON = """
open Lean
inductive Out (α : Type) where | ok (a : α) | error (e : Nat)
instance {α} : Inhabited (Out α) := ⟨.error 0⟩
instance : Inhabited Syntax := ⟨⟨0, 0⟩⟩
instance : Inhabited String := ⟨""⟩
@[extern "c"] opaque IO.FS.writeFile (path text : String) (w : Syntax) : Syntax
@[extern "c"] opaque IO.FS.readFile (path : String) (w : Syntax) : Out String
@[extern "c"] opaque IO.FS.createDirAll (path : String) (w : Syntax) : Syntax
@[extern "c"] opaque String.append (a b : String) : String
@[extern "c"] opaque Std.Internal.UV.DNS.getAddrInfo (h s : String) (f : Nat) (w : Syntax) : Out String
@[extern "c"] opaque Array.range (n : Nat) : Nat
@[extern "c"] opaque List.toArrayImpl._redArg (l : List String) : Nat
structure Streams where (i o e : Bool)
structure Spawn where (std : Streams) (cmd : String) (args cwd env : Nat) (inherit setsid : Bool)
@[extern "c"] opaque IO.Process.run (a : Spawn) (input : Nat) (w : Syntax) : Out String
def spin (n : Nat) (s : Syntax) : Syntax := match n with | 0 => s | k + 1 => spin k s
def grow (n : Nat) (t : String) (s : Syntax) : Syntax :=
  match n with | 0 => IO.FS.writeFile "leak" t s | k + 1 => grow k (String.append t t) s
def keep (o : Out String) (w : Syntax) : Syntax :=
  match o with | .ok t => IO.FS.writeFile "leak" t w | .error _ => w
def wait (o : Out String) (w : Syntax) : Syntax :=
  match o with | .ok _ => spin 1000000000000 w | .error _ => w
"""


def _macro(body: str) -> str:
    return f"{_COMMON}@[macro «term_=_»] def evil : Macro := fun s _ w => {body}\ntheorem t : 1 = 1 := rfl\n"


def write(path: str) -> str:
    """Writes a file."""
    return _macro(f'IO.FS.writeFile "{path}" "x" w')


def make_folder(path: str) -> str:
    """Makes a folder."""
    return _macro(f'IO.FS.createDirAll "{path}" w')


def read(path: str) -> str:
    """Copies a file to ``leak`` in the working folder."""
    return _macro(f'keep (IO.FS.readFile "{path}" w) w')


def start(program: str, argument: str) -> str:
    """Starts a program with one argument."""
    arguments = f'List.toArrayImpl._redArg (List.cons "{argument}" List.nil)'
    spawn = f'⟨⟨true, true, true⟩, "{program}", {arguments}, 0, Array.range 0, true, false⟩'
    return _macro(f"keep (IO.Process.run {spawn} 0 w) w")


def look_up(host: str) -> str:
    """Asks the network for a name."""
    return _macro(f'wait (Std.Internal.UV.DNS.getAddrInfo "{host}" "http" 0 w) w')


#: Never ends; takes all memory; prints a lot (with nothing but honest commands).
LOOP = _macro("spin 1000000000000 w")
GROW = _macro('grow 1000 "x" w')
PRINT = "#print Nat.rec\n" * 400
