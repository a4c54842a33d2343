"""What goes out of a club: tables for spreadsheets, texts to paste, evenings for calendars."""
