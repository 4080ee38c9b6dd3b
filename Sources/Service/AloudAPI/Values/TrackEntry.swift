public import BusValues
public import Vocabulary

/// One row of `ListTracks`.
public struct TrackEntry: Equatable, Sendable {
  /// The track's id, an argument of `GoTo`, `Move` and `Remove`.
  public var id: ObjectPath
  /// The title that desktops show; never empty for a track of the service.
  public var title: String
  /// The authors.
  public var artists: [String]
  /// The work that contains it.
  public var album: String?
  /// The URI of the text's source.
  public var url: String?
  /// BCP 47; `nil` if unknown.
  public var language: String?
  /// The document of a chapter: the id of its first track, the same for all its chapters. `nil` for a text that is not
  /// divided.
  public var document: ObjectPath?
  /// The number of the chapter, from 1 on.
  public var trackNumber: Int?
  /// The number in the table of contents, such as `2.3`.
  public var contentsNumber: String?
  /// The length; `nil` if unknown.
  public var lengthMicroseconds: Microseconds?
  /// True if every sentence has been measured; otherwise the length is an estimate.
  public var isLengthExact: Bool
  /// The position of the reading in this track; 0 if it has not begun.
  public var positionMicroseconds: Microseconds
  /// One of the words of ``Vocabulary/SessionState`` for the current track, `queued` or `finished` for others.
  public var state: String
  /// True if it is read, or would be read by `Play`.
  public var isCurrent: Bool

  /// The state of a track that has not been heard to its end.
  public static let queued = "queued"
  /// The state of a track that has been heard to its end.
  public static let finished = "finished"

  /// A row with these values.
  public init(
    id: ObjectPath, title: String, artists: [String] = [], album: String? = nil, url: String? = nil,
    language: String? = nil, document: ObjectPath? = nil, trackNumber: Int? = nil, contentsNumber: String? = nil,
    lengthMicroseconds: Microseconds? = nil, isLengthExact: Bool = false, positionMicroseconds: Microseconds = 0,
    state: String = TrackEntry.queued, isCurrent: Bool = false
  ) {
    self.id = id
    self.title = title
    self.artists = artists
    self.album = album
    self.url = url
    self.language = language.map { LanguageSpelling.usual($0) }
    self.document = document
    self.trackNumber = trackNumber
    self.contentsNumber = contentsNumber
    self.lengthMicroseconds = lengthMicroseconds
    self.isLengthExact = isLengthExact
    self.positionMicroseconds = positionMicroseconds
    self.state = state
    self.isCurrent = isCurrent
  }

  /// The row for the bus; unknown values are left out.
  public var table: [String: BusValue] {
    var table: [String: BusValue] = [
      "id": .objectPath(id), "title": .string(title), "length-exact": .bool(isLengthExact),
      "position": .microseconds(positionMicroseconds), "state": .string(state), "current": .bool(isCurrent),
    ]
    if !artists.isEmpty { table["artist"] = .strings(artists) }
    table["album"] = album.map { .string($0) }
    table["url"] = url.map { .string($0) }
    table["language"] = language.map { .string($0) }
    table["document"] = document.map { .objectPath($0) }
    table["track-number"] = trackNumber.flatMap { UInt32(exactly: $0) }.map { .uint32($0) }
    table["contents-number"] = contentsNumber.map { .string($0) }
    table["length"] = lengthMicroseconds.map { .microseconds($0) }
    return table
  }

  /// Parses a row; `nil` if the id is missing. All other values have defaults.
  public init?(_ table: [String: BusValue]) {
    guard let id = table["id"]?.asObjectPath else { return nil }
    self.init(
      id: id, title: table["title"]?.asString ?? "", artists: table["artist"]?.asStrings ?? [],
      album: table["album"]?.asString, url: table["url"]?.asString, language: table["language"]?.asString,
      document: table["document"]?.asObjectPath, trackNumber: table["track-number"]?.asUInt32.map { Int($0) },
      contentsNumber: table["contents-number"]?.asString, lengthMicroseconds: table["length"]?.asMicroseconds,
      isLengthExact: table["length-exact"]?.asBool ?? false,
      positionMicroseconds: table["position"]?.asMicroseconds ?? 0, state: table["state"]?.asString ?? Self.queued,
      isCurrent: table["current"]?.asBool ?? false)
  }
}

/// The parts that `Diagnose` looks at, in no order.
public enum DiagnosedPart: String, CaseIterable, Sendable {
  /// The voices of the speech engine.
  case voices
  /// An engine beside the usual one that does not work.
  case engine
  /// A sentence that is made into sound, and not played.
  case speech
  /// PipeWire, and the sink that the sound goes to.
  case output
  /// The notice before the machine goes to sleep.
  case sleep
  /// The store of queue, places and library.
  case state
  /// The way to the notifications of the desktop.
  case notifications
  /// The sources that tell of a locked screen.
  case lock
}

/// One row of `Diagnose`: `(sbss)`.
public struct DiagnosisStep: Equatable, Sendable {
  /// The type of one row.
  public static let signature: Signature = "(sbss)"
  /// The name of the check, for example `voices`.
  public var step: String
  /// True if reading can rely on it.
  public var isWell: Bool
  /// The finding.
  public var detail: String
  /// The remedy; empty if none is needed. It may be useful even if reading can rely on the rest.
  public var cure: String

  /// The part that was looked at; `nil` for one of a later version.
  public var part: DiagnosedPart? { DiagnosedPart(rawValue: step) }

  /// A step with its result and cure.
  public init(_ part: DiagnosedPart, isWell: Bool, detail: String, cure: String = "") {
    self.init(step: part.rawValue, isWell: isWell, detail: detail, cure: cure)
  }

  private init(step: String, isWell: Bool, detail: String, cure: String) {
    self.step = step
    self.isWell = isWell
    self.detail = detail
    self.cure = cure
  }

  /// The row for the bus.
  public var value: BusValue { .structure([.string(step), .bool(isWell), .string(detail), .string(cure)]) }

  /// Parses a row; `nil` for a value of another type.
  public init?(_ value: BusValue) {
    guard let fields = value.asStructure, fields.count == 4, let step = fields[0].asString,
      let isWell = fields[1].asBool, let detail = fields[2].asString, let cure = fields[3].asString
    else { return nil }
    self.init(step: step, isWell: isWell, detail: detail, cure: cure)
  }
}
