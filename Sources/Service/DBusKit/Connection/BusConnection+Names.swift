public import BusValues
import EventLoop

/// The conditions of a request for a name.
public struct NameFlags: OptionSet, Sendable {
  /// The bits as the bus defines them.
  public let rawValue: UInt32
  /// Flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Other connections may take the name with ``replaceExisting``.
  public static let allowReplacement = NameFlags(rawValue: 1)
  /// Take the name from an owner that allows it.
  public static let replaceExisting = NameFlags(rawValue: 2)
  /// Do not wait for the owner to go.
  public static let doNotQueue = NameFlags(rawValue: 4)
}

/// The outcome of a request for a name.
public enum NameOutcome: UInt32, Sendable {
  /// This connection owns the name now.
  case primaryOwner = 1
  /// Another connection owns the name; `onNameAcquired` reports when it is this one's.
  case inQueue = 2
  /// Another connection owns and keeps the name.
  case exists = 3
  /// This connection owned the name before.
  case alreadyOwner = 4
}

extension BusConnection {
  /// Asks the bus for a well-known name.
  public func requestName(
    _ name: BusName, flags: NameFlags = [], result: @escaping @Core (Result<NameOutcome, BusError>) -> Void
  ) {
    call(.bus("RequestName", [.string(name.text), .uint32(flags.rawValue)], "u")) { reply in
      result(
        reply.flatMap { reply in
          guard let code = reply.arguments.first?.asUInt32, let outcome = NameOutcome(rawValue: code) else {
            return .failure(BusError(name: BusError.Name.inconsistentMessage, message: "an unknown answer of the bus"))
          }
          return .success(outcome)
        })
    }
  }

  /// Asks the bus for a well-known name and waits for the outcome.
  public func requestName(_ name: BusName, flags: NameFlags = []) async throws(BusError) -> NameOutcome {
    let result = await withCheckedContinuation { continuation in
      requestName(name, flags: flags) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Releases a name, or the place in its queue. `done` is called when the bus has done so, if it can.
  public func releaseName(_ name: BusName, done: (@Core () -> Void)? = nil) {
    call(.bus("ReleaseName", [.string(name.text)], "u")) { _ in done?() }
  }
}
