namespace Task

inductive Color where
  | red
  | green
  | blue
  deriving DecidableEq

end Task
