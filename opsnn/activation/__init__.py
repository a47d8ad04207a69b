"""opsnn operators: activation."""
