import EventLoop
import Glibc
import Speech
import SpeechWire
import Testing
import Vocabulary
import Wire

@testable import Workers

/// The packets of the speech worker during a measurement.
@Suite(.timeLimit(.minutes(1)))
struct MeasuringTests {
  /// Each packet wakes the service, and a book has ten thousand sentences.
  @Test func aMeasurementIsAnsweredByOnePacket() throws {
    let count = 5
    try measure(Array(repeating: Array("One two three.".utf8), count: count)) { socket in
      var lengths: [UInt32: Int] = [:]
      while lengths.count < count {
        let (request, answer) = try next(of: socket)
        guard request > 0 else { continue }
        guard case .done(let frames) = answer else {
          Issue.record("\(answer) in a measurement")
          break
        }
        lengths[request] = frames
      }
      #expect(Set(lengths.values).count == 1 && lengths.values.allSatisfy { $0 > 0 })
    }
  }

  /// Invalid text is reported without a copy of the worker.
  @Test func binaryDataIsNotMeasured() throws {
    try measure([[0x61, 0xFF]]) { socket in
      var answer = try next(of: socket)
      while answer.request == 0 { answer = try next(of: socket) }
      guard case .failed(let failure) = answer.answer else { throw WireError.malformed("\(answer.answer.kind)") }
      #expect(failure.code == .malformedText)
    }
  }

  /// Lets a worker of its own measure texts, with requests numbered from 1 on, and passes its socket to `look`.
  private func measure(_ texts: [[UInt8]], _ look: (CInt) throws -> Void) throws {
    let process = try SpawnedProcess(try WorkerExecutable.speak.program())
    let (pid, socket) = (process.pid, process.socket.number)
    defer {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    let requests =
      [SpeechRequest.configure(.english).encoded(request: 0)]
      + zip(1..., texts).map { SpeechRequest.measure(Utterance(text: $1)).encoded(request: $0) }
    for request in requests { try #require(send(socket, request, request.count, CInt(MSG_NOSIGNAL)) > 0) }
    try withExtendedLifetime(process) { _ in try look(socket) }
  }

  private func next(of socket: CInt) throws -> (request: UInt32, answer: SpeechAnswer) {
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0 && errno == EINTR {}
    var packet = [UInt8](repeating: 0, count: Wire.maximumPacket)
    let length = recv(socket, &packet, packet.count, 0)
    try #require(length > 0, "the worker is gone")
    return try SpeechAnswer.decode(packet[..<length])
  }
}
