"""Every read that spans rows; each says how many queries it takes."""
