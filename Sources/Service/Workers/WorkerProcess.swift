import EventLoop
import Glibc
import Vocabulary
import Wire

/// One worker process, from its start to its end: packets out, packets in, and its exit.
///
/// Nothing here blocks. Packets that the socket does not accept wait in a queue, and packets are read for at most
/// ``turnBudget`` in one turn of the loop.
///
/// `Answer` is what the worker says.
@Core
final class WorkerProcess<Answer: WireAnswer> {
  enum Notice {
    case answer(request: UInt32, Answer)
    /// The last notice, after everything that the process had sent.
    case ended(Trouble)
  }

  let pid: pid_t
  private let program: HeldProgram
  /// True if the process is of another build, and its program was found anew: the next process is of that one.
  private(set) var isOutdated = false
  /// True if the process has sent its greeting.
  private(set) var hasGreeted = false
  /// Open until the process has ended.
  private var socket: Descriptor?
  /// Called in later turns than the one that sets it. While it is `nil`, notices are lost.
  var notify: (@Core (Notice) -> Void)?
  private var socketSource: EventSource?
  private var exitSource: EventSource?
  private var unsent: ArraySlice<Packet> = []
  private var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket + 1)
  private var isReading = true
  private var hasEnded = false
  private var hasExited = false
  private var reason: Trouble?
  /// The memory that it may take; `nil` for one of ours, which bounds itself. It may change, and never grows.
  var memory: MemoryBound? { didSet { if memory != oldValue { memory?.hold(over: pid) } } }

  /// Starts a process; a failure to start is thrown at once.
  ///
  /// - Parameter memory: that of a program which may be of anybody.
  init(
    _ program: HeldProgram, arguments: [String] = [], memory: MemoryBound? = nil,
    notify: (@Core (Notice) -> Void)? = nil
  ) throws(Trouble) {
    let process = try SpawnedProcess(program, arguments: arguments)
    pid = process.pid
    memory?.hold(over: pid)
    self.memory = memory
    self.program = program
    let number = process.socket.number
    socket = process.takeSocket()
    self.notify = notify
    // Weak references, since the sources belong to this object; `finish` ends them.
    socketSource = Core.loop.watch(number, for: .readable) { [weak self] readiness in self?.turn(readiness) }
    exitSource = Core.loop.onExit(of: pid) { [weak self] exit in self?.exited(exit) }
  }

  // MARK: Out

  /// Sends a packet, now or when the socket has room. `descriptor` is closed here, sent or not.
  func send(_ bytes: [UInt8], descriptor: consuming Descriptor? = nil) {
    guard !hasEnded, !hasExited else { return }
    unsent.append(Packet(bytes: bytes, descriptor: descriptor))
    if unsent.count == 1 { flush() }
  }

  private func flush() {
    while let packet = unsent.first, let socket = socket?.number {
      let result = packet.send(to: socket)
      if result < 0 && (errno == EAGAIN || errno == ENOBUFS) { break }
      // Any other error is the end of the process; its exit gives a better reason.
      unsent.removeFirst()
    }
    setInterest()
  }

  // MARK: In

  /// True if the listener waits for what the process makes: its packets are then read before what programs want.
  var isAwaited = false {
    didSet { if isAwaited != oldValue { socketSource?.setUrgency(isAwaited ? .awaitedSound : .usual) } }
  }

  /// Stops or continues reading. A process that is not read from stops when its socket is full.
  func setReading(_ reading: Bool) {
    guard reading != isReading, !hasEnded else { return }
    isReading = reading
    setInterest()
    if reading && hasExited { scheduleDrain() }
  }

  private func setInterest() {
    guard !hasExited else { return }
    var interest: Readiness = []
    if isReading { interest.insert(.readable) }
    if !unsent.isEmpty { interest.insert(.writable) }
    socketSource?.setInterest(interest)
    // A hang-up is always reported, and would make the loop spin.
    socketSource?.setEnabled(!interest.isEmpty)
  }

  private func turn(_ readiness: Readiness) {
    if readiness.contains(.writable) { flush() }
    if isReading { receive() }
  }

  /// Reads a few available packets; true if there were any.
  func drain() -> Bool { receive() }

  @discardableResult
  private func receive() -> Bool {
    let end = EventLoop.monotonicNow().advanced(by: turnBudget.time)
    for count in 0..<turnBudget.packets {
      guard isReading, let socket = socket?.number, count == 0 || EventLoop.monotonicNow() < end else {
        return count > 0
      }
      let wasAwaited = isAwaited
      let length = PacketSocket.receive(into: &buffer, from: socket)
      guard length > 0 else {
        if length == 0 && !hasExited { closedItsEnd() }
        return count > 0
      }
      do throws(WireError) {
        let (request, answer) = try Answer.decode(buffer[..<length])
        // Once, and first: a process that keeps greeting would seem alive.
        guard answer.isGreeting != hasGreeted else { throw .malformed("\(answer.kind)") }
        hasGreeted = true
        notify?(.answer(request: request, answer))
        // The sound server goes first now: it begins to play what has come.
        if wasAwaited, !isAwaited { return true }
      } catch {
        if case .wrongVersion(let version) = error {
          // Its further messages come before its end; the first one has found the other program.
          if WorkerExecutable.lookAgain(for: program) { isOutdated = true }
          kill(for: Trouble(.wrongVersion, "the worker speaks version \(version)"))
        } else {
          kill(for: Trouble(.spokeOutOfTurn, "\(error)"))
        }
        return true
      }
    }
    return true
  }

  // MARK: The end

  /// Kills the process; `ended` follows with this reason.
  func kill(for reason: Trouble) {
    guard !hasEnded, !hasExited else { return }
    if self.reason == nil { self.reason = reason }
    _ = Glibc.kill(pid, SIGKILL)
  }

  /// Kills the process and forgets it: no notice follows.
  func abandon() {
    notify = nil
    isReading = true
    if hasExited { finish() } else { kill(for: Trouble(.died)) }
    Dying.processes[ObjectIdentifier(self)] = hasEnded ? nil : self
  }

  private func closedItsEnd() {
    // Such a process may not exit by itself either.
    socketSource?.setEnabled(false)
    _ = Glibc.kill(pid, SIGKILL)
  }

  private func exited(_ exit: ChildExit) {
    hasExited = true
    exitSource = nil
    // Processes that it has made, and that would stay. The group is its own, and is no other's until it is reaped.
    _ = Glibc.kill(-pid, SIGKILL)
    if let memory, memory.wasReached(by: pid) {
      reason = Trouble(.died, "it wanted more than \(memory) of memory")
    }
    if reason == nil {
      switch exit {
      case .exited(let code): reason = Trouble(.died, "exit code \(code)")
      case .killed(let signal): reason = Trouble(.died, "signal \(signal)")
      }
    }
    socketSource?.setEnabled(false)
    drainAndFinish()
  }

  private func scheduleDrain() {
    Core.loop.schedule(after: .zero) { [weak self] in self?.drainAndFinish() }
  }

  private func drainAndFinish() {
    // The process's children are killed with it. A packet that one of them still sends meanwhile is sent again by the
    // successor.
    while isReading, !hasEnded, receive() {}
    if isReading { finish() }
  }

  private func finish() {
    guard !hasEnded else { return }
    hasEnded = true
    Dying.processes[ObjectIdentifier(self)] = nil
    socketSource?.cancel()
    socketSource = nil
    unsent = []
    socket = nil
    let notify = notify
    self.notify = nil
    notify?(.ended(reason ?? Trouble(.died)))
  }
}

/// The time and the number of packets after which the loop has its turn. A packet of samples takes a tenth of a
/// millisecond, one of sentences up to one.
private let turnBudget = (time: Duration.milliseconds(1), packets: 8)

/// Abandoned processes, kept until they are reaped.
@Core private enum Dying { static var processes: [ObjectIdentifier: AnyObject] = [:] }

/// A packet on its way. Its end closes the descriptor, without waiting for a client's file system.
private final class Packet {
  let bytes: [UInt8]
  private var descriptor: Descriptor?

  init(bytes: [UInt8], descriptor: consuming Descriptor?) {
    self.bytes = bytes
    self.descriptor = descriptor
  }

  deinit { if let descriptor = descriptor.take() { BlockingWork.closeDescriptor(descriptor.release()) } }

  /// - Returns: the result of sendmsg(2); errno is set.
  func send(to socket: CInt) -> Int { PacketSocket.send(bytes, descriptor: descriptor?.number, to: socket) }
}
