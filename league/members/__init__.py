"""The club's people: the list, logins, records, opponents, titles."""
