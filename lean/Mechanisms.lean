import Mechanisms.Finite
import Mechanisms.TwoAgent
import Mechanisms.OthmanSandholm
