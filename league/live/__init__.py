"""Tables kept hand by hand while they are played."""
