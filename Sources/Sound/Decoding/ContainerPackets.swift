import CFFmpegDecoding

/// The packets of one stream in a container, with its times as places.
final class ContainerPackets: PacketReader {
  /// Containers that tell the length in samples.
  private static let exactContainers: Set<Substring> = [
    "aiff", "ape", "au", "caf", "flac", "mov", "mpc8", "ogg", "tta", "w64", "wav", "wv",
  ]
  /// Steps further back, in seconds, if a container leads to a place behind the wanted one.
  private static let stepsBack: [Double] = [0, 2, 15, 120]

  /// Seconds of sound in a page of Ogg at the most; programs make one second.
  private static let longestPage: Int64 = 20

  private let demuxer: Demuxer
  private let stream: UnsafeMutablePointer<AVStream>
  /// The time of the first packet; 0 if it has none.
  private var firstTime: Int64 = 0
  /// The place of the first packet.
  private var firstPlace: Place = 0
  /// The samples of each packet, where all have the same number; 0 otherwise.
  private var packetSamples: Int64 = 0
  /// The padding that other programs have noted in an MP4 file, and the samples between.
  private let note: (delay: Int64, samples: Int64)?
  private let isCutShort: Bool
  private(set) var rate: Int
  private var hasBegun = false
  /// Packets before this place are left out, in a container that leads only to its start.
  private var skipsBefore = Int64.min
  private var waiting: UnsafeMutablePointer<AVPacket>

  /// - Parameter isCutShort: true if the file tells of more sound than there is.
  init(
    _ demuxer: Demuxer, _ stream: UnsafeMutablePointer<AVStream>, isCutShort: Bool
  ) throws(DecodingError) {
    self.isCutShort = isCutShort
    guard let waiting = av_packet_alloc() else { throw DecodingError(.tooLarge, "no memory") }
    (self.demuxer, self.stream, self.waiting) = (demuxer, stream, waiting)
    rate = max(1, Int(stream.pointee.codecpar.pointee.sample_rate))
    note = demuxer.container == "mov" ? GaplessNote.find(in: demuxer.file.pointee.metadata) : nil
  }

  deinit {
    var waiting: UnsafeMutablePointer<AVPacket>? = waiting
    av_packet_free(&waiting)
  }

  var parameters: UnsafePointer<AVCodecParameters> { UnsafePointer(stream.pointee.codecpar) }

  func setOutput(rate: Int, samples: Int, place: Place?) {
    // The first packet of Vorbis yields nothing.
    if let place, place > 0 { firstPlace -= place }
    firstPlace = firstPlace * Int64(rate) / Int64(self.rate)
    packetSamples = Int64(samples)
    self.rate = rate
  }

  // MARK: Packets

  func read(into packet: UnsafeMutablePointer<AVPacket>) -> PacketResult {
    if waiting.pointee.data != nil {
      av_packet_move_ref(packet, waiting)
      return .done
    }
    while true {
      let result = av_read_frame(demuxer.file, packet)
      guard result >= 0 else {
        if let error = demuxer.readError { return .failed(error) }
        return result == aloud_end_of_file ? .end : .failed(DecodingError.text(result))
      }
      guard packet.pointee.stream_index == stream.pointee.index else {
        av_packet_unref(packet)
        continue
      }
      let time = packet.pointee.pts != aloud_no_time ? packet.pointee.pts : packet.pointee.dts
      if !hasBegun {
        hasBegun = true
        firstTime = time == aloud_no_time ? 0 : time
        firstPlace = firstTime < 0 ? priming : -(note?.delay ?? 0)
      }
      packet.pointee.pts = time == aloud_no_time ? aloud_no_time : place(of: time)
      if packet.pointee.pts != aloud_no_time, packet.pointee.pts < skipsBefore {
        av_packet_unref(packet)
        continue
      }
      return .done
    }
  }

  /// The place of the first packet, which is negative.
  private var priming: Place {
    let padding = Int64(parameters.pointee.initial_padding)
    // The header tells the samples, and the times are rounded to milliseconds.
    return demuxer.container == "matroska" && padding > 0 ? -padding : frames(firstTime)
  }

  private func place(of time: Int64) -> Place {
    let exact = firstPlace + frames(time - firstTime)
    guard isCoarse, packetSamples > 0 else { return exact }
    // Times in milliseconds: the packet whose place is nearest.
    return firstPlace + (Double(exact - firstPlace) / Double(packetSamples)).rounded().clamped * packetSamples
  }

  private func frames(_ time: Int64) -> Int64 {
    av_rescale_q(time, stream.pointee.time_base, AVRational(num: 1, den: Int32(rate)))
  }

