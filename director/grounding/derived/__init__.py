"""What results say together: claims that follow from others, of one result or of several laid beside each other."""
