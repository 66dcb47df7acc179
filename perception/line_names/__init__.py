"""What the lines are called: texts beside, in and of their colours, given to them together."""
