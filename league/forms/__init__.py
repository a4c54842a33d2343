"""What people type, read into the values that services take."""
