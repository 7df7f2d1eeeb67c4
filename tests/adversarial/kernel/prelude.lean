prelude

inductive Truth : Prop where
  | intro : Truth

theorem Task.main : Truth := Truth.intro
