public import BusValues
import Vocabulary

extension AloudCall {
  /// Decodes a received call.
  ///
  /// - Parameters:
  ///   - method: the member's name.
  ///   - arguments: values of the types that ``AloudInterface/description`` declares.
  /// - Throws: `InvalidOption` or `TooLarge` for a value, `InvalidOption` for an unknown option, `UnknownMethod` or
  ///   `InvalidArgs` for another shape.
  public static func decode(method: String, arguments: [BusValue]) throws(BusError) -> AloudCall {
    guard let description = AloudInterface.description.method(method) else {
      throw .unknownMethod("\(AloudBus.interface) has no method \(method)")
    }
    guard BusValue.conform(arguments, to: description.input.map(\.signature)), let last = arguments.last else {
      throw .invalidArguments("\(method) takes arguments of the types \(description.inputSignature)")
    }
    do {
      // Only `Say` has no options.
      guard let call = try make(method, arguments, last.asVardict ?? [:]) else {
        throw BusError.invalidArguments("\(method) takes arguments of the types \(description.inputSignature)")
      }
      return call
    } catch let error as APIError {
      throw error.busError
    } catch let error as BusError {
      throw error
    } catch {
      throw .failed("\(error)")
    }
  }

  private static func make(
    _ method: String, _ arguments: [BusValue], _ options: [String: BusValue]
  ) throws(APIError) -> AloudCall? {
    if let call = try makeWithSpeakOptions(method, arguments[0], options) { return call }
    if let call = try makeAboutText(method, arguments, options) { return call }
    if let call = try makeStudy(method, arguments, options) { return call }
    if let call = try makeAnnouncement(method, arguments, options) { return call }
    if let call = try makeNotification(method, arguments, options) { return call }
    var reader = OptionReader(options)
    var call = try makeMoving(method, arguments, &reader)
    if call == nil { call = try makePlain(method, arguments, &reader) }
    try reader.finish()
    return call
  }

  private static func makePlain(
    _ method: String, _ arguments: [BusValue], _ reader: inout OptionReader
  ) throws(APIError) -> AloudCall? {
    switch (method, arguments[0]) {
    case ("Play", _): return .play
    case ("Pause", _): return .pause(try reader.word(pauseAtOption) ?? .immediate)
    case ("Toggle", _): return .toggle
    case ("Stop", _): return .stop
    case ("Hush", _): return .hush
    case ("Seek", .int64(let offset)): return .seek(byMicroseconds: Microseconds(offset))
    case ("SetPosition", .int64(let position)):
      let track = try reader.path(positionTrackOption)
      return .setPosition(
        microseconds: Microseconds(position), track: track, of: try reader.word(positionScopeOption) ?? .track)
    case ("SetPositionFraction", .double(let fraction)):
      return .setPositionFraction(try share(fraction), of: try reader.word(positionScopeOption) ?? .track)
    case ("GoTo", .objectPath(let track)): return .goTo(track)
    case ("ListTracks", _): return .listTracks
    case ("GetWait", .objectPath(let track)): return .getWait(track)
    case ("GetWaveform", .objectPath(let track)): return .getWaveform(track)
    case ("SetRateOfAll", .double(let rate)):
      guard AloudBus.rates.contains(rate) else {
        throw APIError(.invalidOption, "argument 'rate' must be a number (d), 0.25 to 6")
      }
      return .setRateOfAll(rate)
    case ("ForgetRate", _): return .forgetRate
    case ("Remove", let list): return .remove(try limited(list.asObjectPaths ?? [], "tracks"))
    case ("Move", .objectPath(let track)): return arguments[1].asUInt32.map { .move(track, index: $0) }
    case ("Clear", _): return .clear
    case ("EndSeries", .objectPath(let track)): return .endSeries(track, error: try reader.line(seriesErrorOption))
    case ("ListDocuments", _): return .listDocuments
    case ("ForgetDocument", .string(let id)): return .forgetDocument(try short(id, "document"))
    case ("AddBookmark", .string(let note)): return .addBookmark(note: try short(note, "note"))
    case ("ListBookmarks", .string(let id)): return .listBookmarks(document: try short(id, "document"))
    case ("GoToBookmark", .int64(let number)): return .goToBookmark(number)
    case ("RemoveBookmark", .int64(let number)): return .removeBookmark(number)
    case ("ListVoices", .string(let tag)): return .listVoices(language: try languageTag(tag))
    case ("GetVoice", _):
      return .getVoice(
        try SpeakOptions(voiceFrom: &reader), isAnnounced: try reader.flag(announcedOption) ?? false)
    case ("Subscribe", let list):
      return .subscribe(try kinds(list.asStrings ?? []), withText: try reader.flag(subscribeTextOption) ?? false)
    case ("Unsubscribe", _): return .unsubscribe
    case ("ListHistory", _): return .listHistory
    case ("ClearHistory", _): return .clearHistory
    case ("Diagnose", _): return .diagnose
    case ("AppearAsPlayer", _): return .appearAsPlayer
    case ("Quit", _): return .quit
    default: return nil
    }
  }

