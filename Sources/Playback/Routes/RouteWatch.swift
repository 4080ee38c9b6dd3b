/// Decides whether the sound has lost its private route against the listener's will.
///
/// A value: told in the order of the server's messages, from within its callbacks, it answers before the next message
/// is read. What it answers to a doubt is silence first. Sound that goes to speakers is never held or paused.
///
/// An unplug has four forms. The sink stays and its active route becomes unavailable (a laptop's jack); sink and device
/// go (USB, Bluetooth); the sink is replaced and the device stays (a card that changes its profile); the sink stays,
/// its route becomes unavailable, and the sound is moved to another one. Each has look-alikes that are none: a route,
/// profile or sink that the listener chose, headphones that are plugged in, another card that goes, the profile that
/// a headset changes for a call, servers that restart. Stream state and default sink tell them apart in no way.
public struct RouteWatch: Equatable, Sendable {
  /// What the server or the listener did.
  public enum Event: Equatable, Sendable {
    /// The listener wants to hear from now on, or does not any more. Without that nothing is ever held or lost. Said in
    /// a doubt, it is his word to go on wherever that is.
    case wanted(Bool)
    /// The stream was linked to this sink.
    case linked(Endpoint)
    /// A device says more of itself.
    case described(SoundDevice)
    /// Something was plugged into a device, by serial, or pulled out: the list that says so is still to come, and may
    /// say the same as before where both happened.
    case routesChanged(of: UInt64)
    /// The routes of a device, by serial, are these now. Also told while the answer is still coming in.
    case routes(of: UInt64, RouteList)
    /// A sink has gone, by serial.
    case sinkRemoved(UInt64)
    /// A device has gone, by serial.
    case deviceRemoved(UInt64)
    /// Everything has arrived that the server had to say at the last ``Decision/inquire``.
    case settled
    /// PipeWire or the session manager has gone, and the graph with it.
    case serverLost
    /// Both are there again; sinks may still be missing.
    case serverReturned
    /// The time is over that ``Decision/start(_:)`` began.
    case elapsed(Timer)
    /// The reading goes on by itself of which an earlier run of the service was heard there: only there.
    case goesOn(Endpoint)
    /// The stream was closed.
    case closed
  }

  /// What has to be done, in this order.
  public enum Decision: Equatable, Sendable {
    /// Silence at once; why is not clear yet.
    case hold
    /// The hold is over: the listener chose another route, or nothing private was lost.
    case release
    /// A pause that stays: the private route is gone. Ends a hold, too.
    case lost(Endpoint)
    /// What was lost is back and the stream goes there again; nothing has to happen.
    case returned(Endpoint)
    /// Ask the server for the routes and send ``Event/settled`` when it has answered.
    case inquire
    /// Send ``Event/elapsed(_:)`` after the timer's length; begins anew where it runs.
    case start(Timer)
    /// Forget a timer.
    case stop(Timer)
  }

  /// What is waited for.
  public enum Timer: Hashable, Sendable, CaseIterable {
    /// A decision: no hold lasts longer.
    case decision
    /// After a server's return, the endpoint that was heard.
    case serverReturn
    /// Being plugged in, without a break: a loose jack is no return.
    case steadiness
    /// The time after a change at the jack in which a session manager may still move the sound because of it.
    case unrest

    /// How long.
    public var length: Duration {
      switch self {
      case .decision: .milliseconds(2500)
      case .serverReturn: .seconds(5)
      case .steadiness: .seconds(1)
      case .unrest: .seconds(2)
      }
    }
  }

  /// Where the sound went last, or would go.
  public internal(set) var endpoint: Endpoint?
  /// What the stream is linked to now, whatever was decided.
  var current: Endpoint?
  var isWanted = false
  var isServerAway = false
  var doubt: Doubt?
  /// The device of the endpoint, where it went before its sink did.
  var goneDevice: UInt64?
  /// What was lost and has not returned yet.
  var loss: Endpoint?
  /// Whether it is back, and may stay.
  var isReturning = false
  /// True if something was just plugged into the endpoint's device or pulled out. A move of the sound by a session
  /// manager in that time is not the listener's choice, also where the list says again what it said before.
  var isUnsteady = false

  /// A reason for silence that is not clear yet.
  struct Doubt: Equatable, Sendable {
    var isSinkGone = false
    var isDeviceGone = false
    /// A server was away since.
    var isServerGone = false
    /// Whether the server's answer has arrived.
    var isSettled = false
    /// True if something happened at the jack just before, or since.
    var isUnsteady = false
  }

  /// Nothing is known.
  public init() {}

  /// Whether silence is ordered until it is clear what happened.
  public var isHolding: Bool { doubt != nil }

  /// Takes one event and says what has to be done.
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

  /// Whether a private route is heard, or would be if nothing else forbade it, and nothing speaks against it yet.
  var isGuarding: Bool { isWanted && !isServerAway && doubt == nil && endpoint?.isPrivate == true }

  // MARK: Ends of a doubt

  mutating func begin(_ doubt: Doubt) -> [Decision] {
    self.doubt = doubt
    self.doubt?.isUnsteady = isUnsteady
    return [.hold, .inquire, .start(.decision)]
  }

  /// Goes on where the stream is now.
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
    // What is wanted now is silence, until somebody wants sound again.
    isWanted = false
    return [.lost(endpoint)] + (wasHeld ? [.stop(.decision), .stop(.serverReturn)] : []) + checkReturn()
  }

  /// Looks whether what was lost is back, and stays.
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
