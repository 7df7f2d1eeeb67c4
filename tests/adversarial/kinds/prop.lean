namespace Task

def main : Prop := (2 : Nat) = 3

end Task
