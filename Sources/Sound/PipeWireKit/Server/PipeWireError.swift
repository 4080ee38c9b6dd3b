/// A call into libpipewire that failed.
public struct PipeWireError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  public enum Code: Sendable {
    /// The library could not set up its loop or its configuration in this process.
    case noContext
    /// No server answers at the socket.
    case noServer
    /// The server closed the connection or broke the protocol.
    case connectionLost
    /// The server or the library refused a stream.
    case streamRefused
  }

  /// The operation that failed.
  public var code: Code
  /// The system's error number, 0 when there is none.
  public var errno: CInt

  init(_ code: Code, errno: CInt) {
    self.code = code
    self.errno = errno
  }

  /// A full sentence.
  public var description: String {
    let number = errno == 0 ? "" : " (errno \(errno))"
    return switch code {
    case .noContext: "PipeWire's client library could not be set up\(number)."
    case .noServer: "No PipeWire server answers\(number)."
    case .connectionLost: "The connection to PipeWire was lost\(number)."
    case .streamRefused: "PipeWire refused the stream\(number)."
    }
  }
}
