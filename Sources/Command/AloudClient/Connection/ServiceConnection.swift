package import AloudAPI
package import BusValues
package import DBusKit
package import EventLoop
import Glibc

/// The service from a program's view: one connection to the session bus, and calls, which start the service if
/// necessary.
///
/// Belongs to the core loop, which may be nested in a program's own. A program of the service is one connection;
/// what it wants to be told comes from ``ServiceConnection/listen(_:)``. Calls may wait side by side.
@Core
package final class ServiceConnection {
  /// The connection to the bus, for calls of other services.
  package let bus: BusConnection
  /// True if this process started the service from its own directory, because the bus could not.
  package private(set) var wasStartedHere = false
  /// The signals that are listened to; see ``listen(_:)``.
  var matches: [MatchToken] = []

  /// Uses a connection that the program has. Does not start the service.
  package init(on bus: BusConnection) { self.bus = bus }

  /// Connects to the session bus. Does not start the service.
  ///
  /// - Throws: ``ClientFailure/Cause/noBus(_:)`` or ``ClientFailure/Cause/busOfUser(_:)``.
  package init() throws(ClientFailure) {
    let task = "reach the session bus"
    do throws(BusError) {
      bus = try BusConnection.session()
    } catch {
      // The bus of the user whose session it is refuses root.
      if geteuid() == 0, let user = getenv("SUDO_USER").map({ String(cString: $0) }), !user.isEmpty {
        throw ClientFailure(task: task, .busOfUser(user))
      }
      let reason = error.message.isEmpty ? error.name : error.message.replacing("no session bus: ", with: "")
      throw ClientFailure(task: task, .noBus(reason))
    }
  }

  // MARK: Calls

  /// Calls a method; starts the service if necessary.
  ///
  /// - Parameters:
  ///   - descriptors: those that the arguments name; they stay the caller's.
  ///   - task: completes "cannot …" in the description of a failure.
  ///   - patience: the time limit for the answer.
  /// - Returns: the arguments of the answer.
  package func call(
    _ call: AloudCall, descriptors: [CInt] = [], task: String, patience: Duration = longPatience
  ) async throws(ClientFailure) -> [BusValue] {
    try await answer(to: method(call, descriptors), start: true, task: task, patience: patience)
  }

  /// Calls a method of another interface of the service; starts the service if necessary.
  ///
  /// - Parameter task: completes "cannot …" in the description of a failure.
  /// - Returns: the arguments of the answer.
  package func call(_ call: BusCall, task: String) async throws(ClientFailure) -> [BusValue] {
    try await answer(to: call, start: true, task: task)
  }

  /// Calls a method of a running service. Does not start it.
  ///
  /// - Parameter task: completes "cannot …" in the description of a failure.
  /// - Returns: the arguments of the answer; `nil` if no service is running.
  package func callIfRunning(_ call: AloudCall, task: String) async throws(ClientFailure) -> [BusValue]? {
    try await ifRunning(method(call, []), task: task)
  }

  private func method(_ call: AloudCall, _ descriptors: [CInt]) -> BusCall {
    BusCall(
      AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments, descriptors: descriptors)
  }

  func answer(
    to call: BusCall, start: Bool, task: String, patience: Duration = longPatience
  ) async throws(ClientFailure) -> [BusValue] {
    do throws(BusError) {
      return try await send(call, start: start, patience: patience)
    } catch {
      if isEnding { throw ClientFailure(task: task, .abandoned) }
      if error.name == BusError.Name.noReply, let owner = await SilentOwner.ofService(on: bus) {
        throw ClientFailure(task: task, .silent(owner))
      }
      throw ClientFailure(task: task, .bus(error))
    }
  }

  func ifRunning(_ call: BusCall, task: String) async throws(ClientFailure) -> [BusValue]? {
    do throws(ClientFailure) {
      return try await answer(to: call, start: false, task: task)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// The time limit of a query. A service that takes longer is frozen, or another program owns its name.
  private static let patience = Duration.seconds(5)
  /// The time limit for opening a text and for the start of the service; the default of libdbus.
  package static let longPatience = Duration.seconds(25)
  /// The time limit for another program that owns the name.
  private static let strangersPatience = Duration.seconds(2)
  /// The number of the last wait.
  private var lastWait = 0
  /// Ends the waits for answers, and for the start of the service, by their numbers.
  private var waits: [Int: @Core () -> Void] = [:]
  /// True if another program owns the name and does not answer.
  private var isOwnedByStranger = false
  /// True if the service has answered a call.
  private var isReached = false

  private func send(_ call: BusCall, start: Bool, patience: Duration) async throws(BusError) -> [BusValue] {
    guard start else { return try await reply(to: call, within: Self.patience) }
    do throws(BusError) {
      try await reach()
      return try await reply(to: call, within: patience)
    } catch {
      switch error.name {
      case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner:
        // The call was not delivered, so it can be sent again.
        return try await sendStarting(call, patience)
      case BusError.Name.vanished:
        // The service ended before the call reached it, as after Quit. The call is repeated only once: a call that
        // crashes the service would crash the next one too.
        for descriptor in call.descriptors { lseek(descriptor, 0, SEEK_SET) }
        return try await sendStarting(call, patience)
      default: throw error
      }
    }
  }

  /// Checks quickly that the owner of the name answers.
  private func reach() async throws(BusError) {
    guard !isReached else { return }
    let ping = BusCall(AloudBus.name, AloudBus.path, "org.freedesktop.DBus.Peer", "Ping")
    _ = try await reply(to: ping, within: Self.patience)
    isReached = true
  }

  private func sendStarting(_ call: BusCall, _ patience: Duration) async throws(BusError) -> [BusValue] {
    do throws(BusError) {
      return try await reply(to: call, within: patience, start: true)
    } catch {
      guard error.name == BusError.Name.serviceUnknown else { throw error }
      let number = newWait()
      defer { waits[number] = nil }
      try await ServiceStarter.start(on: bus) { waits[number] = $0 }
      wasStartedHere = true
      return try await reply(to: call, within: patience)
    }
  }

  /// Sends a call and waits for its answer, for a cancellation, or for ``abandon()``.
  private func reply(
    to call: BusCall, within patience: Duration, start: Bool = false
  ) async throws(BusError) -> [BusValue] {
    // At the end of the process, a final cleanup call gets one second.
    let patience = isEnding ? .seconds(1) : patience
    let sent = Core.loop.now
    let number = newWait()
    let look = Core.loop.schedule(after: Self.strangersPatience) { [weak self] in
      Task { @Core in await self?.giveUpOnStranger(number) }
    }
    defer { Core.loop.cancel(look) }
    let result: Result<[BusValue], BusError> = await withCheckedContinuation { continuation in
      let pending = bus.call(call, timeout: patience, autoStart: start) { [weak self] result in
        self?.waits[number] = nil
        continuation.resume(returning: result.map(\.arguments))
      }
      guard !isEnding else { return }
      waits[number] = {
        pending.cancel()
        continuation.resume(returning: .failure(.noReply("the caller no longer waits")))
      }
    }
    do throws(BusError) {
      return try result.get()
    } catch {
      // If the owner disconnects, the bus sends `NoReply` itself. Before the time limit it can only come from there.
      guard error.name == BusError.Name.noReply, !isEnding, !isOwnedByStranger,
        sent.duration(to: Core.loop.now) < patience
      else { throw error }
      throw BusError(name: BusError.Name.vanished, message: error.message)
    }
  }

  /// Ends the wait for an answer if the name's owner is not the service.
  private func giveUpOnStranger(_ number: Int) async {
    guard let owner = await SilentOwner.ofService(on: bus), !owner.isService,
      let giveUp = waits.removeValue(forKey: number)
    else { return }
    isOwnedByStranger = true
    giveUp()
  }

  private func newWait() -> Int {
    lastWait += 1
    return lastWait
  }

  // MARK: The end of the wait

  /// True once the program has said that it ends; see ``abandon()``.
  package private(set) var isEnding = false

  /// The program ends: all that wait for an answer get ``ClientFailure/Cause/abandoned``, and a later call, which can
  /// only clean up, gets one second.
  package func abandon() {
    isEnding = true
    let waits = waits
    self.waits = [:]
    for number in waits.keys.sorted() { waits[number]?() }
  }
}
