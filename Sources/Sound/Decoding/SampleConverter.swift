import CFFmpegDecoding

/// Brings decoded frames to interleaved floats of one rate, in mono or stereo.
struct SampleConverter: ~Copyable {
  /// The properties of frames for which the converter is made.
  private struct Source: Equatable {
    var format: Int32
    var rate: Int32
    var channels: Int32
    var mask: UInt64
  }

  private var source: Source?
  private var resampler: OpaquePointer?
  /// The channels that the resampler yields; more than 2 if it cannot mix them.
  private var mixed = 0

  deinit {
    var resampler = resampler
    swr_free(&resampler)
  }

  /// The samples of a frame, each finite and in −1…1; `nil` if they cannot be converted.
  mutating func convert(_ frame: UnsafePointer<AVFrame>, rate: Int, channels: Int) -> [Float]? {
    guard prepare(for: frame, rate: rate, channels: channels), let resampler else { return nil }
    let most = swr_get_out_samples(resampler, frame.pointee.nb_samples)
    guard most >= 0 else { return nil }
    var made: Int32 = 0
    let mixed = mixed
    var samples = [Float](unsafeUninitializedCapacity: Int(most) * mixed) { buffer, count in
      buffer.initialize(repeating: 0)
      buffer.withMemoryRebound(to: UInt8.self) { bytes in
        var output = bytes.baseAddress
        let planes = UnsafeMutableRawPointer(frame.pointee.extended_data)?
          .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        made = swr_convert(resampler, &output, most, planes, frame.pointee.nb_samples)
      }
      count = max(0, Int(made)) * mixed
    }
    guard made >= 0 else { return nil }
    if mixed > channels { samples = Self.mean(of: samples, mixed, as: channels) }
    Self.limit(&samples)
    return samples
  }

  private mutating func prepare(for frame: UnsafePointer<AVFrame>, rate: Int, channels: Int) -> Bool {
    var layout = frame.pointee.ch_layout
    let isNative = layout.order == AV_CHANNEL_ORDER_NATIVE
    let wanted = Source(
      format: frame.pointee.format, rate: frame.pointee.sample_rate, channels: layout.nb_channels,
      mask: isNative ? layout.u.mask : 0)
    if wanted == source { return true }
    swr_free(&resampler)
    source = nil
    // Channels without names are those that as many channels usually are.
    if !isNative { av_channel_layout_default(&layout, wanted.channels) }
    let mixes = make(wanted, from: layout, rate: rate, channels: Int32(channels))
    guard mixes || make(wanted, from: layout, rate: rate, channels: wanted.channels) else { return false }
    mixed = mixes ? channels : Int(wanted.channels)
    source = wanted
    return true
  }

  private mutating func make(_ source: Source, from layout: AVChannelLayout, rate: Int, channels: Int32) -> Bool {
    var (input, output) = (layout, layout)
    if channels != layout.nb_channels { av_channel_layout_default(&output, channels) }
    let result = swr_alloc_set_opts2(
      &resampler, &output, AV_SAMPLE_FMT_FLT, Int32(rate), &input, AVSampleFormat(source.format), source.rate, 0, nil)
    guard result >= 0, let made = resampler, aloud_mix_within_scale(made), swr_init(made) >= 0 else {
      swr_free(&resampler)
      return false
    }
    return true
  }

  /// Each channel gets the mean of all.
  private static func mean(of samples: [Float], _ count: Int, as channels: Int) -> [Float] {
    var result: [Float] = []
    result.reserveCapacity(samples.count / count * channels)
    for first in stride(from: 0, to: samples.count, by: count) {
      let sum = samples[first..<first + count].reduce(0) { $0 + ($1.isFinite ? $1 : 0) }
      for _ in 0..<channels { result.append(sum / Float(count)) }
    }
    return result
  }

  /// Samples that are no numbers become silence, and none exceeds full scale.
  private static func limit(_ samples: inout [Float]) {
    for place in samples.indices {
      let sample = samples[place]
      samples[place] = sample.isFinite ? max(-1, min(1, sample)) : 0
    }
  }
}
