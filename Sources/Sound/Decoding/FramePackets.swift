import CFFmpegDecoding
import Glibc
import Recordings

/// The packets of a file that consists of frames of MPEG audio, MP3 for example. An index of them is made beside the
/// playing, so that each seek is exact in files that have none.
final class FramePackets: PacketReader {
  /// Frames between two entries of the index.
  private static let stride: Int64 = 16
  /// Frames that a decoder needs to be in the same state as after all frames before. A frame of layer III may have a
  /// part of its bits up to 511 bytes before itself, which are some twenty of the shortest frames.
  private static let preroll: Int64 = 32
  /// Steps of the index between two looks at the requests; they take one or two milliseconds.
  private static let studySteps = 2_000
  /// Bytes of tags behind the last frame.
  private static let mostTags: Int64 = 256 << 10
  /// Steps at the beginning: half a minute of sound, from which the length is estimated.
  private static let firstSteps = 1_200

  private let descriptor: Int32
  private let first: MPEGAudioHeader
  private let information: InformationFrame?
  /// The first byte of the first frame with sound.
  private let start: Int64
  private var playing: FrameWalker
  /// The number of the frame at which `playing` stands.
  private var number: Int64 = 0
  private var indexing: FrameWalker
  /// The places of each sixteenth frame that the index has passed.
  private var places: [Int64] = []
  /// True if the places were found by another reader.
  private var isGiven = false
  private var indexed: Int64 = 0
  private var indexEnd: FrameWalker.Step?
  private let storage: UnsafeMutablePointer<AVCodecParameters>

  /// - Parameter descriptor: stays the caller's.
  /// - Throws: `damaged` if there are no frames.
  init(descriptor: Int32) throws(DecodingError) {
    let (place, first) = try Self.firstFrame(descriptor)
    var walker = FrameWalker(descriptor: descriptor, at: place, kind: first.kind)
    guard case .frame(let frame) = walker.next() else { throw DecodingError(.damaged, "no whole frame") }
    information = InformationFrame(walker.bytes(of: frame), first)
    let start = information == nil ? place : walker.place
    self.start = start
    self.descriptor = descriptor
    self.first = first
    walker.move(to: start)
    (playing, indexing) = (walker, walker)
    guard let storage = avcodec_parameters_alloc() else { throw DecodingError(.tooLarge, "no memory") }
    self.storage = storage
    storage.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    storage.pointee.codec_id =
      switch first.coding {
      case .layer1: AV_CODEC_ID_MP1
      case .layer2: AV_CODEC_ID_MP2
      case .layer3: AV_CODEC_ID_MP3
      case .aac: AV_CODEC_ID_AAC
      }
    storage.pointee.sample_rate = Int32(first.sampleRate)
    study(steps: Self.firstSteps)
  }

  deinit {
    var storage: UnsafeMutablePointer<AVCodecParameters>? = storage
    avcodec_parameters_free(&storage)
  }

  /// The first frame with another one behind it, after all tags.
  private static func firstFrame(_ descriptor: Int32) throws(DecodingError) -> (Int64, MPEGAudioHeader) {
    var window = FileWindow(descriptor: descriptor)
    var place: Int64 = 0
    while case let bytes = window.bytes(from: place, atLeast: 10), let tag = ID3Tag.length(bytes) { place += tag }
    let end = place + FrameSearch.patience
    while place < end {
      let bytes = window.bytes(from: place, atLeast: FrameSearch.sample)
      if window.error != 0 { throw DecodingError(.unreadable, String(cString: strerror(window.error))) }
      guard let found = FrameSearch.first(in: bytes) else {
        // The rest of this piece is too short to show two frames.
        guard bytes.count > FrameSearch.sample else { break }
        place += Int64(bytes.count - FrameSearch.sample)
        continue
      }
      return (place + Int64(found.offset), found.header)
    }
    throw DecodingError(.damaged, "no frames of sound in it")
  }

  // MARK: Packets

  var parameters: UnsafePointer<AVCodecParameters> { UnsafePointer(storage) }
  private(set) lazy var rate = first.sampleRate
  /// The samples of a frame at the decoder's rate.
  private var samples: Int64 { Int64(first.samples * (rate / first.sampleRate)) }
  private var delay: Int64 { information?.delay ?? 0 }

  func setOutput(rate: Int, samples: Int, place: Place?) { self.rate = max(rate, first.sampleRate) }

