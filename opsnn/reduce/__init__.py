"""opsnn operators: reduce."""
