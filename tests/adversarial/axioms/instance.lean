namespace Task

axiom oracle : ∀ p : Prop, Decidable p
axiom says : @decide ((2 : Nat) = 3) (oracle _) = true

theorem main : (2 : Nat) = 3 := @of_decide_eq_true _ (oracle _) says

end Task
