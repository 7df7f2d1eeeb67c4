import Types
import Proofs

namespace Task

theorem distinct : Color.red ≠ Color.blue := by decide

end Task
