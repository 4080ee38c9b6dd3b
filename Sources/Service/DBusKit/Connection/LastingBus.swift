public import BusValues
public import EventLoop

/// A message bus with a connection that is renewed whenever the bus has ended it.
///
/// Objects, names and subscriptions end with their connection; set them up for each new one in ``onConnect``.
@Core
public final class LastingBus {
  private static let firstDelay = Duration.milliseconds(50)
  private static let lastDelay = Duration.seconds(2)
  /// The longest delay if nothing else reports that the bus is back.
  private static let lastUnwatchedDelay = Duration.milliseconds(800)

  /// The connection; `nil` while the bus is away.
  public private(set) var connection: BusConnection?
  /// Called in a turn of its own with each new connection, which has its unique name already.
  public var onConnect: ((BusConnection) -> Void)?
  /// Called once when a connection has ended, but not for ``close()``.
  public var onLoss: (() -> Void)?
  /// Called at each attempt to connect that failed; others follow.
  public var onFailure: (() -> Void)?

  private let scheduler: any Scheduler
  private let address: @Core () throws(BusError) -> String
  private var watch: SocketWatch?
  private var timer: TimerToken?
  private var delays = RetryDelay(firstDelay...lastDelay)
  /// The time at which the present connection was made.
  private var begin: Instant
  /// The number of the current attempt; outcomes of older ones are ignored.
  private var attempt: UInt64 = 0

  /// - Parameters:
  ///   - connection: an existing connection; without one, nothing happens before ``connect()``.
  ///   - address: called for each attempt.
  public init(
    _ connection: BusConnection? = nil, scheduler: any Scheduler = Core.loop,
    address: @escaping @Core () throws(BusError) -> String
  ) {
    self.connection = connection
    self.scheduler = scheduler
    self.address = address
    begin = scheduler.now
    if let connection { adopt(connection) }
  }

  isolated deinit { close() }

  /// Connects as soon as the bus is available, without blocking the loop.
  public func connect() {
    guard connection == nil else { return }
    delays.reset()
    tryNow()
  }

  /// Ends the connection or the attempts to connect.
  public func close() {
    attempt += 1
    wait(nil)
    watch = nil
    connection?.close()
    connection = nil
  }

  private func adopt(_ connection: BusConnection) {
    connection.onDisconnect = { [weak self] in self?.lost() }
    self.connection = connection
    begin = scheduler.now
    watch = nil
  }

  private func lost() {
    connection = nil
    // A bus that drops each connection at once is not asked for ever at the shortest delay.
    delays.ended(after: begin.duration(to: scheduler.now))
    wait(delays.next())
    onLoss?()
  }

  /// Made for each attempt, since the address and the folders on the way to it may have changed.
  private func setWatch() {
    guard let address = try? address() else { return }
    watch = SocketWatch(address: address, scheduler: scheduler) { [weak self] in
      guard let self, self.connection == nil else { return }
      self.delays.reset()
      self.tryNow()
    }
  }

  private func wait(_ delay: Duration?) {
    if let timer { scheduler.cancel(timer) }
    timer = delay.map { delay in
      scheduler.schedule(after: delay) { [weak self] in
        self?.timer = nil
        self?.tryNow()
      }
    }
  }

  private func tryNow() {
    attempt += 1
    let attempt = attempt
    wait(nil)
    // The watch is set first: this attempt then finds a bus that returns in between.
    setWatch()
    do throws(BusError) {
      // There is no limit here. A bus that accepts connections and does not answer (it is stopped) must not be asked
      // twice, since its queue would fill and then block us. The watch detects a bus that replaces it.
      BusConnection.connect(
        to: Self.withoutIdentity(try address()), scheduler: scheduler, timeout: watch == nil ? .seconds(5) : nil
      ) { [weak self] result in
        guard let self, attempt == self.attempt else {
          if case .success(let connection) = result { connection.close() }
          return
        }
        switch result {
        case .success(let connection):
          self.adopt(connection)
          self.onConnect?(connection)
        case .failure(let error): self.failed(error)
        }
      }
    } catch {
      failed(error)
    }
  }

  private func failed(_ error: BusError) {
    defer { onFailure?() }
    let limit = watch == nil ? Self.lastUnwatchedDelay : Self.lastDelay
    // There is no bus, and the watch reports when there is one, so after a few attempts no timer is needed.
    let isAbsent = error.name == BusError.Name.fileNotFound || error.name == BusError.Name.noServer
    if isAbsent, watch != nil, delays.isLongest { return }
    wait(min(limit, delays.next()))
  }

  /// A returning bus has another identity than the one that the address may contain.
  private static func withoutIdentity(_ address: String) -> String {
    address.split(separator: ";").map { entry in
      let colon = entry.firstIndex(of: ":").map { entry.index(after: $0) } ?? entry.startIndex
      let parts = entry[colon...].split(separator: ",").filter { !$0.hasPrefix("guid=") }
      return entry[..<colon] + parts.joined(separator: ",")
    }.joined(separator: ";")
  }
}
