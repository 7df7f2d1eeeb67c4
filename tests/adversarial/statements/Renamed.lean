/-! Statements about things that the targets call otherwise. -/

namespace Spec

inductive Side where
  | left
  | right

def flip : Side → Side
  | .left => .right
  | .right => .left

theorem back : ∀ s : Side, flip (flip s) = s := sorry

end Spec
