"""opsnn operators: norm."""
