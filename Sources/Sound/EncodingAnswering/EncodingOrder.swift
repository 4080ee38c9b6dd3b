import Confinement
import Encoding
import Glibc
import SoundWire
import Speech
import Vocabulary
import Wire

/// An encoding order: the sound's description, its input and its output.
struct EncodingOrder {
  /// Bytes of the largest cover, the limit of `CoverImage`.
  private static let maximumCover = 4 << 20

  private(set) var sound = Sound(kind: .wav, sampleRate: SampleRate.usual.hertz, count: 0)
  /// The samples in ``input``.
  private(set) var samples = SoundInput.speech(sampleRate: SampleRate.usual.hertz, first: 0, count: 0)
  private(set) var input: CInt = -1
  private(set) var output: CInt = -1

  /// Receives an order and waits until it is complete.
  init(from socket: WorkerSocket) throws(Trouble) {
    var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)
    while output < 0 {
      let (count, descriptor) = socket.receive(into: &buffer)
      guard count > 0 else { _exit(0) }
      do throws(WireError) {
        let (_, request) = try EncoderRequest.decode(buffer[..<count])
        try take(request, descriptor)
      } catch {
        throw Trouble(.spokeOutOfTurn, "\(error)")
      }
    }
    guard input >= 0 else { throw Trouble(.spokeOutOfTurn, "nothing to encode") }
  }

  private mutating func take(_ request: EncoderRequest, _ descriptor: CInt?) throws(WireError) {
    switch request {
    case .encode(let order):
      guard let descriptor, input < 0 else { throw .malformed("encode") }
      input = descriptor
      samples = order.input
      sound = Self.sound(order)
    case .tag(let tag): sound.tags.append((tag.name, tag.value))
    case .picture(let bytes):
      guard sound.cover.count + bytes.count <= Self.maximumCover else { throw .malformed("picture") }
      sound.cover += bytes
    case .part(let part): sound.parts.append(Sound.Part(start: part.start, title: part.title))
    case .write:
      guard let descriptor else { throw .malformed("write") }
      output = descriptor
    }
  }

  private static func sound(_ order: SoundOrder) -> Sound {
    switch order.input {
    case .speech(let rate, _, let count): Sound(kind: kind(order.format), sampleRate: rate, count: count)
    case .recording(let rate, let channels, let frames):
      Sound(
        kind: kind(order.format), source: .recording(channels: channels), sampleRate: rate, count: Int(frames))
    }
  }

  private static func kind(_ format: SoundFormat) -> Sound.Kind {
    switch format {
    case .wav: .wav
    case .flac: .flac
    case .opus: .opus
    case .m4b: .m4b
    case .mka: .mka
    case .mp3: .mp3
    }
  }
}
