import Glibc
import Testing

@testable import Workers

/// The packets between the service and its workers.
@Suite(.timeLimit(.minutes(1)))
struct PacketSocketTests {
  /// A worker that cannot start tells why, and ends before it has read what it is asked.
  @Test(arguments: [false, true]) func whatAProcessHasSentComesThroughAlthoughItLeavesPacketsUnread(leaves: Bool) throws
  {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    if leaves { #expect(PacketSocket.send([1, 2, 3], descriptor: nil, to: ends[0]) == 3) }
    for byte in UInt8(7)...9 { #expect(PacketSocket.send([byte], descriptor: nil, to: ends[1]) == 1) }
    close(ends[1])
    var buffer = [UInt8](repeating: 0, count: 8)
    for byte in UInt8(7)...9 {
      #expect(PacketSocket.receive(into: &buffer, from: ends[0]) == 1 && buffer[0] == byte)
    }
    #expect(PacketSocket.receive(into: &buffer, from: ends[0]) == 0)
  }
}
