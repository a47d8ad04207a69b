"""opsnn operators: elementwise."""
