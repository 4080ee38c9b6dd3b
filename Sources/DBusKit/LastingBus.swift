public import BusValues
public import EventLoop

/// A message bus that is connected to again whenever it has ended the connection.
///
/// What a connection carried (objects, names, subscriptions) ended with it; whoever uses the next one sets it up in
/// ``onConnect``.
@Core
public final class LastingBus {
  private static let firstDelay = Duration.milliseconds(50)
  private static let lastDelay = Duration.seconds(2)
  /// Where nothing else tells that the bus is back.
  private static let lastUnwatchedDelay = Duration.milliseconds(800)

  /// The connection; `nil` while the bus is away.
  public private(set) var connection: BusConnection?
  /// Called in a turn of its own with each new connection, which has its unique name already.
  public var onConnect: ((BusConnection) -> Void)?
  /// Called once when a connection has ended, but not for ``close()``.
  public var onLoss: (() -> Void)?

  private let scheduler: any Scheduler
  private let address: @Core () throws(BusError) -> String
  private var watch: SocketWatch?
  private var timer: TimerToken?
  private var delay = firstDelay
  /// Grows with each attempt; the outcome of an older one is dropped.
  private var attempt: UInt64 = 0

  /// - Parameters:
  ///   - connection: one that is there already; without it nothing happens before ``connect()``.
  ///   - address: asked anew for each attempt.
  public init(
    _ connection: BusConnection? = nil, scheduler: any Scheduler = Core.loop,
    address: @escaping @Core () throws(BusError) -> String
  ) {
    self.connection = connection
    self.scheduler = scheduler
    self.address = address
    if let connection { adopt(connection) }
  }

  isolated deinit { close() }

  /// Connects as soon as the bus is there, without blocking the loop.
  public func connect() {
    guard connection == nil else { return }
    delay = Self.firstDelay
    tryNow()
  }

  /// Ends the connection, or the attempts to get one.
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
    watch = nil
  }

  private func lost() {
    connection = nil
    delay = Self.firstDelay
    wait(delay)
    onLoss?()
  }

  /// Anew for each attempt, since the address and the folders on the way to it may have changed.
  private func setWatch() {
    guard let address = try? address() else { return }
    watch = SocketWatch(address: address, scheduler: scheduler) { [weak self] in
      guard let self, self.connection == nil else { return }
      self.delay = Self.firstDelay
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
    // The watch first: a bus that returns in between is found by this attempt.
    setWatch()
    do throws(BusError) {
      // Without a limit: a bus that takes connections and says nothing (it is stopped) is not asked twice, since its
      // queue would fill and then block us. One that comes in its place is seen by the watch.
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
    let limit = watch == nil ? Self.lastUnwatchedDelay : Self.lastDelay
    if delay < limit { return waitLonger(limit) }
    // There is no bus, and the watch tells when there is one: nobody needs to wake up for that.
    if watch != nil, error.name == BusError.Name.fileNotFound || error.name == BusError.Name.noServer { return }
    wait(limit)
  }

  private func waitLonger(_ limit: Duration) {
    wait(delay)
    delay = min(limit, delay * 2)
  }

  /// The bus that returns is another one: the identity that an address may name was that of the first.
  private static func withoutIdentity(_ address: String) -> String {
    address.split(separator: ";").map { entry in
      let colon = entry.firstIndex(of: ":").map { entry.index(after: $0) } ?? entry.startIndex
      let parts = entry[colon...].split(separator: ",").filter { !$0.hasPrefix("guid=") }
      return entry[..<colon] + parts.joined(separator: ",")
    }.joined(separator: ";")
  }
}