  private func time(of frame: Int64) -> Int64 {
    firstTime
      + av_rescale_q_rnd(
        frame - firstPlace, AVRational(num: 1, den: Int32(rate)), stream.pointee.time_base, AV_ROUND_DOWN)
  }

  /// True if a time does not tell the exact frame.
  private var isCoarse: Bool {
    let base = stream.pointee.time_base
    return Int64(rate) * Int64(base.num) > Int64(base.den)
  }

  // MARK: Seeking

  func seek(before frame: Int64) -> PacketResult {
    av_packet_unref(waiting)
    skipsBefore = .min
    let wanted = min(frame, latestStart) - preroll
    guard wanted > firstPlace else { return rewind(to: .min) }
    for seconds in Self.stepsBack {
      let place = wanted - Int64(seconds * Double(rate))
      guard place > firstPlace else { break }
      let result = av_seek_frame(demuxer.file, stream.pointee.index, time(of: place), AVSEEK_FLAG_BACKWARD)
      guard result >= 0 else { continue }
      switch read(into: waiting) {
      case .done where waiting.pointee.pts != aloud_no_time && waiting.pointee.pts <= wanted: return .done
      case .failed(let reason): return .failed(reason)
      default: av_packet_unref(waiting)
      }
    }
    return rewind(to: wanted)
  }

  /// The last frame to which the container leads exactly. The last page of Ogg is cut, and its packets have other times
  /// than in a straight run.
  private var latestStart: Int64 {
    guard demuxer.container == "ogg", let length else { return .max / 2 }
    return length.frames - Self.longestPage * Int64(rate)
  }

  /// Goes to the first packet, or from there to the last one that begins before a place.
  private func rewind(to place: Place) -> PacketResult {
    skipsBefore = place
    if av_seek_frame(demuxer.file, stream.pointee.index, firstTime, AVSEEK_FLAG_BACKWARD) >= 0 {
      return .done
    }
    let result = av_seek_frame(demuxer.file, -1, 0, AVSEEK_FLAG_BYTE)
    return result >= 0 ? .done : .failed(DecodingError.text(result))
  }

  /// Frames that a decoder needs to be in the same state as after all frames before.
  private var preroll: Int64 {
    let seconds =
      switch stream.pointee.codecpar.pointee.codec_id {
      // Its prediction from frame to frame fades by half in each; 80 ms are enough for the ear (RFC 7845, 4.6).
      case AV_CODEC_ID_OPUS: 1.0
      case AV_CODEC_ID_MP3, AV_CODEC_ID_MP2: 1.0
      default: 0.3
      }
    return stream.pointee.codecpar.pointee.codec_id.isUncompressed ? 0 : Int64(seconds * Double(rate))
  }

  // MARK: Length

  func study() -> Bool { false }

  var length: SoundLength? {
    var length = untested
    length?.isCutShort = isCutShort
    return length
  }

  /// The length according to the file, if all of it is there.
  private var untested: SoundLength? {
    if let note { return SoundLength(frames: note.samples, isExact: true, isLimit: true) }
    let duration = stream.pointee.duration
    if duration != aloud_no_time, duration > 0 {
      let isExact = Self.exactContainers.contains(demuxer.container)
      // The samples of priming count, except where the first packet yields no sound.
      let priming = parameters.pointee.codec_id == AV_CODEC_ID_VORBIS ? 0 : min(0, firstPlace)
      return SoundLength(
        frames: max(0, frames(duration) + priming), isExact: isExact, isLimit: isExact && isTrimmed)
    }
    if demuxer.file.pointee.duration > 0 {
      let frames = Double(demuxer.file.pointee.duration) / Double(AV_TIME_BASE) * Double(rate)
      return SoundLength(frames: frames.clamped, isExact: false)
    }
    let bits = max(demuxer.file.pointee.bit_rate, parameters.pointee.bit_rate)
    guard bits > 0 else { return nil }
    return SoundLength(frames: (Double(demuxer.size) * 8 / Double(bits) * Double(rate)).clamped, isExact: false)
  }

  /// True if the container cuts the end of the last packet.
  private var isTrimmed: Bool { demuxer.container == "mov" || demuxer.container == "ogg" }
}

extension Double {
  /// The number as an integer; 0 if it is none.
  fileprivate var clamped: Int64 { isFinite ? Int64(Swift.max(-1e15, Swift.min(1e15, self))) : 0 }
}

extension AVCodecID {
  /// True for PCM, where each sample stands by itself.
  fileprivate var isUncompressed: Bool { 0x10000..<0x11000 ~= rawValue }
}
