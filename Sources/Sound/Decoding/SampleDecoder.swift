import CFFmpegDecoding

/// Turns packets into samples.
final class SampleDecoder {
  /// Samples of one frame that a decoder may make at the most.
  private static let mostSamples: Int64 = 1 << 20

  /// The samples of one frame, interleaved.
  struct Output {
    /// The place of the first one, if the packet told it.
    var place: Int64?
    var samples: [Float]
    /// Frames before they were brought to the recording's rate.
    var frames: Int
  }

  enum Result {
    case output(Output)
    /// Another packet is needed.
    case hungry
    /// All packets have been decoded, after the last one was announced.
    case end
    /// This packet cannot be decoded.
    case failed(Int32)
  }

  private let decoder: UnsafePointer<AVCodec>
  private let parameters: UnsafePointer<AVCodecParameters>
  private var codec: UnsafeMutablePointer<AVCodecContext>?
  private let frame: UnsafeMutablePointer<AVFrame>
  private var converter = SampleConverter()
  /// The rate and the channels of all samples: those of the first frame, but not more than 2 channels.
  private(set) var rate = 0
  private(set) var channels = 0

  /// - Parameter parameters: the kind of sound in the packets; as long-lived as this object.
  init(_ parameters: UnsafePointer<AVCodecParameters>) throws(DecodingError) {
    let name = SoundCodec.name(of: parameters.pointee.codec_id)
    guard let decoder = SoundCodec.decoder(for: parameters.pointee.codec_id) else {
      throw DecodingError(.unknownFormat, "there is no decoder for its sound, \(name)")
    }
    guard let frame = av_frame_alloc() else { throw DecodingError(.tooLarge, "no memory") }
    (self.decoder, self.parameters, self.frame) = (decoder, parameters, frame)
    guard reset() else { throw DecodingError(.damaged, "its sound, \(name), is unclear") }
  }

  deinit {
    avcodec_free_context(&codec)
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Forgets all packets. The next one may be from anywhere. The decoder is made anew, since some keep the last samples
  /// when they are flushed.
  ///
  /// - Returns: false if that fails; no packet is decoded then.
  @discardableResult
  func reset() -> Bool {
    avcodec_free_context(&codec)
    guard let context = avcodec_alloc_context3(decoder) else { return false }
    codec = context
    avcodec_parameters_to_context(context, parameters)
    context.pointee.thread_count = 1
    context.pointee.max_samples = Self.mostSamples
    // Times are places. What nobody hears is cut by its place, so that a seek and a straight run cut the same.
    context.pointee.flags2 |= Int32(AV_CODEC_FLAG2_SKIP_MANUAL)
    return avcodec_open2(context, decoder, nil) >= 0
  }

  /// Gives the next packet to the decoder; `nil` after the last one.
  ///
  /// - Returns: FFmpeg's result.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Int32 { avcodec_send_packet(codec, packet) }

  /// The next samples.
  func receive() -> Result {
    let result = avcodec_receive_frame(codec, frame)
    switch result {
    case aloud_again: return .hungry
    case aloud_end_of_file: return .end
    case ..<0: return .failed(result)
    default: break
    }
    defer { av_frame_unref(frame) }
    let count = Int(frame.pointee.nb_samples)
    let (frameRate, frameChannels) = (Int(frame.pointee.sample_rate), Int(frame.pointee.ch_layout.nb_channels))
    guard count > 0, frameRate > 0, frameChannels > 0 else { return .failed(aloud_invalid_data) }
    if rate == 0 { (rate, channels) = (frameRate, min(2, frameChannels)) }
    let place = frame.pointee.pts == aloud_no_time ? nil : frame.pointee.pts
    guard var samples = converter.convert(frame, rate: rate, channels: channels) else {
      return .failed(aloud_invalid_data)
    }
    // Some containers say how much of the last packet is padding.
    let padding = min(count, Int(aloud_padding(frame))) * rate / frameRate
    samples.removeLast(min(samples.count, padding * channels))
    return .output(Output(place: place, samples: samples, frames: samples.count / channels))
  }

  /// The samples of each packet if all have the same number; otherwise 0.
  func samplesOfPacket(first: Int) -> Int {
    switch decoder.pointee.id {
    case AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3,
      AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC:
      first
    default: 0
    }
  }
}
