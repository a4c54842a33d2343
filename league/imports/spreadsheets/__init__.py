"""Score sheets kept in spreadsheets."""
