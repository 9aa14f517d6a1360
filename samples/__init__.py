"""Small threads written for this project around real figures (SOURCES.md says whose); `benchlore demo` imports them."""
