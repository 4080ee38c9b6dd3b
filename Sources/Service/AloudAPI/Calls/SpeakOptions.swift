public import BusValues
public import Vocabulary

/// The checked options of `Speak`, `SpeakFd` and `Open`.
///
/// `nil` means that the service's configuration decides.
public struct SpeakOptions: Equatable, Sendable {
  /// A voice's identifier or name.
  public var voice: String?
  /// The name of the engine whose voices read (as in `ListVoices`).
  public var engine: String?
  /// BCP 47 tag of the language of those parts of the text that name none.
  public var language: String?
  /// BCP 47 tag of the language of everything, whatever the text says of itself.
  public var allIn: String?
  /// The factor on the voice's own speed, 0.25…6.
  public var rate: Double?
  /// The factor on the voice's own pitch, 0.5…2.
  public var pitch: Double?
  /// The factor on the voice's own variation of pitch, 0…2.
  public var range: Double?
  /// The volume of this text alone, 0…1, multiplied by the general volume.
  public var volume: Double?
  /// The punctuation marks that are read by name.
  public var punctuation: SpokenPunctuation?
  /// Silence before the text, part of its timeline.
  public var leadingDelay: Duration?
  /// Silence after the text, part of its timeline.
  public var trailingDelay: Duration?
  /// The format. `nil`: the format of a file is detected; a string or a pipe is plain text.
  public var format: DocumentFormat?
  /// True if each chapter becomes a track. `nil`: true for opened files and for every format but plain text.
  public var chapters: Bool?
  /// The title that desktops show; `nil` for the text's first words.
  public var title: String?
  /// The authors.
  public var artists: [String]?
  /// The book or magazine that contains it.
  public var album: String?
  /// The URI of the text's source.
  public var url: String?
  /// The `file:` URI of a picture that desktops show.
  public var artURL: String?
  /// The text beside a recording: a `file:` URI, or `none`. `nil`: that of the file beside it, if there is one.
  public var pairedText: String?
  /// True if subtitles are read on their own clock.
  public var onClock = false
  /// The way in which it is studied; `nil`: it is heard as it is.
  public var learn: LearnOptions?
  /// The behaviour if something is already being read.
  public var whenBusy: WhenBusy?
  /// The kind of request; `nil`: a text with chapters is read, any other is spoken.
  public var request: RequestKind?
  /// The previous file's track in a list of files; this text is heard after it.
  public var after: ObjectPath?
  /// True if another text of the same program follows this one.
  public var moreFollows = false
  /// True if the text waits for `Play`.
  public var paused: Bool
  /// True if a document begins at its start instead of at its stored place.
  public var again = false
  /// The chapter with which a document begins, from 1; it overrides the stored place.
  public var fromChapter: Int?
  /// The paragraph of ``fromChapter`` (or of the first chapter) to begin with, from 1.
  public var fromParagraph: Int?

  /// The given options; the configuration decides all others.
  public init(
    voice: String? = nil, engine: String? = nil, language: String? = nil, allIn: String? = nil, rate: Double? = nil,
    pitch: Double? = nil, range: Double? = nil, volume: Double? = nil, punctuation: SpokenPunctuation? = nil,
    leadingDelay: Duration? = nil,
    trailingDelay: Duration? = nil, format: DocumentFormat? = nil, chapters: Bool? = nil, title: String? = nil,
    artists: [String]? = nil, album: String? = nil,
    url: String? = nil, artURL: String? = nil, whenBusy: WhenBusy? = nil, request: RequestKind? = nil,
    after: ObjectPath? = nil, paused: Bool = false
  ) {
    self.voice = voice
    self.engine = engine
    self.language = language
    self.allIn = allIn
    self.rate = rate
    self.pitch = pitch
    self.range = range
    self.volume = volume
    self.punctuation = punctuation
    self.leadingDelay = leadingDelay
    self.trailingDelay = trailingDelay
    self.format = format
    self.chapters = chapters
    self.title = title
    self.artists = artists
    self.album = album
    self.url = url
    self.artURL = artURL
    self.whenBusy = whenBusy
    self.request = request
    self.after = after
    self.paused = paused
  }

