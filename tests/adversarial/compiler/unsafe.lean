namespace Task

unsafe def cast (n : Nat) : Nat := n

theorem any : ∀ f : Nat → Nat, f 0 = f 0 := fun f => (fun _ => rfl : cast 0 = cast 0 → f 0 = f 0) rfl

end Task
