import Recordings

/// Steps from frame to frame of an MPEG audio file. Two walkers that stand at the same frame find the same frames.
struct FrameWalker {
  /// A frame in the file.
  struct Frame: Equatable {
    var place: Int64
    var length: Int
  }

  /// The result of a step.
  enum Step: Equatable {
    case frame(Frame)
    /// The file ends. A frame that is not whole does not count.
    case end
    /// Much of the file was searched without a frame; the next step goes on.
    case searching
    /// No frame in so many bytes.
    case lost(bytes: Int64)
    case failed(Int32)
  }

  /// Bytes without a frame after which a file is broken. Tags in the middle of a file do not count.
  private static let patience: Int64 = 16 << 20
  /// Bytes that are searched in one step.
  private static let slice: Int64 = 1 << 20

  /// The frames that count; others are junk.
  let kind: UInt32
  /// The next byte.
  private(set) var place: Int64
  private var window: FileWindow
  /// True if a frame ended at `place`, so that the next one needs no other evidence than its header.
  private var isInStep = true
  private var junk: Int64 = 0

  /// A walker that stands at a frame.
  init(descriptor: Int32, at place: Int64, kind: UInt32) {
    window = FileWindow(descriptor: descriptor)
    (self.place, self.kind) = (place, kind)
  }

  /// Goes to a frame that was found before.
  mutating func move(to place: Int64) { (self.place, isInStep, junk) = (place, true, 0) }

  /// True if it stands at the header of a frame.
  var isAtFrame: Bool {
    mutating get { header(window.bytes(from: place, atLeast: MPEGAudioHeader.size)) != nil }
  }

  /// The next frame.
  mutating func next() -> Step {
    var searched: Int64 = 0
    while searched < Self.slice {
      let bytes = window.bytes(from: place, atLeast: 8192 + MPEGAudioHeader.size)
      if window.error != 0 { return .failed(window.error) }
      guard bytes.count >= MPEGAudioHeader.size else { return .end }
      if let header = header(bytes), isInStep || isConfirmed(header, in: bytes) {
        guard bytes.count >= header.length else { return .end }
        defer { (place, isInStep, junk) = (place + Int64(header.length), true, 0) }
        return .frame(Frame(place: place, length: header.length))
      }
      isInStep = false
      // A tag, perhaps with a cover, says how long it is.
      if let tag = ID3Tag.length(bytes) {
        (place, searched) = (place + tag, searched + 10)
        continue
      }
      let rest = bytes.dropFirst()
      let skipped = Int64((rest.firstIndex(of: 0xFF) ?? rest.endIndex) - bytes.startIndex)
      (place, junk, searched) = (place + skipped, junk + skipped, searched + skipped)
      if junk > Self.patience { return .lost(bytes: junk) }
    }
    return .searching
  }

  /// The bytes of a frame, without its end if the file has shrunk meanwhile.
  mutating func bytes(of frame: Frame) -> ArraySlice<UInt8> {
    window.bytes(from: frame.place, atLeast: frame.length).prefix(frame.length)
  }

  private func header(_ bytes: ArraySlice<UInt8>) -> MPEGAudioHeader? {
    MPEGAudioHeader(bytes.prefix(MPEGAudioHeader.size)).flatMap { $0.kind == kind ? $0 : nil }
  }

  /// True if another frame follows, or nothing at all.
  private func isConfirmed(_ header: MPEGAudioHeader, in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == header.length || self.header(bytes.dropFirst(header.length)) != nil
  }
}

/// The tag of an MP3 in front of its frames.
enum ID3Tag {
  /// The bytes of the tag that begins here; `nil` if there is none.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let head = Array(bytes.prefix(10))
    guard head.count == 10, head.starts(with: "ID3".utf8), head[3] < 0xFF, head[4] < 0xFF,
      head[6...].allSatisfy({ $0 < 0x80 })
    else { return nil }
    let footer: Int64 = head[5] & 0x10 != 0 ? 10 : 0
    return 10 + head[6...].reduce(0) { $0 << 7 | Int64($1) } + footer
  }
}
