namespace Task

partial def loop (n : Nat) : Nat := loop (n + 1)

theorem loops : loop 0 = loop 0 := rfl

theorem any : ∀ f : Nat → Nat, f 0 = f 0 := fun f =>
  @id (loop 0 = loop 0 → f 0 = f 0) (fun _ => rfl) loops

end Task
