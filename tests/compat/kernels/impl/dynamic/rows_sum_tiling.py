"""Where the tiling of rows_sum keeps what."""

LENGTH, ROWS = 8, 0
