"""Archives fetched over HTTP, politely: what comes lies in a folder that the readers of sources understand."""
