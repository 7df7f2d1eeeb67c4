namespace Task

inductive main : Prop where
  | intro : main

end Task
