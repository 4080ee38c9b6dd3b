import Confinement
import Glibc

/// One run of the listener's program: a text in, the bytes of a file out, with a deadline and bounded memory.
struct CommandRun {
  /// The absolute path of the program, then its arguments.
  var command: [String]
  /// The longest time without a byte of output, and the longest time of all, in milliseconds.
  var patience = (silence: 20_000, whole: 60_000)
  /// The most bytes of output.
  var mostBytes: Int
  /// The processor time of each of its processes, in seconds.
  var processorTime = 60

  /// A failure of the program, as the end of a sentence that begins with it.
  enum Failure: Error, Equatable {
    /// The program, whatever the text is.
    case program(String)
    /// This process has no room for another one.
    case noProcess
  }

  /// The pause between two looks: each is a sign of life for the service.
  private static let look: Int32 = 50

  /// Runs the program to its end.
  func output(of text: [UInt8]) throws(Failure) -> [UInt8] {
    let environment = ["LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"]
    guard var run = ProgramRun.start(command, environment: environment, processorTime: processorTime) else {
      throw .noProcess
    }
    let start = Self.now()
    var lastByte = start
    var output: [UInt8] = []
    var rest = text[...]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var entries = [
        pollfd(fd: run.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: run.input, events: Int16(POLLOUT), revents: 0),
      ]
      _ = poll(&entries, 2, Self.look)
      if entries[1].revents != 0 {
        let count = rest.withUnsafeBytes { write(run.input, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(max(count, 0))
        // A program that does not read its input may speak all the same.
        if rest.isEmpty || count < 0 && errno != EAGAIN { run.closeInput() }
      }
      let now = Self.now()
      if entries[0].revents != 0 {
        let count = read(run.output, &buffer, buffer.count)
        guard count > 0 else { break }
        output += buffer[..<count]
        lastByte = now
        guard output.count <= mostBytes else { throw .program("writes without an end") }
      }
      guard now - lastByte < patience.silence else { throw .program("writes nothing for \(patience.silence / 1000) s") }
      guard now - start < patience.whole else { throw .program("has not ended after \(patience.whole / 1000) s") }
    }
    var end = run.end(within: Self.look)
    while end == nil, Self.now() - lastByte < patience.silence { end = run.end(within: Self.look) }
    switch end {
    case .exited(0): return output
    case .exited(127): throw .program("cannot be run")
    case .exited(let code): throw .program("ends with the exit code \(code)")
    case .killed(SIGXCPU): throw .program("takes too much of the processor")
    case .killed(let signal): throw .program("ends by signal \(signal)")
    case nil: throw .program("closes its output and does not end")
    }
  }

  /// Milliseconds since some moment.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
