"""Games of contest problems that no other rule of the catalogue states; they are built in Python."""
