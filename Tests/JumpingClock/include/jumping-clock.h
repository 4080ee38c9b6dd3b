// The library declares nothing; it only replaces functions.
