public import Speech
public import Vocabulary
import Wire

/// A text to be spoken as one unit.
public struct Utterance: Equatable, Sendable {
  /// The place at which an utterance continues after it crashed the engine; from there on it is spoken in pieces.
  public struct Resumption: Equatable, Sendable {
    /// The start of the first word that is to be spoken.
    public var utf8Offset: Int
    /// Frames that were delivered already.
    public var frame: Int
    /// Marks that were delivered already.
    public var mark: Int

    /// A place after the delivered part.
    public init(utf8Offset: Int, frame: Int, mark: Int) {
      self.utf8Offset = utf8Offset
      self.frame = frame
      self.mark = mark
    }
  }

  /// UTF-8, at most ``maximumText`` bytes.
  public var text: [UInt8]
  /// `nil` if the text is spoken as a whole.
  public var resumption: Resumption?
  /// The parts of the text that are said in another way than the rest, in order; at most ``maximumRuns``. Their voices
  /// are of the same engine. They have no language: that has become a voice.
  public let runs: [TextRun]

  /// The most parts of a text that are said in another way.
  public static let maximumRuns = 255
  /// UTF-8 bytes of one utterance. Sentences are far shorter; on longer texts the engine is slow and sometimes crashes.
  public static let maximumText = 8_192
  /// The longest silence of all runs together: a minute.
  public static let longestPause: Microseconds = 60_000_000
  /// The most bytes of all runs' voices, marks and phonemes, so that a packet holds them with the longest text.
  static let maximumNames = 16_384

  /// A text of at most ``maximumText`` bytes, spoken as a whole unless `resumption` is given. Runs that are said as the
  /// rest are left out.
  public init(text: [UInt8], resumption: Resumption? = nil, runs: [TextRun] = []) {
    self.text = text
    self.resumption = resumption
    self.runs = runs.compactMap { run in
      var run = run
      run.attributes.language = ""
      return run.attributes.isPlain ? nil : run
    }
  }

  /// The runs of the whole text, which cover it in order.
  public var allRuns: [TextRun] { TextRun.covering(text.count, runs) }

  /// The names of the marks, in order.
  public var marks: [String] { runs.compactMap(\.attributes.mark) }

  /// The silence of all runs.
  public var pauses: Microseconds { runs.reduce(.zero) { $0 + $1.attributes.pauseBefore } }

  /// The bytes that are said: those of the text, and all phonemes.
  public var saidBytes: Int { runs.reduce(text.count) { $0 + ($1.attributes.phonemes?.utf8.count ?? 0) } }

  /// True if the text and its runs may be sent: they are within all bounds, and the runs lie in the text, in order and
  /// between characters.
  public var isWellFormed: Bool {
    guard text.count <= Self.maximumText, runs.count <= Self.maximumRuns, pauses <= Self.longestPause,
      runs.reduce(0, { $0 + $1.attributes.nameBytes }) <= Self.maximumNames
    else { return false }
    var end = 0
    for run in runs {
      guard run.utf8.lowerBound >= end, isBetweenCharacters(run.utf8.lowerBound),
        isBetweenCharacters(run.utf8.upperBound), !run.utf8.isEmpty || run.attributes.isPoint,
        run.attributes.isWithinBounds
      else { return false }
      end = run.utf8.upperBound
    }
    return true
  }

  private func isBetweenCharacters(_ place: Int) -> Bool {
    place == text.count || text.indices.contains(place) && text[place] & 0xC0 != 0x80
  }
}

extension RunAttributes {
  fileprivate var nameBytes: Int {
    (voice?.name.utf8.count ?? 0) + (mark?.utf8.count ?? 0) + (phonemes?.utf8.count ?? 0)
  }

  fileprivate var isWithinBounds: Bool {
    .zero...Self.longestPause ~= pauseBefore && (mark?.utf8.count ?? 0) <= Self.maximumMark
      && phonemes.map { isSpeakable($0) } ?? true
  }

  private func isSpeakable(_ phonemes: String) -> Bool {
    1...Self.maximumPhonemes ~= phonemes.utf8.count && !phonemes.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}
