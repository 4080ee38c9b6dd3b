internal import BusValues
import Vocabulary

extension AloudCall {
  /// Decodes the calls about a track's text; `nil` for any other.
  static func makeAboutText(
    _ method: String, _ arguments: [BusValue], _ options: [String: BusValue]
  ) throws(APIError) -> AloudCall? {
    var reader = OptionReader(options)
    guard case .objectPath(let track) = arguments[0], let second = arguments.dropFirst().first else { return nil }
    let call: AloudCall
    switch (method, second) {
    case ("ListSentences", .uint32(let first)):
      guard let count = arguments[2].asUInt32 else { return nil }
      let fromCurrent = try reader.flag(fromCurrentOption) ?? false
      call = .listSentences(track, first: first, count: count, fromCurrent: fromCurrent)
    case ("SetPages", let list):
      let pages = try pages((list.asArray ?? []).compactMap { UnitSpan($0) })
      let unit = try reader.word(unitOption, as: CountingUnit.self) ?? .scalars
      call = .setPages(track, pages, unit, layout: try reader.count(layoutOption) ?? 0)
    case ("GoToText", .uint32(let offset)):
      call = .goToText(track, offset: offset, try reader.word(unitOption) ?? .scalars)
    case ("LookAt", .uint32(let sentence)): call = .lookAt(track, sentence: sentence)
    default: return nil
    }
    try reader.finish()
    return call
  }

  /// Checks that pages are in order and do not overlap.
  private static func pages(_ pages: [UnitSpan]) throws(APIError) -> [UnitSpan] {
    guard pages.count <= AloudBus.maximumPages else {
      throw APIError(.tooLarge, "argument 'pages' may have \(AloudBus.maximumPages) entries, not \(pages.count)")
    }
    var end: UInt64 = 0
    for page in pages {
      guard page.start >= end, page.length > 0 else {
        throw APIError(
          .invalidOption, "argument 'pages' must be in the order of the text (a(uu)), none empty and none overlapping")
      }
      end = UInt64(page.start) + UInt64(page.length)
    }
    return pages
  }
}
