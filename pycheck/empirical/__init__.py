"""What was measured of players: a frozen protocol, one rig that runs it, and traces that can be scored again.

Nothing here proves, refutes or extends a theorem, and nothing of the formal side imports it.
"""
