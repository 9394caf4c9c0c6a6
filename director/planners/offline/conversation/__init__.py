"""A question that leaves out what the conversation has said, in full: "by how much?" after "who leads?"."""
