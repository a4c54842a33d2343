"""Charts that the server draws as SVG."""
