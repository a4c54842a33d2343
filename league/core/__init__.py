"""What every room uses: days, access, permissions, jobs, kept pages, typed numbers."""
