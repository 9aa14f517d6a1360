"""Mail in, nouns out: sources, headers, tables, attribution, claims, comments, and the pipeline that chains them."""
