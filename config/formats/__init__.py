"""How dates and hours are written, where Django's own way is not Jancho's."""
