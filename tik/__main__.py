"""``python -m tik``: the command line."""

from tik.cli import main

if __name__ == "__main__":
    main()
