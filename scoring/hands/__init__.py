"""What a hand is worth: tiles, readings, yaku, fu, limits and payments, under any rule."""
