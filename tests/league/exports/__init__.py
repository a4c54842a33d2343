"""What goes out of a club."""
