public import Speech
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
  /// The parts of the text that other voices of the same engine speak, in order; at most ``maximumRuns``.
  public var runs: [TextRun]

  /// The most parts of a text that other voices speak.
  public static let maximumRuns = 255
  /// UTF-8 bytes of one utterance. Sentences are far shorter; on longer texts the engine is slow and sometimes crashes.
  public static let maximumText = 8_192

  /// A text of at most ``maximumText`` bytes, spoken as a whole unless `resumption` is given.
  public init(text: [UInt8], resumption: Resumption? = nil, runs: [TextRun] = []) {
    self.text = text
    self.resumption = resumption
    self.runs = runs
  }

  /// The runs of the whole text, which cover it in order.
  public var allRuns: [TextRun] { TextRun.covering(text.count, runs) }
}

extension ByteWriter {
  mutating func utterance(_ utterance: Utterance) {
    precondition(utterance.text.count <= Utterance.maximumText, "an utterance longer than a packet")
    if let resumption = utterance.resumption {
      u8(1)
      count(resumption.utf8Offset)
      count(resumption.frame)
      count(resumption.mark)
    } else {
      u8(0)
    }
    u8(UInt8(utterance.runs.count))
    for run in utterance.runs {
      count(run.utf8.lowerBound)
      count(run.utf8.upperBound)
      string(run.attributes.voice?.name ?? "")
    }
    raw(utterance.text)
  }
}

extension ByteReader {
  mutating func utterance() -> Utterance? {
    guard let flag = u8(), flag <= 1 else { return nil }
    var resumption: Utterance.Resumption?
    if flag == 1 {
      guard let offset = count(), let frame = count(), let mark = count() else { return nil }
      resumption = .init(utf8Offset: offset, frame: frame, mark: mark)
    }
    guard let runs = textRuns() else { return nil }
    let text = Array(rest())
    guard text.count <= Utterance.maximumText, offsetFits(resumption, text.count), fit(runs, text) else { return nil }
    return Utterance(text: text, resumption: resumption, runs: runs)
  }

  private mutating func textRuns() -> [TextRun]? {
    guard let count = u8() else { return nil }
    var runs: [TextRun] = []
    for _ in 0..<count {
      guard let start = self.count(), let end = self.count(), let voice = string(), start < end,
        start >= runs.last?.utf8.upperBound ?? 0
      else { return nil }
      runs.append(TextRun(utf8: start..<end, voice: .own(voice)))
    }
    return runs
  }

  /// True if the parts lie in the text and end between characters.
  private func fit(_ runs: [TextRun], _ text: [UInt8]) -> Bool {
    runs.allSatisfy { run in
      run.utf8.upperBound <= text.count
        && [run.utf8.lowerBound, run.utf8.upperBound].allSatisfy { $0 == text.count || text[$0] & 0xC0 != 0x80 }
    }
  }

  private func offsetFits(_ resumption: Utterance.Resumption?, _ count: Int) -> Bool {
    resumption.map { $0.utf8Offset <= count } ?? true
  }
}
