import CLinux
import Glibc

/// A worker's end of the socket to the service. Sending blocks: the socket is the flow control.
///
/// A process and its children may all send; each packet arrives whole.
public struct WorkerSocket: Sendable {
  /// The socket, owned by the creator of this value.
  public let descriptor: Int32

  /// The socket that the service gives to every worker.
  public static let inherited = WorkerSocket(descriptor: 3)

  /// A connected SOCK_SEQPACKET socket.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// Two ends of a new connection within this process and its copies; `nil` if no descriptor is free. To be called
  /// before the process is sealed.
  public static func pair() -> (WorkerSocket, WorkerSocket)? {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    return (WorkerSocket(descriptor: ends[0]), WorkerSocket(descriptor: ends[1]))
  }

  /// Closes this end in this process.
  public func close() { _ = Glibc.close(descriptor) }

  /// Sends a packet.
  ///
  /// - Returns: false if the service is gone.
  @discardableResult
  public func send(_ packet: [UInt8]) -> Bool {
    packet.withUnsafeBytes { send([$0]) }
  }

  /// Sends a packet of a prefix and samples without copying the samples (which are little-endian on all supported
  /// machines).
  @discardableResult
  public func send(_ prefix: [UInt8], samples: UnsafeBufferPointer<Int16>) -> Bool {
    prefix.withUnsafeBytes { send([$0, UnsafeRawBufferPointer(samples)]) }
  }

  /// Sends a packet of a prefix and samples without copying the samples.
  @discardableResult
  public func send(_ prefix: [UInt8], samples: UnsafeBufferPointer<Float>) -> Bool {
    prefix.withUnsafeBytes { send([$0, UnsafeRawBufferPointer(samples)]) }
  }

  private func send(_ parts: [UnsafeRawBufferPointer]) -> Bool {
    var vectors = parts.map { iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count) }
    return vectors.withUnsafeMutableBufferPointer { vectors in
      var message = msghdr()
      message.msg_iov = vectors.baseAddress
      message.msg_iovlen = vectors.count
      while sendmsg(descriptor, &message, CInt(MSG_NOSIGNAL)) < 0 {
        guard errno == EINTR || errno == ENOBUFS else { return false }
      }
      return true
    }
  }

  /// Waits for a packet of at most `buffer.count` bytes.
  ///
  /// - Returns: the length, 0 if the service is gone, and a received descriptor, which the caller owns.
  public func receive(into buffer: inout [UInt8]) -> (count: Int, descriptor: Int32?) {
    var received: CInt = -1
    let count = buffer.withUnsafeMutableBytes { aloud_receive(descriptor, $0.baseAddress, $0.count, &received) }
    return (max(count, 0), received < 0 ? nil : received)
  }

  /// Removes the packets that nobody has received.
  public func discardPackets() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT)) > 0 {}
  }

  /// True if there is a packet, or the service has gone.
  public var hasPacket: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Waits until there is a packet, the service has gone, `other` is readable, or the time is over.
  ///
  /// - Parameter milliseconds: the longest time; `nil` for no end.
  public func wait(or other: Int32, milliseconds: Int32? = nil) -> (packet: Bool, other: Bool) {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, milliseconds ?? -1) < 0 && errno == EINTR {}
    return (entries[0].revents != 0, entries[1].revents != 0)
  }
}
