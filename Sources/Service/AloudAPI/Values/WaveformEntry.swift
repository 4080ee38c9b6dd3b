public import BusValues
public import Vocabulary

/// The answer of `GetWaveform`: the picture of a recording, as far as it is made, and the marks in it.
public struct WaveformEntry: Equatable, Sendable {
  /// The loudest sample of each part of the sound, 255 for full scale, from ``start`` on.
  public var peaks: [UInt8]
  /// The media time of a part, in microseconds; 0 if there are no peaks yet.
  public var step: Double
  /// The media time at which the first part begins; negative in a chapter, whose file begins earlier.
  public var start: Microseconds
  /// The media time up to which the picture is made.
  public var covered: Microseconds
  /// True if nothing will be added.
  public var isComplete: Bool
  /// The starts of the chapters in the file.
  public var chapters: [Microseconds]
  /// The places of the bookmarks.
  public var bookmarks: [Microseconds]
  /// The beginning of the part that is repeated between two marks; `nil` if none is marked.
  public var a: Microseconds?
  /// The end of that part; `nil` if none is marked.
  public var b: Microseconds?
  /// The length of the recording, which is not that of the track while it is studied; `nil` if it is not told.
  public var length: Microseconds?

  /// A picture with these parts.
  public init(
    peaks: [UInt8] = [], step: Double = 0, start: Microseconds = 0, covered: Microseconds = 0,
    isComplete: Bool = false, chapters: [Microseconds] = [], bookmarks: [Microseconds] = [], a: Microseconds? = nil,
    b: Microseconds? = nil, length: Microseconds? = nil
  ) {
    (self.peaks, self.step, self.start, self.covered) = (peaks, step, start, covered)
    self.isComplete = isComplete
    (self.chapters, self.bookmarks, self.a, self.b) = (chapters, bookmarks, a, b)
    self.length = length
  }

  /// The answer for the bus: the peaks, and a table with the rest.
  public var arguments: [BusValue] {
    func times(_ times: [Microseconds]) -> BusValue { .array(of: .int64, times.map { .microseconds($0) }) }
    var table: [String: BusValue] = [
      "step": .double(step), "start": .microseconds(start), "covered": .microseconds(covered),
      "complete": .bool(isComplete),
    ]
    if !chapters.isEmpty { table["chapters"] = times(chapters) }
    if !bookmarks.isEmpty { table["bookmarks"] = times(bookmarks) }
    table["a"] = a.map { .microseconds($0) }
    table["b"] = b.map { .microseconds($0) }
    table["length"] = length.map { .microseconds($0) }
    return [.array(of: .byte, peaks.map { .byte($0) }), .vardict(table)]
  }

  /// Parses an answer; `nil` for arguments of another shape.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 2, let peaks = arguments[0].asArray?.compactMap(\.asByte),
      let table = arguments[1].asVardict
    else { return nil }
    func times(_ name: String) -> [Microseconds] { table[name]?.asArray?.compactMap(\.asMicroseconds) ?? [] }
    self.init(
      peaks: peaks, step: table["step"]?.asDouble ?? 0, start: table["start"]?.asMicroseconds ?? 0,
      covered: table["covered"]?.asMicroseconds ?? 0, isComplete: table["complete"]?.asBool ?? false,
      chapters: times("chapters"), bookmarks: times("bookmarks"), a: table["a"]?.asMicroseconds,
      b: table["b"]?.asMicroseconds, length: table["length"]?.asMicroseconds)
  }
}
