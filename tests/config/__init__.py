"""Settings, health, commands, containers: what runs Jancho."""
