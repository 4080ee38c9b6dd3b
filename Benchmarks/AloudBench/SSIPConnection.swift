import DesktopSupport
import EventLoop
import Glibc

/// A resident client of speech-dispatcher, as a screen reader is one: a connection to its socket, over which lines of
/// SSIP go.
@Core
final class SSIPConnection {
  private let socket: Descriptor
  private var source: EventSource?
  /// What has come of an answer so far.
  private var received: [UInt8] = []
  /// Gets the last line of the next answer; `nil` if the server has ended the connection.
  private var waiting: CheckedContinuation<String?, Never>?

  /// Connects to the server of a desktop, which must run, and sets what the command of the other measurements sets.
  init(_ rig: Rig) async throws {
    let path = (rig.desktop.environment["XDG_RUNTIME_DIR"] ?? "") + "/speech-dispatcher/speechd.sock"
    guard let socket = Self.connect(to: path) else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
    self.socket = socket
    source = Core.loop.watch(self.socket.number, for: .readable) { [weak self] _ in self?.read() }
    for setting in ["CLIENT_NAME user:aloud-bench:keys", "OUTPUT_MODULE espeak-ng", "LANGUAGE en-US"] {
      try await send("SET SELF \(setting)")
    }
  }

  /// Ends the connection.
  func close() {
    source?.cancel()
    source = nil
    shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Sends a command and waits for its answer.
  ///
  /// - Throws: `BenchError` with the answer if it is no success.
  func send(_ command: String) async throws {
    guard socket.writeAll(Array("\(command)\r\n".utf8)) else { throw BenchError("speech-dispatcher has ended") }
    let answer = await withCheckedContinuation { waiting = $0 }
    guard let answer, answer.hasPrefix("2") else { throw BenchError("\(command): \(answer ?? "the server has ended")") }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket.number, &buffer, buffer.count, 0)
    guard count > 0 else {
      close()
      return answer(nil)
    }
    received += buffer[..<count]
    // The last line of an answer has a space after its number, the lines before it a hyphen.
    let lines = String(decoding: received, as: UTF8.self).split(separator: "\r\n")
    guard received.last == UInt8(ascii: "\n"), let line = lines.last, line.dropFirst(3).first == " " else { return }
    received = []
    answer(String(line))
  }

  private func answer(_ line: String?) {
    let waiting = waiting
    self.waiting = nil
    waiting?.resume(returning: line)
  }

  private static func connect(to path: String) -> Descriptor? {
    guard let socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { return nil }
    return socket
  }
}
