package import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// The news of the service, in the order in which they happened.
package enum ServiceNews {
  /// A signal to which ``ServiceConnection/ask(for:withText:start:)`` has subscribed.
  case event(AloudEvent)
  /// The properties that the service announced, by name, in alphabetical order.
  case changed([String])
  /// The service is on the bus. What was subscribed to before has to be asked for again.
  case appeared
  /// The service has left the bus.
  case vanished
  /// The bus has ended the connection. Nothing comes after it.
  case disconnected
}

extension ServiceConnection {
  /// Tells the service's signals, its start and its end, on the core loop.
  ///
  /// The signals arrive after ``ask(for:withText:start:)`` has subscribed to them. To be called once.
  package func listen(_ take: @escaping @Core (ServiceNews) -> Void) {
    matches.append(
      bus.subscribe(
        MatchRule(sender: AloudBus.name, path: AloudBus.path, interface: AloudBus.interface)
      ) { signal in
        guard let event = AloudEvent(member: signal.member.text, arguments: signal.arguments) else { return }
        take(.event(event))
      })
    matches.append(
      bus.watchOwner(of: AloudBus.name) { old, new in
        if old != nil { take(.vanished) }
        if new != nil { take(.appeared) }
      })
    bus.onDisconnect = { take(.disconnected) }
  }

  /// Tells announced properties too.
  package func listenToProperties(_ take: @escaping @Core (ServiceNews) -> Void) {
    matches.append(
      bus.subscribe(
        MatchRule(
          sender: AloudBus.name, path: AloudBus.path, interface: Self.properties, member: "PropertiesChanged",
          argument0: AloudBus.interface.text)
      ) { signal in
        guard signal.arguments.count == 3 else { return }
        let changed = (signal.arguments[1].asVardict ?? [:]).keys + (signal.arguments[2].asStrings ?? [])
        take(.changed(changed.sorted()))
      })
  }

  /// The name for a jump of the reading among changed properties.
  package static let jump = "Position"

  /// Tells jumps of the reading, as changed properties. The position is not announced as one; MPRIS has a signal.
  package func listenToJumps(_ take: @escaping @Core (ServiceNews) -> Void) {
    let rule = MatchRule(
      sender: AloudBus.name, path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player",
      member: "Seeked")
    matches.append(bus.subscribe(rule) { _ in take(.changed([Self.jump])) })
  }

  /// Subscribes to signals of the running service, or of one that is started.
  ///
  /// - Parameters:
  ///   - withText: true for the words themselves, beside their places.
  ///   - start: true if the service is to be started; without it, nothing is subscribed to.
  package func ask(for kinds: Set<EventKind>, withText: Bool = false, start: Bool) async throws(ClientFailure) {
    let call = AloudCall.subscribe(kinds, withText: withText)
    if start {
      _ = try await self.call(call, task: "follow the service")
    } else {
      _ = try await callIfRunning(call, task: "follow the service")
    }
  }
}
