"""opsnn operators: matmul."""
