"""Small mistakes made on purpose where points and rights are worked out."""
