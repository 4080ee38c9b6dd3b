package import BusValues

extension BusError.Name {
  /// The name's owner disconnected without an answer. This name is internal to a client and is never sent.
  package static let vanished = "org.aloud.Vanished"
}

// The meaning of an error for a client of the service.
extension BusError {
  /// The reason in words, without a full stop: the message of the error; its name if there is no message.
  package var reason: String {
    switch name {
    case Name.noReply: return "the service does not answer"
    case Name.vanished: return "the service ended"
    case Name.disconnected: return "the connection to the session bus broke"
    default: break
    }
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    if line.isEmpty { return name }
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// True if the bus could not start the service.
  package var saysThatStartFailed: Bool {
    name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") || name.hasPrefix("org.freedesktop.systemd1.")
  }

  /// True if no service is on the bus, none could be started, or none answers.
  package var saysThatNoServiceAnswers: Bool {
    saysThatStartFailed
      || [
        Name.serviceUnknown, Name.nameHasNoOwner, Name.noReply, Name.disconnected, Name.vanished, Name.noServer,
        "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Timeout",
      ].contains(name)
  }
}