  /// Parses a call's options.
  ///
  /// - Throws: `InvalidOption` with the option and the expected type and range, or with the known option that an
  ///   unknown one resembles.
  public init(_ options: [String: BusValue]) throws(APIError) {
    var reader = OptionReader(options)
    try self.init(voiceFrom: &reader)
    rate = try reader.number(Self.rateOption, in: AloudBus.rates)
    pitch = try reader.number(Self.pitchOption, in: 0.5...2)
    range = try reader.number(Self.rangeOption, in: 0...2)
    volume = try reader.number(Self.volumeOption, in: 0...1)
    punctuation = try reader.word(Self.punctuationOption)
    leadingDelay = try reader.duration(Self.leadingDelayOption, upTo: AloudBus.maximumDelay)
    trailingDelay = try reader.duration(Self.trailingDelayOption, upTo: AloudBus.maximumDelay)
    format = try reader.word(Self.formatOption)
    chapters = try reader.flag(Self.chaptersOption)
    title = try reader.line(Self.titleOption)
    artists = try reader.lines(Self.artistOption)
    album = try reader.line(Self.albumOption)
    url = try reader.uri(Self.urlOption)
    artURL = try reader.uri(Self.artURLOption)
    pairedText = try reader.uri(Self.pairedTextOption)
    if let pairedText, pairedText != Self.noText, (try? FileURI.path(of: pairedText)) == nil {
      throw Self.pairedTextOption.refusal()
    }
    onClock = try reader.flag(Self.onClockOption) ?? false
    if let table = try reader.table(Self.learnOption) { learn = try LearnOptions(table) }
    whenBusy = try reader.word(Self.whenBusyOption)
    request = try reader.word(Self.requestOption)
    after = try reader.path(Self.afterOption)
    moreFollows = try reader.flag(Self.moreFollowsOption) ?? false
    paused = try reader.flag(Self.pausedOption) ?? false
    again = try reader.flag(Self.againOption) ?? false
    fromChapter = try reader.ordinal(Self.fromChapterOption)
    fromParagraph = try reader.ordinal(Self.fromParagraphOption)
    try reader.finish()
  }

  /// Parses the options that choose the voice.
  init(voiceFrom reader: inout OptionReader) throws(APIError) {
    self.init(
      voice: try reader.string(Self.voiceOption), engine: try reader.string(Self.engineOption),
      language: try reader.string(Self.languageOption), allIn: try reader.string(Self.allInOption))
  }

  /// The options that choose the voice, for the bus.
  var voiceTable: [String: BusValue] {
    var table: [String: BusValue] = [:]
    table["voice"] = voice.map { .string($0) }
    table["engine"] = engine.map { .string($0) }
    table["language"] = language.map { .string($0) }
    table["all-in"] = allIn.map { .string($0) }
    return table
  }

