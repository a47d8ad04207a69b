"""What docs/build.py writes: each module makes the text of some files from the source."""
