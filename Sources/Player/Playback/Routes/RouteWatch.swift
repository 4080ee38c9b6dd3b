/// Decides whether the sound has lost its private route against the listener's will.
///
/// A value: it gets the server's messages in their order, from within its callbacks, and answers before the next
/// message is read. In doubt its first answer is silence. Sound that goes to speakers is never held or paused.
///
/// An unplug has four forms. The sink stays and its active route becomes unavailable (a laptop's jack). Sink and device
/// go (USB, Bluetooth). The sink is replaced and the device stays (a card that changes its profile). The sink stays,
/// its route becomes unavailable, and the sound moves to another route. Each has look-alikes without an unplug: a
/// route, profile or sink that the listener chose, headphones that are plugged in, another card that goes, the profile
/// that a headset changes for a call, servers that restart. Neither stream state nor default sink distinguishes them.
public struct RouteWatch: Equatable, Sendable {
  /// An action of the server or of the listener.
  public enum Event: Equatable, Sendable {
    /// The listener wants to hear from now on, or no longer wants to. Nothing is held or lost without that wish. During
    /// a doubt it is a command to continue on any route.
    case wanted(Bool)
    /// The stream was linked to this sink.
    case linked(Endpoint)
    /// A device reports more of itself.
    case described(SoundDevice)
    /// A plug was inserted into or pulled out of a device, by serial. The new list is still to come, and equals the old
    /// one if both happened.
    case routesChanged(of: UInt64)
    /// The current routes of a device, by serial. Also reported while the answer is still arriving.
    case routes(of: UInt64, RouteList)
    /// A sink has gone, by serial.
    case sinkRemoved(UInt64)
    /// A device has gone, by serial.
    case deviceRemoved(UInt64)
    /// The server has answered the last ``Decision/inquire`` completely.
    case settled
    /// PipeWire or the session manager has gone, and the graph with it.
    case serverLost
    /// Both are there again; sinks may still be missing.
    case serverReturned
    /// The time of ``Decision/start(_:)`` is over.
    case elapsed(Timer)
    /// The reading continues by itself at the endpoint of an earlier run of the service, and only there.
    case goesOn(Endpoint)
    /// The stream was closed.
    case closed
  }

  /// An action to perform; actions are performed in order.
  public enum Decision: Equatable, Sendable {
    /// Silence at once; the cause is not clear yet.
    case hold
    /// The hold is over: the listener chose another route, or no private one was lost.
    case release
    /// A permanent pause: the private route is gone. It also ends a hold.
    case lost(Endpoint)
    /// The lost endpoint is back and the stream goes there again; no action is needed.
    case returned(Endpoint)
    /// Ask the server for the routes, and send ``Event/settled`` after its answer.
    case inquire
    /// Send ``Event/elapsed(_:)`` after the timer's length; restart the timer if it is running.
    case start(Timer)
    /// Cancel a timer.
    case stop(Timer)
  }

  /// The purposes of the timers.
  public enum Timer: Hashable, Sendable, CaseIterable {
    /// The decision: no hold lasts longer.
    case decision
    /// The return of the endpoint after that of a server.
    case serverReturn
    /// Being plugged in continuously: a loose jack does not count as a return.
    case steadiness
    /// The time after a change at the jack in which a session manager may still move the sound because of it.
    case unrest

    /// The length of the timer.
    public var length: Duration {
      switch self {
      case .decision: .milliseconds(2500)
      case .serverReturn: .seconds(5)
      case .steadiness: .seconds(1)
      case .unrest: .seconds(2)
      }
    }
  }

  /// The last or future endpoint of the sound.
  public internal(set) var endpoint: Endpoint?
  /// The endpoint that the stream is linked to now, regardless of decisions.
  var current: Endpoint?
  var isWanted = false
  var isServerAway = false
  var doubt: Doubt?
  /// The device of the endpoint if it went before its sink.
  var goneDevice: UInt64?
  /// The lost endpoint, until it returns.
  var loss: Endpoint?
  /// True if it is back and may stay.
  var isReturning = false
  /// True if a plug was just inserted into or pulled out of the endpoint's device. During that time a session manager's
  /// move of the sound is not the listener's choice, even if the list is unchanged.
  var isUnsteady = false

  /// A reason for silence that is not yet clear.
  struct Doubt: Equatable, Sendable {
    var isSinkGone = false
    var isDeviceGone = false
    /// True if a server has been away since.
    var isServerGone = false
    /// True if the server's answer has arrived.
    var isSettled = false
    /// True if something happened at the jack just before, or since.
    var isUnsteady = false
  }

  /// The initial state: nothing is known.
  public init() {}

  /// True while silence is ordered until the cause is clear.
  public var isHolding: Bool { doubt != nil }

  /// Handles one event and returns the actions to perform.
  public mutating func handle(_ event: Event) -> [Decision] {
    switch event {
    case .wanted(let isWanted): want(isWanted)
    case .linked(let endpoint): linked(endpoint)
    case .described(let device): described(device)
    case .routesChanged(let device): routesChanged(of: device)
    case .routes(let device, let list): routes(of: device, list)
    case .sinkRemoved(let serial): sinkRemoved(serial)
    case .deviceRemoved(let serial): deviceRemoved(serial)
    case .settled: settled()
    case .serverLost: serverLost()
    case .serverReturned: serverReturned()
    case .elapsed(let timer): elapsed(timer)
    case .goesOn(let endpoint): goOn(at: endpoint)
    case .closed: closed()
    }
  }

  /// True if a private route is heard, or would be heard without other obstacles, and there is no doubt about it.
  var isGuarding: Bool { isWanted && !isServerAway && doubt == nil && endpoint?.isPrivate == true }

  // MARK: Ends of a doubt

  mutating func begin(_ doubt: Doubt) -> [Decision] {
    self.doubt = doubt
    self.doubt?.isUnsteady = isUnsteady
    return [.hold, .inquire, .start(.decision)]
  }

  /// Accepts the current endpoint of the stream.
  mutating func follow(_ new: Endpoint?) -> [Decision] {
    endpoint = new
    guard doubt != nil else { return [] }
    doubt = nil
    return [.release, .stop(.decision), .stop(.serverReturn)]
  }

  mutating func lose() -> [Decision] {
    guard let endpoint else { return [] }
    let wasHeld = doubt != nil
    doubt = nil
    loss = endpoint
    self.endpoint = current
    // From now on silence is wanted, until sound is wanted again.
    isWanted = false
    return [.lost(endpoint)] + (wasHeld ? [.stop(.decision), .stop(.serverReturn)] : []) + checkReturn()
  }

  /// Checks whether the lost endpoint is back for good.
  mutating func checkReturn() -> [Decision] {
    let isBack =
      loss.map { loss in
        current.map { $0.isSame(as: loss) && $0.isPrivate && $0.route?.availability != .no } ?? false
      } ?? false
    guard isBack != isReturning else { return [] }
    isReturning = isBack
    return [isBack ? .start(.steadiness) : .stop(.steadiness)]
  }
}
