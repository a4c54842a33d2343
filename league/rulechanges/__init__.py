"""Rule changes: drafts, preview, publishing, the re-score, what-if."""
