"""Records of deals and the codes that name them."""
