import Glibc

/// Sends packets on a socket, with or without a descriptor, and receives them.
enum PacketSocket {
  /// Receives a packet. What is longer than the buffer is lost.
  ///
  /// - Returns: the result of recv(2); errno is set.
  static func receive(into buffer: inout [UInt8], from socket: CInt) -> Int {
    while true {
      let length = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
      // A process that ends with unread packets resets the socket. The kernel tells that once, before the packets that
      // the process has sent (unix_release_sock() and __skb_try_recv_datagram()).
      guard length < 0, errno == ECONNRESET || errno == EINTR else { return length }
    }
  }

  /// - Returns: the result of sendmsg(2); errno is set. Never raises SIGPIPE, never blocks.
  static func send(_ bytes: [UInt8], descriptor: CInt?, to socket: CInt) -> Int {
    let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
    guard let descriptor else { return Glibc.send(socket, bytes, bytes.count, flags) }
    // One control message with one descriptor. The macros that define its layout are not available in Swift (cmsg(3)).
    let headerSize = MemoryLayout<cmsghdr>.size
    let space = headerSize + MemoryLayout<size_t>.size  // one descriptor, padded to a word
    return bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(byteCount: space, alignment: MemoryLayout<size_t>.alignment) { control in
        control.initializeMemory(as: UInt8.self, repeating: 0)
        control.storeBytes(
          of: cmsghdr.forDescriptor(length: headerSize + MemoryLayout<CInt>.size), as: cmsghdr.self)
        control.storeBytes(of: descriptor, toByteOffset: headerSize, as: CInt.self)
        var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = space
          return sendmsg(socket, &message, flags)
        }
      }
    }
  }
}

extension cmsghdr {
  fileprivate static func forDescriptor(length: Int) -> cmsghdr {
    var header = cmsghdr()
    header.cmsg_len = length
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = CInt(SCM_RIGHTS)
    return header
  }
}
