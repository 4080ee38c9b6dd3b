import Confinement
import EventLoop
import Glibc
import Speech
import SpeechWire
import Wire

/// A rule of the contract that an engine does not keep.
struct Breach: Error {
  var text: String
  init(_ text: String) { self.text = text }
}

/// A process of the engine that is checked, on the service's end of its socket. It is killed when the value is gone.
final class EngineUnderTest {
  /// Seconds without a packet after which an engine is given up.
  static let patience = 60

  let pid: pid_t
  /// The samples a second of its sound, as it has told with its voice.
  private(set) var sampleRate = SampleRate.usual
  private let socket: WorkerSocket
  private var nextRequest: UInt32 = 0
  private var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
  /// The answers that nobody has asked for yet.
  private var answers: [(request: UInt32, answer: SpeechAnswer)] = []

  init(_ program: String, arguments: [String] = []) throws(Breach) {
    guard let (near, far) = WorkerSocket.pair() else { throw Breach("no socket is free") }
    defer { far.close() }
    var environment = ["LC_ALL=C.UTF-8", "LD_BIND_NOW=1", "SWIFT_BACKTRACE=enable=no"]
    for name in ["ESPEAK_DATA_PATH", "LD_LIBRARY_PATH", "MECABRC", "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    let start = ProgramStart(
      [program] + arguments, environment: environment,
      files: [(0, .null(O_RDONLY)), (1, .null(O_WRONLY)), (3, .copy(of: far.descriptor))], group: .own)
    do { pid = try start.start() } catch {
      near.close()
      throw Breach("\(program) does not start: \(String(cString: strerror(error.number)))")
    }
    socket = near
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    socket.close()
  }

  /// Sends a request with a number of its own.
  ///
  /// - Returns: the number; 0 for `configure`, `hold` and `goOn`, which are about the worker as a whole.
  @discardableResult func send(_ order: SpeechRequest) throws(Breach) -> UInt32 {
    var request: UInt32 = 0
    switch order {
    case .configure, .hold, .goOn: break
    default:
      nextRequest += 1
      request = nextRequest
    }
    try send(order, as: request)
    return request
  }

  func send(_ order: SpeechRequest, as request: UInt32) throws(Breach) {
    guard socket.send(order.encoded(request: request)) else { throw Breach("the process has ended") }
  }

  /// The next answer to some request, after those that were set aside for others.
  func next(to requests: Set<UInt32>) throws(Breach) -> (request: UInt32, answer: SpeechAnswer) {
    if let index = answers.firstIndex(where: { requests.contains($0.request) }) { return answers.remove(at: index) }
    while true {
      let next = try receive()
      if case .hello = next.answer { throw Breach("it greets twice") }
      if requests.contains(next.request) { return next }
      answers.append(next)
    }
  }

  func next(to request: UInt32) throws(Breach) -> SpeechAnswer { try next(to: [request]).answer }

  /// True if an answer to the request was set aside already.
  func hasAnswered(_ request: UInt32) -> Bool { answers.contains { $0.request == request } }

  private func receive() throws(Breach) -> (request: UInt32, answer: SpeechAnswer) {
    guard isReadable(within: Self.patience) else { throw Breach("no packet for \(Self.patience) s") }
    let (count, descriptor) = socket.receive(into: &buffer)
    if let descriptor {
      close(descriptor)
      throw Breach("a packet with a descriptor")
    }
    guard count > 0 else { throw Breach("the process has ended") }
    do {
      let (request, answer) = try SpeechAnswer.decode(buffer[..<count])
      return (request, answer)
    } catch { throw Breach("a packet that is none: \(error)") }
  }

  private func isReadable(within seconds: Int) -> Bool {
    var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, CInt(seconds * 1000)) > 0
  }

  /// The greeting, which must be the first packet.
  func greeting() throws(Breach) -> (name: String, traits: EngineTraits) {
    let (request, answer) = try receive()
    guard request == 0, case .hello(let name, let traits) = answer else {
      throw Breach("\(answer.kind) before the greeting")
    }
    return (name, traits)
  }

  /// A process that has greeted and has a voice.
  static func ready(_ program: String, _ voice: VoiceConfiguration) throws(Breach) -> EngineUnderTest {
    let engine = try EngineUnderTest(program)
    _ = try engine.greeting()
    try engine.send(.configure(voice))
    let answer = try engine.next(to: 0)
    guard case .ready(let rate) = answer else {
      throw Breach("\(voice.voice) is in the list and cannot be chosen: \(answer)")
    }
    engine.sampleRate = rate
    return engine
  }

  /// Ends the service's direction of the socket, and waits until no process has the other end.
  func end() throws(Breach) {
    shutdown(socket.descriptor, CInt(SHUT_WR))
    repeat {
      guard isReadable(within: Self.patience) else {
        throw Breach("it goes on after the service has closed its socket")
      }
    } while socket.receive(into: &buffer).count > 0
  }

  /// A value of the process's `/proc/PID/status`.
  func status(_ key: String) -> String? {
    guard let file = fopen("/proc/\(pid)/status", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, CInt(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      guard text.hasPrefix(key + ":") else { continue }
      return text.dropFirst(key.count + 1).split(whereSeparator: \.isWhitespace).first.map { String($0) }
    }
    return nil
  }
}
