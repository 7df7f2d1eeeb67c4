"""The claim kinds: one module each, found by importing this package's modules."""
