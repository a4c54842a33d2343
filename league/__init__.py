"""The Django app: clubs, people, evenings, hanchan, rankings, and the edges around them."""
