public import BusValues

/// One row of `ListSentences`.
public struct SentenceEntry: Equatable, Sendable {
  /// The type of one row.
  public static let signature: Signature = "(u(uu)(uu)(uu)ssba{sv})"

  /// The index in the track, from 0.
  public var index: UInt32
  /// The range in the track's text.
  public var range: TextRange
  /// The text, with its line ends.
  public var text: String
  /// The class of its block: one of ``Vocabulary/blocks``; more may be added later.
  public var block: String
  /// True if it is the last sentence of its block.
  public var endsBlock: Bool
  /// The number of the list item that begins with it, from 1 on; `nil` if no numbered item does.
  public var ordinal: UInt16?
  /// The cells of a table's row in this sentence, in order and without empty cells. The reader added the text between
  /// two cells for the listener.
  public var cells: [Cell]
  /// The voice that reads it, if that is another one than ``SentenceList/voice``.
  public var voice: String?
  /// The parts that other voices read, in order.
  public var parts: [Part]

  /// A part of a sentence that another voice reads than the rest.
  public struct Part: Equatable, Sendable {
    static let signature: Signature = "((uu)(uu)(uu)s)"

    /// The place in the track's text.
    public var range: TextRange
    /// The identifier of the voice.
    public var voice: String

    /// A part with its voice.
    public init(range: TextRange, voice: String) {
      self.range = range
      self.voice = voice
    }

    var value: BusValue { .structure(range.arguments + [.string(voice)]) }

    init?(_ value: BusValue) {
      guard let fields = value.asStructure, fields.count == 4, let range = TextRange(fields[0...2]),
        let voice = fields[3].asString
      else { return nil }
      self.init(range: range, voice: voice)
    }
  }

  /// A cell of a table, or the part of it in the sentence.
  public struct Cell: Equatable, Sendable {
    static let signature: Signature = "(u(uu)(uu)(uu))"

    /// The column of the table, from 0 on.
    public var column: Int
    /// The place in the track's text.
    public var range: TextRange

    /// A cell, or a part of one.
    public init(column: Int, range: TextRange) {
      self.column = column
      self.range = range
    }

    var value: BusValue { .structure([.uint32(UInt32(clamping: column))] + range.arguments) }

    init?(_ value: BusValue) {
      guard let fields = value.asStructure, fields.count == 4, let column = fields[0].asUInt32,
        let range = TextRange(fields[1...3])
      else { return nil }
      self.init(column: Int(column), range: range)
    }
  }

  /// A row with these values.
  public init(
    index: UInt32, range: TextRange, text: String, block: String = "paragraph", endsBlock: Bool = false,
    ordinal: UInt16? = nil, cells: [Cell] = [], voice: String? = nil, parts: [Part] = []
  ) {
    self.index = index
    self.range = range
    self.text = text
    self.block = block
    self.endsBlock = endsBlock
    self.ordinal = ordinal
    self.cells = cells
    self.voice = voice
    self.parts = parts
  }

  /// The row for the bus. The table at its end holds rare values, and is reserved for additions.
  public var value: BusValue {
    var table: [String: BusValue] = ordinal.map { ["ordinal": .uint32(UInt32($0))] } ?? [:]
    if !cells.isEmpty { table["cells"] = .array(of: Cell.signature, cells.map(\.value)) }
    table["voice"] = voice.map { .string($0) }
    if !parts.isEmpty { table["parts"] = .array(of: Part.signature, parts.map(\.value)) }
    return .structure(
      [.uint32(index)] + range.arguments + [.string(text), .string(block), .bool(endsBlock), .vardict(table)])
  }

  /// Parses a row; `nil` for a value of another type.
  public init?(_ value: BusValue) {
    guard let fields = value.asStructure, fields.count == 8, let index = fields[0].asUInt32,
      let range = TextRange(fields[1...3]), let text = fields[4].asString, let block = fields[5].asString,
      let endsBlock = fields[6].asBool
    else { return nil }
    let table = fields[7].asVardict ?? [:]
    self.init(
      index: index, range: range, text: text, block: block, endsBlock: endsBlock,
      ordinal: table["ordinal"]?.asUInt32.flatMap { UInt16(exactly: $0) },
      cells: table["cells"]?.asArray?.compactMap { Cell($0) } ?? [], voice: table["voice"]?.asString,
      parts: table["parts"]?.asArray?.compactMap { Part($0) } ?? [])
  }
}

/// The answer of `ListSentences`.
public struct SentenceList: Equatable, Sendable {
  /// The sentences in the order of the text, without gaps; empty if there are none at that place.
  public var sentences: [SentenceEntry]
  /// The number of sentences of the track that are known so far.
  public var known: UInt32
  /// True if no sentence follows the known ones.
  public var isComplete: Bool
  /// The current sentence; `nil` if another track is being read, or none of it is heard.
  public var current: UInt32?
  /// True if ``current`` is only an estimate: the text beside a recording tells no times.
  public var isEstimated: Bool
  /// The word that is heard now, if it is known.
  public var word: TextRange?
  /// The voice of the sentences that name none.
  public var voice: String
  /// The sentence at which the listener looked last in a text that tells no times; `nil` if none is known.
  public var looked: UInt32?

  /// An answer with these parts.
  public init(
    _ sentences: [SentenceEntry], known: UInt32, isComplete: Bool, current: UInt32? = nil,
    isEstimated: Bool = false, word: TextRange? = nil, voice: String, looked: UInt32? = nil
  ) {
    self.sentences = sentences
    self.known = known
    self.isComplete = isComplete
    self.current = current
    self.isEstimated = isEstimated
    self.word = word
    self.voice = voice
    self.looked = looked
  }

  /// The answer for the bus: the rows, and a table with the rest.
  public var arguments: [BusValue] {
    var table: [String: BusValue] = ["known": .uint32(known), "complete": .bool(isComplete), "voice": .string(voice)]
    table["current"] = current.map { .uint32($0) }
    if isEstimated { table["estimated"] = .bool(true) }
    table["word"] = word.map { .structure($0.arguments) }
    table["looked"] = looked.map { .uint32($0) }
    return [.array(of: SentenceEntry.signature, sentences.map(\.value)), .vardict(table)]
  }

  /// Parses an answer; `nil` for arguments of another shape.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 2, let rows = arguments[0].asArray, let table = arguments[1].asVardict else { return nil }
    self.init(
      rows.compactMap { SentenceEntry($0) }, known: table["known"]?.asUInt32 ?? 0,
      isComplete: table["complete"]?.asBool ?? false, current: table["current"]?.asUInt32,
      isEstimated: table["estimated"]?.asBool ?? false,
      word: table["word"]?.asStructure.flatMap { TextRange($0[...]) }, voice: table["voice"]?.asString ?? "",
      looked: table["looked"]?.asUInt32)
    guard sentences.count == rows.count else { return nil }
  }
}
