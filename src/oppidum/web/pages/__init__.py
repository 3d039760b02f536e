"""The pages: what a person sees and does."""
