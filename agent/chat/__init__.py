"""Chat with a model behind an OpenAI-compatible endpoint, whoever asks."""