  /// The options for the bus; defaults are left out.
  public var table: [String: BusValue] {
    var table = voiceTable
    table["rate"] = rate.map { .double($0) }
    table["pitch"] = pitch.map { .double($0) }
    table["range"] = range.map { .double($0) }
    table["volume"] = volume.map { .double($0) }
    table["punctuation"] = punctuation.map { .string($0.rawValue) }
    table["leading-delay"] = leadingDelay.map { .microseconds(Microseconds($0)) }
    table["trailing-delay"] = trailingDelay.map { .microseconds(Microseconds($0)) }
    table["format"] = format.map { .string($0.rawValue) }
    table["chapters"] = chapters.map { .bool($0) }
    table["title"] = title.map { .string($0) }
    table["artist"] = artists.map { .strings($0) }
    table["album"] = album.map { .string($0) }
    table["url"] = url.map { .string($0) }
    table["art-url"] = artURL.map { .string($0) }
    table["paired-text"] = pairedText.map { .string($0) }
    if onClock { table["on-clock"] = .bool(true) }
    table["learn"] = learn.map { .vardict($0.table) }
    table["when-busy"] = whenBusy.map { .string($0.rawValue) }
    table["request"] = request.map { .string($0.rawValue) }
    table["after"] = after.map { .objectPath($0) }
    if moreFollows { table["more-follows"] = .bool(true) }
    if paused { table["paused"] = .bool(true) }
    if again { table["again"] = .bool(true) }
    table["from-chapter"] = fromChapter.map { .uint32(UInt32(clamping: $0)) }
    table["from-paragraph"] = fromParagraph.map { .uint32(UInt32(clamping: $0)) }
    return table
  }
}

extension SpeakOptions {
  static let voiceOption = OptionDescription(
    "voice", .string, "not empty",
    "identifier or name of a voice (ListVoices). It reads its own language; parts that the document declares to be in "
      + "other languages have the voices of those, unless all-in is given too")
  static let engineOption = OptionDescription(
    "engine", .string, "not empty",
    "name of an engine (ListVoices): its best voice for the language reads, and voice is one of its voices. Parts in "
      + "languages that it does not speak have the usual voices")
  static let languageOption = OptionDescription(
    "language", .string, "a BCP 47 tag",
    "language of the parts of the text that declare none, such as de or en-GB; the best voice for it reads")
  static let allInOption = OptionDescription(
    "all-in", .string, "a BCP 47 tag",
    "language of the whole text, whatever its parts declare; one voice reads everything")
  static let rateOption = OptionDescription(
    "rate", .double, "0.25 to 6",
    "speed of this text as a factor of the voice's own (1 is about 175 words a minute); the property Rate comes on top")
  static let pitchOption = OptionDescription(
    "pitch", .double, "0.5 to 2",
    "pitch as a factor of the voice's own; a voice with one-pitch (ListVoices) has no other one")
  static let rangeOption = OptionDescription(
    "range", .double, "0 to 2", "variation of the pitch as a factor of the voice's own; 0 is monotone")
  static let volumeOption = OptionDescription(
    "volume", .double, "0 to 1", "loudness of this text compared with others; the property Volume does not change")
  static let punctuationOption = OptionDescription(
    "punctuation", .string, SpokenPunctuation.choices, "the punctuation marks that are spoken by name")
  static let leadingDelayOption = OptionDescription(
    "leading-delay", .int64, "0 to 3600000000",
    "silence before the text in microseconds; part of its length, can be paused and sought")
  static let trailingDelayOption = OptionDescription(
    "trailing-delay", .int64, "0 to 3600000000",
    "silence after the text in microseconds; part of its length, can be paused and sought")
  static let formatOption = OptionDescription(
    "format", .string, DocumentFormat.words,
    "the format of the document; by default it is recognised for a file (auto), and is text for a string or a pipe. "
      + "Offsets of sentences and words count in the text that is extracted from it")
  static let chaptersOption = OptionDescription(
    "chapters", .bool, "true or false",
    "true if each chapter becomes a track, with offsets from its own start; the returned id is that of the track that "
      + "is read first. The default is true for Open, and for every format but plain text")
  static let titleOption = OptionDescription(
    "title", .string, "not empty, at most 4096 bytes",
    "the title that desktops show; for a document in chapters, the album. By default it is the declared title, the "
      + "name of the file or the first words")
  static let artistOption = OptionDescription(
    "artist", .strings, "at most 4096 bytes together", "the authors, one string each")
  static let albumOption = OptionDescription(
    "album", .string, "not empty, at most 4096 bytes", "the book or magazine to which the text belongs")
  static let urlOption = OptionDescription(
    "url", .string, "a URI of at most 65536 bytes", "the origin of the text")
  static let artURLOption = OptionDescription(
    "art-url", .string, "a percent-encoded file: URI of at most 65536 bytes", "a picture that desktops show beside it")
  /// The value of `paired-text` that refuses a text.
  public static let noText = "none"
  static let pairedTextOption = OptionDescription(
    "paired-text", .string, "a file: URI, or none",
    "the text that is shown beside a recording. By default it is that of a file beside it: for talk.mp3 the first of "
      + "talk.srt, talk.vtt, talk.lrc and talk.txt that exists")
  static let onClockOption = OptionDescription(
    "on-clock", .bool, "true or false",
    "true if subtitles and song texts are read at the times that they name, with silences between them; default false")
  static let learnOption = OptionDescription(
    "learn", .vardict, "the options of Learn",
    "the text or recording is studied: its phrases are heard one after another, with gaps behind them. An empty table "
      + "is the usual way")
  static let whenBusyOption = OptionDescription(
    "when-busy", .string, WhenBusy.choices,
    "the place of the text while something is being read: at once but after the texts that were said earlier, at the "
      + "end, after the current track, at once, or nowhere (error Busy). The interrupted text resumes after it, or stays "
      + "paused if it was paused. By default the configuration decides, by the kind of request")
  static let requestOption = OptionDescription(
    "request", .string, RequestKind.choices,
    "the setting that decides the place: say-when-busy or read-when-busy; a said text has the global rate. By default "
      + "a document in chapters is read, and everything else is said")
  static let afterOption = OptionDescription(
    "after", .objectPath, "a track id",
    "the track that the previous request of a list returned: this one follows it. If that track is no longer to be "
      + "heard, when-busy decides")
  static let moreFollowsOption = OptionDescription(
    "more-follows", .bool, "true or false",
    "true if the caller brings the next chapter later, with after, or ends the series with EndSeries. At the end of the "
      + "text the reading waits for it (State is fetching), for a minute at the most and while the caller is there")
  static let pausedOption = OptionDescription(
    "paused", .bool, "true or false", "true if the text waits for Play; default false")
  static let againOption = OptionDescription(
    "again", .bool, "true or false", "true if a document begins at its start, and not where it was left; default false")
  static let fromChapterOption = OptionDescription(
    "from-chapter", .uint32, "1 to 1000000", "the chapter to begin with, from 1; overrides the kept place")
  static let fromParagraphOption = OptionDescription(
    "from-paragraph", .uint32, "1 to 1000000", "the paragraph of that chapter, or of the first one, from 1")

