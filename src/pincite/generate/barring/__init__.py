"""What is near to a question and answers another one: rules that bar such candidates, and say what is missing."""
