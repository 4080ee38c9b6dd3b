import BusValues
import DBusKit
import EventLoop
import Foundation
import Synchronization

/// A message bus for one test: a real dbus-daemon with only the caller's processes on it.
///
/// A shell between the two ends the daemon when its standard input ends, so that none is left when a test is killed.
final class PrivateBus: Sendable {
  let address: String
  private let daemon: pid_t
  private let shell: pid_t
  private let lifeline: Pipe
  private let place: Folder
  private let largestMessage: Int
  private let policy: String

  /// - Parameters:
  ///   - largestMessage: in bytes; a connection that sends a larger one is ended.
  ///   - policy: the rules of the bus for everybody, in its notation.
  convenience init(largestMessage: Int = 128 << 20, policy: String = usualPolicy) throws {
    try self.init(in: try Folder(), largestMessage: largestMessage, policy: policy)
  }

  /// The policy of a session bus.
  static let usualPolicy = """
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    """

  /// A new bus at the address of one that has ended.
  convenience init(inPlaceOf bus: PrivateBus) throws {
    try self.init(in: bus.place, largestMessage: bus.largestMessage, policy: bus.policy)
  }

  private init(in place: Folder, largestMessage: Int, policy: String) throws {
    self.policy = policy
    self.place = place
    self.largestMessage = largestMessage
    let folder = place.path
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder)/bus</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          \(policy)
        </policy>
        <limit name="max_replies_per_connection">50000</limit>
        <limit name="max_message_size">\(largestMessage)</limit>
        <limit name="max_incoming_bytes">1000000000</limit>
        <limit name="max_outgoing_bytes">1000000000</limit>
      </busconfig>
      """
    try configuration.write(toFile: folder + "/bus.conf", atomically: false, encoding: .utf8)
    let script = """
      dbus-daemon --nofork --config-file="$0" --print-address=1 --print-pid=1 </dev/null 2>/dev/null &
      exec >/dev/null 2>&1
      read -r line
      kill -KILL $!
      wait $!
      """
    lifeline = try Pipe()
    let output = try Pipe()
    shell = try Self.spawn(
      ["/bin/sh", "-c", script, folder + "/bus.conf"], input: lifeline.reader, output: output.writer)
    lifeline.closeReader()
    output.closeWriter()
    let lines = output.readTwoLines().split(separator: "\n").map(String.init)
    guard lines.count == 2, let pid = pid_t(lines[1]) else { throw CocoaError(.fileReadCorruptFile) }
    address = String(lines[0].prefix { $0 != "," })
    daemon = pid
  }

  deinit { end() }

  /// Sends a signal to the daemon, which must not have been ended.
  func send(signal: CInt) { kill(daemon, signal) }

  /// Ends the daemon and waits until it is gone. Ending it again is harmless.
  func end() {
    guard lifeline.closeWriter() else { return }
    var status: CInt = 0
    waitpid(shell, &status, 0)
  }

  private static func spawn(_ arguments: [String], input: CInt, output: CInt) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // The loop's thread was started with all signals blocked; a shell would then wait in vain for SIGCHLD.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var argv = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, environ)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .ENOENT) }
    return pid
  }
}

/// The folder of the bus's socket; removed with the last bus in it.
private final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A pipe whose ends children get only explicitly.
private final class Pipe: Sendable {
  let reader: CInt
  let writer: CInt
  private let isReading = Mutex(true)
  private let isWriting = Mutex(true)

  init() throws {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    closeReader()
    closeWriter()
  }

  func closeReader() { if isReading.withLock({ $0.exchange(false) }) { close(reader) } }

  /// - Returns: true if it was open.
  @discardableResult
  func closeWriter() -> Bool {
    guard isWriting.withLock({ $0.exchange(false) }) else { return false }
    close(writer)
    return true
  }

  /// Reads until two lines are there, or the end.
  func readTwoLines() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.filter({ $0 == UInt8(ascii: "\n") }).count < 2, read(reader, &byte, 1) == 1 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Bool {
  fileprivate mutating func exchange(_ new: Bool) -> Bool {
    defer { self = new }
    return self
  }
}

/// The process's core loop, on a thread of its own.
let loop: Void = Core.loop.startThread()

/// Runs a test's body on the core loop.
func onLoop<T: Sendable>(_ body: @Core () async throws -> T) async rethrows -> T {
  loop
  return try await body()
}

/// The calls of a handler, for which a test can wait.
@Core
final class Events<Event: Sendable> {
  private var events: [Event] = []
  private var waiter: CheckedContinuation<Event, Never>?

  var isEmpty: Bool { events.isEmpty }

  func add(_ event: Event) {
    if let waiter {
      self.waiter = nil
      waiter.resume(returning: event)
    } else {
      events.append(event)
    }
  }

  func next() async -> Event {
    if !events.isEmpty { return events.removeFirst() }
    return await withCheckedContinuation { waiter = $0 }
  }
}

extension BusConnection {
  /// Returns when the bus has handled everything sent by this connection, and this connection everything from the bus.
  func roundTrip() async throws(BusError) {
    _ = try await call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
  }
}

/// The number of this process's descriptors that belong to the same pipe.
func openDescriptors(like descriptor: CInt) -> Int {
  let folder = "/proc/self/fd/"
  func target(_ name: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name) }
  let wanted = target("\(descriptor)")
  return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { target($0) == wanted }.count ?? -1
}
