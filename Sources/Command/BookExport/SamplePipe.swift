import EventLoop
import Glibc
import Vocabulary
import Workers

/// A pipe for the samples of a recording, from this process to the encoder. A full one makes the writer wait, and the
/// loop turns meanwhile.
@Core
final class SamplePipe {
  private var reader: Descriptor?
  private var writer: Descriptor?
  private var source: EventSource?
  private var waiting: CheckedContinuation<Void, Never>?

  init() throws(Trouble) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Trouble(.spawnFailed, String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    reader = Descriptor(owning: ends[0])
    writer = Descriptor(owning: ends[1])
    source = Core.loop.watch(ends[1], for: .writable) { [weak self] _ in self?.goOn() }
    source?.setEnabled(false)
  }

  /// The end for the encoder; -1 after ``closeReader()``.
  var input: CInt { reader?.number ?? -1 }

  /// Leaves the encoder as the only reader: the pipe breaks when it ends.
  func closeReader() { reader = nil }

  /// Writes all samples.
  ///
  /// - Returns: false if nobody reads them any more.
  func write(_ samples: [Float]) async -> Bool {
    let size = samples.count * MemoryLayout<Float>.stride
    var done = 0
    while done < size {
      guard let output = writer?.number else { return false }
      let count = samples.withUnsafeBytes { Glibc.write(output, $0.baseAddress! + done, size - done) }
      if count > 0 {
        done += count
      } else if count < 0, errno == EAGAIN {
        await room()
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends the sound. A writer that waits is told that nobody reads.
  func close() {
    source?.cancel()
    source = nil
    writer = nil
    goOn()
  }

  private func room() async {
    await withCheckedContinuation { continuation in
      waiting = continuation
      source?.setEnabled(true)
    }
  }

  private func goOn() {
    source?.setEnabled(false)
    let continuation = waiting
    waiting = nil
    continuation?.resume()
  }
}