  /// The options of an utterance of texts and clips: those that are not about documents.
  static let descriptionsOfParts = descriptions.filter { option in
    ![formatOption, chaptersOption, learnOption, againOption, fromChapterOption, fromParagraphOption].contains {
      $0.name == option.name
    }
  }

  /// Parses the options of an utterance of texts and clips.
  ///
  /// - Throws: `InvalidOption`, also for an option that is about documents.
  init(ofParts options: [String: BusValue]) throws(APIError) {
    let known = Set(Self.descriptionsOfParts.map(\.name))
    if let name = Self.descriptions.map(\.name).first(where: { options[$0] != nil && !known.contains($0) }) {
      throw APIError(.invalidOption, "option '\(name)' is about documents; SpeakParts does not know it")
    }
    try self.init(options)
  }

  /// All options, in the order of the documentation.
  public static let descriptions = [
    voiceOption, engineOption, languageOption, allInOption, rateOption, pitchOption, rangeOption, volumeOption,
    punctuationOption,
    leadingDelayOption, trailingDelayOption, formatOption, chaptersOption, titleOption, artistOption, albumOption,
    urlOption, artURLOption, pairedTextOption, onClockOption, learnOption, whenBusyOption, requestOption, afterOption,
    moreFollowsOption, pausedOption,
    againOption, fromChapterOption,
    fromParagraphOption,
  ]
}
