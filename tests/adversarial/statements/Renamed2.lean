/-! A statement about a constant that is one of two constructors. -/

namespace Spec

inductive Side where
  | left
  | right

def start : Side := .left

theorem first : start = start := sorry

end Spec
