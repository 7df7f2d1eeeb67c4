@[term_parser] def evil : Lean.ParserDescr := ⟨1, 2⟩

theorem Task.main : (2 : Nat) = 3 := rfl
