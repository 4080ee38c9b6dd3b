import AloudAPI
import BusValues
import DBusKit
import EventLoop

// The presence of the service, which is not started for these questions.
extension ServiceConnection {
  /// True if the service's name has an owner now; false if the bus does not answer.
  package func isRunning() async -> Bool {
    let call = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(AloudBus.name.text)],
      expecting: "b")
    return ((try? await bus.call(call))?.arguments.first?.asBool) ?? false
  }

  /// True if the bus can start the service; false if the bus does not answer.
  package func canBeActivated() async -> Bool {
    let call = BusCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListActivatableNames", expecting: "as")
    let names = (try? await bus.call(call))?.arguments.first?.asStrings ?? []
    return names.contains(AloudBus.name.text)
  }
}
