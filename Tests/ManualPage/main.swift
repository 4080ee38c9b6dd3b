// Prints the page aloud-dbus(5); `make manual` writes it to man/aloud-dbus.5, where a test holds it against this.
print(BusPage.text, terminator: "")
