#pragma once
// libdbus as it is: every function that DBusKit needs imports, and its type codes are the ASCII of signatures.
#include <dbus/dbus.h>
