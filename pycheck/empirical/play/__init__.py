"""Games that models play, with private questions between the moves that the game does not notice."""
