instance Bent.never : LT Nat := ⟨fun _ _ => False⟩