  func read(into packet: UnsafeMutablePointer<AVPacket>) -> PacketResult {
    while true {
      switch playing.next() {
      case .frame(let frame):
        let bytes = playing.bytes(of: frame)
        guard av_new_packet(packet, Int32(bytes.count)) >= 0 else { return .failed("no memory") }
        bytes.withUnsafeBufferPointer { bytes in
          if let base = bytes.baseAddress { packet.pointee.data.update(from: base, count: bytes.count) }
        }
        packet.pointee.pts = number * samples - delay
        packet.pointee.duration = samples
        number += 1
        return .done
      case .searching: continue
      case .end: return .end
      case .lost(let bytes): return .failed("there is no sound in \(bytes) bytes")
      case .failed(let error): return .failed(String(cString: strerror(error)))
      }
    }
  }

  func seek(before frame: Int64) -> PacketResult {
    let wanted = max(0, (frame + delay) / samples - Self.preroll)
    while indexed <= wanted, study() {}
    let entry = min(wanted, max(0, indexed - 1)) / Self.stride
    guard places.indices.contains(Int(entry)) else { return .end }
    playing.move(to: places[Int(entry)])
    if isGiven, !playing.isAtFrame {
      forgetGiven()
      return seek(before: frame)
    }
    number = entry * Self.stride
    return .done
  }

  // MARK: The index

  func study() -> Bool {
    study(steps: Self.studySteps)
    return indexEnd == nil
  }

  private func study(steps: Int) {
    for _ in 0..<steps where indexEnd == nil {
      switch indexing.next() {
      case .frame(let frame):
        if indexed % Self.stride == 0 { places.append(frame.place) }
        indexed += 1
      case .searching: return
      case let end: indexEnd = end
      }
    }
  }

  var index: [UInt8]? {
    guard indexEnd == .end, !isGiven, indexed > Int64(Self.firstSteps) else { return nil }
    return PlaceIndex(kind: first.kind, fileSize: fileSize, frames: indexed, places: places).bytes
  }

  func take(index: [UInt8]) -> Bool {
    guard indexEnd == nil, let other = PlaceIndex(bytes: index), other.kind == first.kind, other.fileSize == fileSize,
      other.frames >= indexed, other.places.starts(with: places), let last = other.places.last,
      Int64(other.places.count - 1) * Self.stride + framesToEnd(from: last) == other.frames
    else { return false }
    (places, indexed, indexEnd, isGiven) = (other.places, other.frames, .end, true)
    return true
  }

  /// The frames from a place to the end of the file; more than ``stride`` if the end is not that near.
  private func framesToEnd(from place: Int64) -> Int64 {
    var walker = indexing
    walker.move(to: place)
    guard walker.isAtFrame else { return 0 }
    for count in 0...Self.stride {
      switch walker.next() {
      case .frame: continue
      case .end: return count
      case .searching, .lost, .failed: return Self.stride + 1
      }
    }
    return Self.stride + 1
  }

  /// The file is another one than that of the given index.
  private func forgetGiven() {
    (places, indexed, indexEnd, isGiven) = ([], 0, nil, false)
    indexing.move(to: start)
  }

  var length: SoundLength? {
    if indexEnd != nil { return exactLength(indexed) }
    if let information, let frames = information.frames, let bytes = information.bytes, frames > 0 {
      // Otherwise it is the information of another file.
      let rest = fileSize - (start - Int64(first.length) + bytes)
      if 0...Self.mostTags ~= rest { return exactLength(frames) }
    }
    guard indexed > 0 else { return nil }
    let bytesOfFrame = Double(indexing.place - start) / Double(indexed)
    let frames = Int64(Double(fileSize - start) / bytesOfFrame)
    return SoundLength(frames: max(0, frames * samples - delay), isExact: false)
  }

  private func exactLength(_ count: Int64) -> SoundLength {
    let all = max(0, count * samples - delay)
    let declared = information?.frames ?? count
    // Some programs count the information frame, too.
    guard declared <= count + 1 else { return SoundLength(frames: all, isExact: true, isCutShort: true) }
    guard declared == count, let padding = information?.padding else { return SoundLength(frames: all, isExact: true) }
    return SoundLength(frames: max(0, all - padding), isExact: true, isLimit: true)
  }

  private var fileSize: Int64 { FileWindow(descriptor: descriptor).fileSize }
}
