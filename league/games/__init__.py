"""Games: entered, checked, stored, settled, corrected; evenings and their score sheet."""
