"""What things are and where they are kept: nouns, text, kernels, hardware, dates, threads, comparison, the store."""
