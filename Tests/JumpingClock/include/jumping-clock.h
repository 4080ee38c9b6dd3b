// The library has nothing to offer but what it replaces.
