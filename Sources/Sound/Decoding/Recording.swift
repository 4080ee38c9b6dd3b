import CFFmpegDecoding
public import Recordings

/// A recording that is open: its description, and its samples from any frame on. To be used by one thread.
///
/// Nothing of the file is read but what is needed: also a long recording is open in milliseconds.
public final class Recording {
  /// The next thing that is known of the sound.
  public enum Piece: Equatable, Sendable {
    /// Samples, interleaved, each finite and in −1…1. They follow those of the piece before.
    case samples(firstFrame: Int64, [Float])
    /// The recording ends; its exact length in frames. Each further piece is the same.
    case end(frames: Int64)
    /// The file is broken at this frame, and the reason for people. Each further piece is the same.
    case broken(atFrame: Int64, String)
  }

  /// Packets in a row that cannot be decoded, after which a file is broken.
  private static let patience = 500
  /// The recording as it is when it is opened.
  public private(set) var description: RecordingDescription
  /// Bytes of the cover in the format of the file; `nil` if there is none, or none that is small enough.
  public let cover: [UInt8]?

  let reader: any PacketReader
  let decoder: SampleDecoder
  private let packet: UnsafeMutablePointer<AVPacket>
  /// The frame that follows all that was decoded; `nil` after a seek.
  var decoded: Int64?
  /// The next frame to hand out.
  var next: Int64 = 0
  /// Samples that were decoded and not yet handed out; the first one is frame `next`.
  var store: ArraySlice<Float> = []
  /// The distance between the places in the file and the frames that are heard, after a hole that is too long.
  var shift: Int64 = 0
  /// Seconds before the estimated end from which the end was sought; 0 if it was not yet.
  var secondsBack: Int64 = 0
  private var failures = 0
  private var hasAllPackets = false
  var ending: Piece?

  /// Opens a recording and decodes its first packet.
  ///
  /// - Parameters:
  ///   - descriptor: a file that can be read at any offset. It stays the caller's, and open as long as this object.
  ///   - coverLimit: bytes of the largest cover that is wanted.
  public init(descriptor: Int32, coverLimit: Int) throws(DecodingError) {
    // Larger blocks are made by files that lie about their contents.
    av_max_alloc(256 << 20)
    let demuxer = try Demuxer(descriptor: descriptor)
    let reader: any PacketReader
    let stream: UnsafeMutablePointer<AVStream>?
    switch demuxer.container {
    case "mp3", "aac":
      reader = try FramePackets(descriptor: descriptor)
      stream = demuxer.streams.first { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
    default:
      let chosen = try demuxer.chooseSound()
      reader = try ContainerPackets(demuxer, chosen, isCutShort: demuxer.isCutShort(descriptor: descriptor))
      stream = chosen
    }
    guard let packet = av_packet_alloc(), let stream else { throw DecodingError(.noSound, "there is no sound in it") }
    self.packet = packet
    self.reader = reader
    let labels = FileLabels(demuxer, stream)
    decoder = try SampleDecoder(reader.parameters)
    cover = labels.cover(limit: coverLimit)
    description = RecordingDescription(format: "", sampleRate: 1, channels: 1)
    try findOutput()
    let coding = SoundCodec.name(of: reader.parameters.pointee.codec_id)
    let container = SoundCodec.name(ofContainer: demuxer.container)
    description = RecordingDescription(
      format: container.map { coding == "PCM" ? $0 : "\(coding) in \($0)" } ?? coding, sampleRate: decoder.rate,
      channels: decoder.channels)
    description.tags = labels.tags
    description.chapters = labels.chapters(rate: decoder.rate)
    (description.gain, description.peak) = labels.gain
    (description.frames, description.isExact) = (reader.length?.frames, reader.length?.isExact ?? false)
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  /// Decodes up to the first samples, which show the rate and the channels.
  private func findOutput() throws(DecodingError) {
    while true {
      switch step() {
      case nil: continue
      case .ended(let reason):
        throw DecodingError(reason == nil ? .noSound : .damaged, reason ?? "there is not one sample in it")
      case .output(let output):
        guard RecordingDescription.sampleRates.contains(decoder.rate) else {
          throw DecodingError(.damaged, "it has \(decoder.rate) samples a second")
        }
        let isAsExpected = reader.rate == decoder.rate
        let samples = decoder.samplesOfPacket(first: output.frames)
        reader.setOutput(rate: decoder.rate, samples: samples, place: output.place)
        // Places at another rate than the reader's are wrong, and so are those of a later beginning.
        if isAsExpected && output.place ?? 0 <= 0 { take(output) } else { seek(to: 0) }
        return
      }
    }
  }

  /// The length in frames as far as it is known now, and if it is exact.
  public var length: (frames: Int64, isExact: Bool)? { reader.length.map { ($0.frames, $0.isExact) } }

  /// Learns more about the length and the places in the file, for a few milliseconds.
  ///
  /// - Returns: true if there is more to learn.
  public func study() -> Bool { reader.study() }

  /// The index of the file that ``study()`` has made, for the next one who opens the file; `nil` while there is none,
  /// or if none is worth it.
  public var index: [UInt8]? { reader.index }

  /// Takes the index that another one has made of this file. Its bytes need not be trusted: places that it does not
  /// know are found by study.
  ///
  /// - Returns: false if it is damaged, of another file, or late.
  public func take(index: [UInt8]) -> Bool { reader.take(index: index) }

  /// The next piece begins at this frame, 0 or more; behind the end it is the end.
  public func seek(to frame: Int64) {
    (next, store, ending, secondsBack) = (max(0, frame), [], nil, 0)
    move(before: next)
  }

  /// The next packets are those that are needed for a frame.
  func move(before frame: Int64) {
    decoder.reset()
    (decoded, hasAllPackets, shift, failures) = (nil, false, 0, 0)
    if case .failed(let reason) = reader.seek(before: frame) { ending = .broken(atFrame: next, reason) }
  }

  /// The next samples, at most `limit` frames.
  public func read(atMost limit: Int) -> Piece {
    while store.isEmpty {
      if let ending { return ending }
      switch step() {
      case .output(let output): take(output)
      case .ended(let reason): end(reason)
      case nil: continue
      }
    }
    let count = min(store.count, limit * decoder.channels)
    defer {
      store = store.dropFirst(count)
      next += Int64(count / decoder.channels)
    }
    return .samples(firstFrame: next, Array(store.prefix(count)))
  }

  // MARK: Steps

  private enum Step {
    case output(SampleDecoder.Output)
    /// No more packets, with the reason if there should be more.
    case ended(String?)
  }

  /// One packet or one frame further; `nil` if that yields nothing by itself.
  private func step() -> Step? {
    switch decoder.receive() {
    case .output(let output):
      failures = 0
      return .output(output)
    case .hungry: return feed()
    case .end: return .ended(nil)
    case .failed: return fail()
    }
  }

  private func feed() -> Step? {
    guard !hasAllPackets else { return .ended(nil) }
    switch reader.read(into: packet) {
    case .done:
      let result = decoder.send(packet)
      av_packet_unref(packet)
      return result < 0 && result != aloud_again ? fail() : nil
    case .end:
      hasAllPackets = true
      _ = decoder.send(nil)
      return nil
    case .failed(let reason): return .ended(reason)
    }
  }

  private func fail() -> Step? {
    failures += 1
    return failures > Self.patience ? .ended("it cannot be decoded from here on") : nil
  }
}
