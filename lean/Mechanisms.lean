import Mechanisms.Finite
import Mechanisms.Naturals
import Mechanisms.Lists
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
import Mechanisms.Probing
import Mechanisms.Mafia
import Mechanisms.MafiaVote

/-!
# Finite mechanisms

All files of the library: finite types, natural numbers, lists, mechanisms for two agents, one file for each
mechanism, and games that are probed.
-/
