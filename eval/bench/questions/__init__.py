"""Questions about maps: what is asked, the answers, the wording."""
