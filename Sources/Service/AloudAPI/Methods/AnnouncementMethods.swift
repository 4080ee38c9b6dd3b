internal import BusValues

extension AloudInterface {
  static let announcementMethods = [
    MethodDescription(
      "Announce",
      in: [
        ArgumentDescription("text", .string, doc: "Plain text, at most 64 KiB of UTF-8."),
        options(AnnounceOptions.descriptions),
      ],
      out: [announcementArgument],
      doc: """
        Speaks a short message beside the reading, which steps aside and goes on at its word. It is no track: no queue \
        and no media card show it. Announcements are spoken one after the other, in their order, and none is cut by \
        the next. The call returns at once; the signal Announcement tells the rest. Errors: Empty, TooLarge, \
        InvalidOption.
        """),
    MethodDescription(
      "AnnounceParts",
      in: [
        ArgumentDescription("parts", SpeechPart.listSignature, doc: "As of SpeakParts; texts have 64 KiB together."),
        options(AnnounceOptions.descriptions),
      ],
      out: [announcementArgument],
      doc: "Announces texts and clips as one utterance. Errors: those of Announce, and of SpeakParts for clips."),
    MethodDescription(
      "CancelAnnouncements",
      in: [
        ArgumentDescription(
          "announcement", .uint64, doc: "The number of one; 0 for all, see the option all."),
        options([AloudCall.cancelAllOption]),
      ],
      doc: "Ends announcements that are spoken or wait: silence within a cycle. Unknown numbers are ignored."),
    MethodDescription(
      "PauseAnnouncements",
      in: [
        ArgumentDescription("paused", .bool, doc: "True to let them wait, false to go on."), options(),
      ],
      doc: "Lets announcements wait, except for those of screen-reading programs, until they may go on."),
  ]

  private static let announcementArgument = ArgumentDescription(
    "announcement", .uint64, doc: "The number of the announcement; never 0.")
}

extension AloudCall {
  static let cancelAllOption = OptionDescription(
    "all", .bool, "true or false",
    "with number 0: true for those of all clients, false for those of the caller; default false")

  /// The most bytes of text in an announcement.
  static let maximumAnnouncement = 64 << 10

  /// Decodes the calls about announcements; `nil` for any other.
  static func makeAnnouncement(
    _ method: String, _ arguments: [BusValue], _ options: [String: BusValue]
  ) throws(APIError) -> AloudCall? {
    switch (method, arguments[0]) {
    case ("Announce", .string(let text)):
      return .announce(try checked([.text(text)]), try AnnounceOptions(options))
    case ("AnnounceParts", let list):
      return .announce(try checked(try SpeechPart.parts(list.asArray ?? [])), try AnnounceOptions(options))
    case ("CancelAnnouncements", .uint64(let number)):
      var reader = OptionReader(options)
      let all = try reader.flag(cancelAllOption) ?? false
      try reader.finish()
      return .cancelAnnouncements(number, all: all)
    case ("PauseAnnouncements", .bool(let isPaused)):
      let reader = OptionReader(options)
      try reader.finish()
      return .pauseAnnouncements(isPaused)
    default: return nil
    }
  }

  private static func checked(_ parts: [SpeechPart]) throws(APIError) -> [SpeechPart] {
    var bytes = 0
    var isHeard = false
    for part in parts {
      guard case .text(let text) = part else {
        isHeard = true
        continue
      }
      bytes += text.utf8.count
      isHeard = isHeard || text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
    guard isHeard else { throw APIError(.empty, "the announcement has nothing in it to speak") }
    guard bytes <= maximumAnnouncement else {
      throw APIError(.tooLarge, "the announcement has \(bytes) bytes of text, more than 64 KiB; Speak takes more")
    }
    return parts
  }
}
