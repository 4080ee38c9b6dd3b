import Documents
import Playback
import Speech
import Study
import Vocabulary

/// Conversion between a track and a row of the database.
enum TrackRow {
  static let columns = [
    "id", "title", "artists", "album", "url", "art_url", "language", "grouping", "length", "length_is_exact", "voice",
    "words_per_minute", "pitch", "range", "punctuation", "gain", "leading_delay", "trailing_delay", "sentence_gap",
    "paragraph_gap", "path", "device", "inode", "size", "modified", "fingerprint", "text_bytes", "text_is_complete",
    "is_heard", "place", "place_scalar", "place_sequence", "wish_after", "reason_after", "detail_after",
    "format", "voice_is_free", "document", "chapter", "chapter_count", "track_number", "contents_number",
    "content_created", "is_said", "paired_text", "is_on_clock", "parts", "sample_rate", "study", "phrase_order",
  ]

  /// Updates the row in place: deleting it would delete its text.
  static let write = """
    INSERT INTO track(\(columns.joined(separator: ", ")))
    VALUES(\(columns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT(id) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """
  static let read = "SELECT \(columns.joined(separator: ", ")) FROM track"

  /// The character between two artists; titles do not contain it.
  private static let separator: Character = "\u{1F}"

  static func values(of track: KeptTrack, sequence: UInt64) -> [SQLValue] {
    let metadata = track.entry.metadata
    var values: [SQLValue] = [
      .integer(Int64(bitPattern: track.entry.id.number)), .text(metadata.title),
      .text(metadata.artists.joined(separator: String(separator))), SQLValue(metadata.album), SQLValue(metadata.url),
      SQLValue(metadata.artURL), SQLValue(metadata.language), SQLValue(track.entry.group),
      SQLValue(track.entry.length?.microseconds.count), .integer(track.entry.length?.isExact == true ? 1 : 0),
      .text(track.voice.voice.text), .integer(Int64(track.voice.wordsPerMinute)), .integer(Int64(track.voice.pitch)),
      .integer(Int64(track.voice.range)), .text(track.voice.punctuation.rawValue), .real(track.gain),
      .integer(track.gaps.leadingDelay.count), .integer(track.gaps.trailingDelay.count),
      .integer(track.gaps.sentence.count), .integer(track.gaps.paragraph.count),
    ]
    switch track.text {
    case .file(let path, let identity, let fingerprint):
      values += [
        .text(path), .integer(Int64(bitPattern: identity.device)), .integer(Int64(bitPattern: identity.inode)),
        .integer(identity.size), .integer(identity.modified), SQLValue(fingerprint.map { Int64(bitPattern: $0) }),
        .null, .null,
      ]
    case .stored(let bytes, let isComplete):
      values += [.null, .null, .null, .null, .null, .null, .integer(Int64(bytes)), .integer(isComplete ? 1 : 0)]
    }
    let wish = track.wishAfter.map(WishValues.init)
    return values + [
      .integer(track.isHeard ? 1 : 0), .integer(track.place.microseconds.count),
      SQLValue(track.place.scalar.map { Int64($0) }), .integer(Int64(bitPattern: sequence)), SQLValue(wish?.wish),
      SQLValue(wish?.reason), SQLValue(wish?.detail),
      .text(track.format), .integer(Int64(track.languages.rawValue)),
      SQLValue(track.chapter.map { Int64(bitPattern: $0.document.number) }),
      SQLValue(track.chapter.map { Int64($0.index) }),
      SQLValue(track.chapter?.count.map { Int64($0) }), SQLValue(metadata.trackNumber.map { Int64($0) }),
      SQLValue(metadata.contentsNumber), SQLValue(metadata.contentCreated),
      .integer(track.entry.isSaid ? 1 : 0), SQLValue(track.pairedText.column), .integer(track.isOnClock ? 1 : 0),
      PartText.value(of: track.parts), .integer(Int64(track.sampleRate.hertz)), SQLValue(track.study?.text),
      SQLValue(track.phraseOrder?.text),
    ]
  }

