import CommandOutput
import Documents
import EventLoop
import Glibc

/// Passes standard input to the service while it arrives, through a pipe: neither side holds more than the pipe does.
/// Terminal sequences are removed.
@Core
final class LiveInput {
  /// The silence after which an incomplete line is passed on.
  private static let patience = Duration.milliseconds(100)

  /// The end of the pipe for the service, until it has its own copy.
  private var reader: Descriptor?
  /// The end of the pipe for the input, until it has ended.
  private var writer: Descriptor?
  private let console: Console
  /// True if everything is copied to standard output.
  private let isCopied: Bool
  private let lines: Bool
  private var text = PrintedText()
  /// The bytes that the pipe had no room for.
  private var pending: [UInt8] = []
  private var input: EventSource?
  private var output: EventSource?
  private var timer: TimerToken?
  /// True if the service closed its end before the input ended.
  private(set) var isRefused = false
  /// Called when everything has been passed on, or when it is not wanted any more.
  var onEnd: (@Core () -> Void)?

  /// - Parameters:
  ///   - first: the input that has already been read and copied.
  ///   - lines: true if each line is a paragraph.
  init(first: [UInt8], isCopied: Bool, lines: Bool, _ console: Console) throws(Failure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(.failed, "cannot make a pipe: \(String(cString: strerror(errno)).lowercased())")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    reader = Descriptor(owning: ends[0])
    writer = Descriptor(owning: ends[1])
    self.console = console
    self.isCopied = isCopied
    self.lines = lines
    put(text.take(first[...]) + text.flush())
  }

  /// The descriptor for the service; ``closeReading()`` closes it.
  var reading: CInt { reader?.number ?? -1 }

  /// Closes the descriptor for the service, which has its own copy.
  func closeReading() { reader = nil }

  /// Starts to pass on the input.
  func start() {
    input = Core.loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in self?.readInput() }
    if let writing = writer?.number {
      output = Core.loop.watch(writing, for: []) { [weak self] _ in self?.writePending() }
    }
    writePending()
  }

  private func readInput() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { return endInput() }
    if isCopied { console.write(bytes: buffer[..<count]) }
    guard !isRefused else { return }
    put(text.take(buffer[..<count]))
    writePending()
    Core.loop.cancel(&timer)
    timer = Core.loop.schedule(after: Self.patience) { [weak self] in
      guard let self else { return }
      timer = nil
      put(text.flush())
      writePending()
    }
  }

  private func endInput() {
    input = nil
    Core.loop.cancel(&timer)
    put(text.flush())
    writePending()
  }

  private func put(_ bytes: [UInt8]) { pending += Self.separated(bytes, lines: lines) }

  /// Returns the bytes with an empty line after each line, if each line is a paragraph.
  nonisolated private static func separated(_ bytes: [UInt8], lines: Bool) -> [UInt8] {
    lines ? bytes.flatMap { $0 == 0x0A ? [0x0A, 0x0A] : [$0] } : bytes
  }

  /// Returns the text for the service if the input is complete.
  nonisolated static func cleaned(_ bytes: [UInt8], lines: Bool) -> [UInt8] {
    separated(PrintedText.cleaned(bytes), lines: lines)
  }

  private func writePending() {
    guard let writing = writer?.number else { return finish() }
    // Without room in the pipe, nothing is read: the writer waits as it does for any other filter.
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { break }
        return refuse()
      }
      pending.removeFirst(count)
    }
    input?.setEnabled(pending.isEmpty)
    output?.setInterest(pending.isEmpty ? [] : .writable)
    if pending.isEmpty && Self.hasHungUp(writing) { return refuse() }
    if pending.isEmpty && input == nil { finish() }
  }

  /// True if the pipe has no reader any more.
  private static func hasHungUp(_ writing: CInt) -> Bool {
    var entry = pollfd(fd: writing, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0
  }

  /// Handles a service that accepts no more. Copying continues to the end.
  private func refuse() {
    isRefused = true
    pending = []
    closeWriting()
    input?.setEnabled(true)
    if !isCopied { finish() }
  }

  private func closeWriting() {
    output = nil
    writer = nil
  }

  private func finish() {
    input = nil
    closeWriting()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }
}