  private static func makeWithSpeakOptions(
    _ method: String, _ first: BusValue, _ table: [String: BusValue]
  ) throws(APIError) -> AloudCall? {
    switch method {
    case "Speak", "Say":
      guard let text = first.asString else { return nil }
      guard text.utf8.count <= AloudBus.maximumTextBytes else {
        throw APIError(.tooLarge, "the text has \(text.utf8.count) bytes, more than 16 MiB; give a file with SpeakFd")
      }
      return .speak(text: text, try SpeakOptions(table))
    case "SpeakFd":
      guard let index = first.asDescriptor else { return nil }
      return .speakDescriptor(index, try SpeakOptions(table))
    case "OpenPlaylist":
      guard let index = first.asDescriptor else { return nil }
      return .openPlaylist(index, try SpeakOptions(table))
    case "SpeakParts":
      guard let list = first.asArray else { return nil }
      return .speakParts(try SpeechPart.parts(list), try SpeakOptions(ofParts: table))
    case "Open":
      guard let uris = first.asStrings else { return nil }
      for uri in try limited(uris, "uris") where uri.utf8.count > AloudBus.maximumURIBytes {
        throw APIError(.tooLarge, "a URI may have 65536 bytes, not \(uri.utf8.count)")
      }
      return .open(uris: uris, try SpeakOptions(table))
    case "OpenDocument":
      guard let id = first.asString else { return nil }
      return .openDocument(try short(id, "document"), try SpeakOptions(table))
    default: return nil
    }
  }

  private static func short(_ text: String, _ name: String) throws(APIError) -> String {
    guard text.utf8.count <= AloudBus.maximumOptionBytes else {
      throw APIError(.invalidOption, "argument '\(name)' must be a string (s) of at most 4096 bytes")
    }
    return text
  }

  private static func languageTag(_ tag: String) throws(APIError) -> String {
    guard tag.utf8.count <= AloudBus.maximumOptionBytes else {
      throw APIError(.invalidOption, "argument 'language' must be a string (s), a BCP 47 tag or empty")
    }
    return tag
  }

  private static func share(_ fraction: Double) throws(APIError) -> Double {
    guard (0...1).contains(fraction) else {
      throw APIError(.invalidOption, "argument 'fraction' must be a number (d), 0 to 1")
    }
    return fraction
  }

  private static func kinds(_ names: [String]) throws(APIError) -> Set<EventKind> {
    if names.isEmpty { return Set(EventKind.allCases) }
    var kinds: Set<EventKind> = []
    for name in try limited(names, "events") {
      guard let kind = EventKind(rawValue: name) else {
        throw APIError(
          .invalidOption, "argument 'events' must be a list of strings (as), each one of: \(EventKind.words)")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private static func limited<Element>(_ list: [Element], _ name: String) throws(APIError) -> [Element] {
    guard list.count <= AloudBus.maximumListCount else {
      throw APIError(.tooLarge, "argument '\(name)' may have \(AloudBus.maximumListCount) entries, not \(list.count)")
    }
    return list
  }

  static let seriesErrorOption = OptionDescription(
    "error", .string, "one line of text", "the reason why a text that was to follow does not come, for people")
  static let subscribeTextOption = OptionDescription(
    "text", .bool, "true or false",
    "true if Word and Sentence have the text that is heard, as text (s) in their details; default false")
  static let announcedOption = OptionDescription(
    "announced", .bool, "true or false", "true for the voice of an announcement; default false")
  static let pauseAtOption = OptionDescription(
    "at", .string, PausePoint.choices, "the place where the sound ends; default immediate")
  static let positionScopeOption = OptionDescription(
    "of", .string, PositionScope.words,
    "the place is one in the current track, in all chapters of its document, or, of a track that is studied, in its "
      + "recording or its text as it is; default track")
  static let positionTrackOption = OptionDescription(
    "track", .objectPath, "a track id", "the track that is meant; the call fails with Stale if another one is current")
}