  /// - Returns: the track, and the newest journal record when it was written; `nil` for an invalid row.
  static func track(_ row: [SQLValue]) -> (track: KeptTrack, sequence: UInt64)? {
    var columns = row[...]
    func next() -> SQLValue { columns.popFirst() ?? .null }
    func number() -> Int64? { next().asInteger }

    guard let id = number(), let title = next().asText, let artists = next().asText else { return nil }
    var metadata = TrackMetadata(title: title, artists: artists.split(separator: separator).map(String.init))
    metadata.album = next().asText
    metadata.url = next().asText
    metadata.artURL = next().asText
    metadata.language = next().asText
    let group = next().asText
    let length = number()
    let isExact = number() == 1
    guard let voice = next().asText, let words = number(), let pitch = number(), let range = number(),
      let punctuation = next().asText.flatMap(SpokenPunctuation.init), let gain = next().asReal,
      let leading = number(), let trailing = number(), let sentence = number(), let paragraph = number(),
      min(leading, trailing, sentence, paragraph) >= 0
    else { return nil }
    let path = next().asText
    let identity = (number(), number(), number(), number())
    let fingerprint = number()
    let stored = (bytes: number(), isComplete: number() == 1)
    let text: KeptText
    if let path, let device = identity.0, let inode = identity.1, let size = identity.2, let modified = identity.3 {
      text = .file(
        path: path,
        FileIdentity(
          device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), size: size, modified: modified),
        fingerprint: fingerprint.map { UInt64(bitPattern: $0) })
    } else if let bytes = stored.bytes {
      text = .stored(bytes: Int(bytes), isComplete: stored.isComplete)
    } else {
      return nil
    }
    let isHeard = number() == 1
    guard let place = number(), place >= 0 else { return nil }
    let scalar = number()
    let sequence = number() ?? 0
    let wishAfter = WishValues(wish: next().asText, reason: next().asText, detail: next().asText)?.value
    let format = next().asText ?? "text"
    let languages = number().flatMap { UInt8(exactly: $0) }.flatMap { LanguageMode(rawValue: $0) } ?? .one
    let (document, index, count) = (number(), number(), number())
    var chapter: KeptChapter?
    if let document, let index, index >= 0 {
      chapter = KeptChapter(
        of: TrackID(UInt64(bitPattern: document)), index: Int(clamping: index), count: count.map { Int(clamping: $0) })
    }
    metadata.trackNumber = number().map { Int(clamping: $0) }
    metadata.contentsNumber = next().asText
    metadata.contentCreated = next().asText
    let isSaid = number() == 1
    let pairedText = PairedText(column: next().asText)
    let isOnClock = number() == 1
    let parts = PartText.parts(next())
    let sampleRate = number()
    let study = next().asText.map { StudyPlan(text: $0) }
    let phraseOrder = next().asText.flatMap { PhraseOrder(text: $0) }
    let track = KeptTrack(
      entry: QueueEntry(
        id: TrackID(UInt64(bitPattern: id)), metadata: metadata,
        length: length.map { TrackLength(microseconds: Microseconds($0).asPlace, isExact: isExact) }, group: group,
        isSaid: isSaid, document: chapter?.document),
      voice: VoiceConfiguration(
        voice: VoiceID(voice), wordsPerMinute: Int(clamping: words), pitch: Int(clamping: pitch),
        range: Int(clamping: range),
        punctuation: punctuation),
      gain: min(max(0, gain), 1),
      gaps: Silences(
        leadingDelay: Microseconds(leading), trailingDelay: Microseconds(trailing), sentence: Microseconds(sentence),
        paragraph: Microseconds(paragraph)),
      sampleRate: SampleRate(kept: sampleRate),
      text: text, format: format, languages: languages, chapter: chapter, pairedText: pairedText,
      isOnClock: isOnClock, parts: parts, study: study, phraseOrder: phraseOrder, isHeard: isHeard,
      place: KeptPlace(microseconds: Microseconds(place).asPlace, scalar: scalar.map { Int(clamping: max(0, $0)) }),
      wishAfter: wishAfter)
    return (track, UInt64(bitPattern: sequence))
  }
}

extension PairedText {
  fileprivate var column: String? {
    switch self {
    case .beside: nil
    case .file(let path): path
    case .none: ""
    }
  }

  fileprivate init(column: String?) {
    guard let column else {
      self = .beside
      return
    }
    self = column.isEmpty ? .none : .file(column)
  }
}

/// The wish as words.
struct WishValues {
  var wish: String
  var reason: String?
  var detail: String?

  init(_ value: Remembered.Wish) {
    switch value {
    case .stopped: wish = "stopped"
    case .playing: wish = "playing"
    case .paused(let reason):
      wish = "paused"
      self.reason = reason.word.rawValue
      detail = reason.detail
    }
  }

  init?(wish: String?, reason: String?, detail: String?) {
    guard let wish else { return nil }
    self.wish = wish
    self.reason = reason
    self.detail = detail
  }

  /// `nil` for words that this program does not support.
  var value: Remembered.Wish? {
    switch wish {
    case "stopped": .stopped
    case "playing": .playing
    // A reason that only another version supports is still a pause.
    case "paused": .paused(reason.flatMap(PauseWord.init).map { PauseReason($0, detail) } ?? .user)
    default: nil
    }
  }
}

extension SampleRate {
  /// The rate of a column; that of the usual voices for what no voice has.
  fileprivate init(kept hertz: Int64?) {
    let hertz = Int(clamping: hertz ?? 0)
    self = Self.ofVoices.contains(hertz) ? SampleRate(hertz: hertz) : .usual
  }
}
