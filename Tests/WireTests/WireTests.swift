import DesktopSupport
import DocumentWire
import SoundWire
import Speech
import SpeechWire
import Testing
import Vocabulary
import Wire

/// The frame, and what holds for the messages of each dialogue.
@Suite(.timeLimit(.minutes(3))) struct WireTests {
  static let span = TextSpan(scalars: 1..<4, utf8: 2..<9, utf16: 1..<5)
  static let long = String(repeating: "ä", count: 512)

  /// Checks that a message comes back as it went, and that no cut or longer packet is taken.
  static func check<Message: WireMessage>(_ message: Message) throws {
    let packet = message.encoded(request: 0xDEAD_BEEF)
    #expect(packet.count <= Wire.maximumPacket)
    // This includes a packet that does not begin at the start of its buffer.
    let (request, decoded) = try Message.decode(([0, 0, 0] + packet)[3...])
    #expect(request == 0xDEAD_BEEF && decoded == message)
    for length in [0, 1, Wire.headerLength - 1, packet.count - 1] {
      #expect(throws: WireError.truncated) { try FrameHeader(decoding: packet[..<min(length, packet.count - 1)]) }
    }
    #expect(throws: WireError.tooLong) { try FrameHeader(decoding: (packet + [0])[...]) }
  }

  /// Checks that a payload which ends too soon is refused; `isWhole` names the lengths at which it may end.
  static func checkCuts<Message: WireMessage>(_ message: Message, isWhole: (Int) -> Bool = { _ in false }) {
    let packet = message.encoded(request: 1)
    for length in 1..<packet.count - Wire.headerLength where !isWhole(length) {
      let cut = FrameHeader(kind: message.kind.rawValue, request: 1, length: length).encoded
      let payload = packet.dropFirst(Wire.headerLength).prefix(length)
      #expect(throws: WireError.malformed("\(message.kind)")) { try Message.decode((cut + payload)[...]) }
    }
  }

  /// Reads random packets of all kinds of a dialogue: decoding may fail, but must not trap.
  static func readAnything<Message: WireMessage>(_ type: Message.Type, using generator: inout SeededGenerator) {
    for _ in 0..<5000 {
      let kind = Message.Kind.allCases.randomElement(using: &generator)!
      let payload = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator) & (Bool.random(using: &generator) ? 255 : 3)
      }
      let packet = FrameHeader(kind: kind.rawValue, request: 1, length: payload.count).encoded + payload
      _ = try? Message.decode(packet[...])
    }
  }

  @Test func theHeaderStandsAsWritten() {
    #expect(FrameHeader(kind: 4, request: 0x0403_0201, length: 5).encoded == [4, 0, 15, 0, 1, 2, 3, 4, 5, 0, 0, 0])
  }

  @Test func anotherVersionIsRefusedByName() {
    var packet = SpeechRequest.voices.encoded(request: 1)
    packet[2] = 9
    #expect(throws: WireError.wrongVersion(9)) { try SpeechRequest.decode(packet[...]) }
  }

  @Test func anUnknownKindIsRefusedByName() {
    var packet = SpeechRequest.voices.encoded(request: 1)
    packet[1] = 3
    #expect(throws: WireError.unknownKind(773)) { try SpeechRequest.decode(packet[...]) }
  }

  @Test func aRequestIsNoAnswerAndNoMessageOfAnotherDialogue() {
    let voices = SpeechRequest.voices.encoded(request: 1)
    #expect(throws: WireError.unknownKind(5)) { try SpeechAnswer.decode(voices[...]) }
    #expect(throws: WireError.unknownKind(5)) { try DocumentRequest.decode(voices[...]) }
    #expect(throws: WireError.unknownKind(65)) {
      try SpeechRequest.decode(SpeechAnswer.ready(.usual).encoded(request: 1)[...])
    }
    let picture = EncoderRequest.picture([1]).encoded(request: 1)
    #expect(throws: WireError.unknownKind(19)) { try DecoderRequest.decode(picture[...]) }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))]) func anythingAtAllIsReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    Self.readAnything(SpeechRequest.self, using: &generator)
    Self.readAnything(SpeechAnswer.self, using: &generator)
    Self.readAnything(DocumentRequest.self, using: &generator)
    Self.readAnything(DocumentAnswer.self, using: &generator)
    Self.readAnything(EncoderRequest.self, using: &generator)
    Self.readAnything(EncoderAnswer.self, using: &generator)
    Self.readAnything(DecoderRequest.self, using: &generator)
    Self.readAnything(DecoderAnswer.self, using: &generator)
  }

  /// A worker cannot say of itself what only the service sees.
  @Test func aWorkerTellsItsOwnTroublesOnly() throws {
    for code in TroubleCode.allCases {
      let packet = DocumentAnswer.failed(Trouble(code, "detail")).encoded(request: 1)
      if code.isOfWorkers {
        #expect(try DocumentAnswer.decode(packet[...]).1 == .failed(Trouble(code, "detail")))
      } else {
        #expect(throws: WireError.malformed("failed")) { try DocumentAnswer.decode(packet[...]) }
      }
    }
  }
}
