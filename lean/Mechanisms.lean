import Mechanisms.Finite
import Mechanisms.Naturals
import Mechanisms.TwoAgent
import Mechanisms.OthmanSandholm
import Mechanisms.SecondPrice
import Mechanisms.FirstPrice
import Mechanisms.SerialDictatorship
import Mechanisms.Boston
import Mechanisms.Majority
import Mechanisms.Borda
import Mechanisms.PublicGood
import Mechanisms.WarVerdict

/-!
# Finite mechanisms

All files of the library: finite types, natural numbers, mechanisms for two agents, and one file for each
mechanism.
-/
