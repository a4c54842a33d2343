"""Rankings of any stretch of days, with closings, prizes, adjustments, ratings."""
