"""What a hand is worth: calculator, practice, conditions, points table, yaku and fu guides."""
