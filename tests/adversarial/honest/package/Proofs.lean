import Scores

namespace Task

theorem bounded : ∀ c : Color, score c ≤ limit := fun c => by cases c <;> decide

end Task
