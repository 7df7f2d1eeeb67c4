import Mechanisms.Finite
import Mechanisms.TwoAgent
import Mechanisms.OthmanSandholm
import Mechanisms.SecondPrice
import Mechanisms.FirstPrice
import Mechanisms.SerialDictatorship
import Mechanisms.Boston
import Mechanisms.Majority
import Mechanisms.Borda
import Mechanisms.PublicGood

/-!
# Finite mechanisms

All files of the library: finite types, mechanisms for two agents, and one file for each mechanism.
-/
