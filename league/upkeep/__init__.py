"""What keeps a server well: backups, restores and their drill, and a look at everything."""
