"""The store: the only place that speaks SQL; one file a noun, numbered migrations in migrations/."""
