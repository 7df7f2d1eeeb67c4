import Mechanisms.Finite
import Mechanisms.TwoAgent
import Mechanisms.OthmanSandholm

/-!
# Finite mechanisms

All files of the library: finite types, mechanisms for two agents, and one file for each mechanism.
-/
