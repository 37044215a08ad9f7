"""What `junta bench` measures: each figure a ratio of two sides that alternate in one run."""
