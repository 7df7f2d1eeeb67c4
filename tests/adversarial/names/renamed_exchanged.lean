namespace Work

inductive Hand where
  | l
  | r

def start : Hand := .r

theorem first : start = start := rfl

end Work
