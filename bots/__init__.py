"""Players that know nothing but the HTTP API."""
