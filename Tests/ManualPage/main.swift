// Prints the page aloud-dbus(5). `make manual` writes it to man/aloud-dbus.5, and a test compares that file with it.
print(BusPage.text, terminator: "")
