import AloudAPI
import CommandOutput

/// Finds a text of the queue by its number or title.
enum TitleSearch {
  /// The maximum number of candidates in an error.
  private static let mostNamed = 5

  /// The place, from 0, of the text that `wanted` names: a number in the queue or `0`, a chapter's number in the
  /// contents (`3.2`), a title, the beginning of one, or words of one. Case does not matter.
  ///
  /// - Throws: ``Failure`` if no text matches, or several match equally well.
  static func place(of wanted: String, in tracks: [TrackEntry]) throws(Failure) -> Int {
    let isNumber = wanted.allSatisfy { ($0.isASCII && $0.isNumber) || $0 == "-" }
    // A number is a place, unless the queue has no such place and a text has this title, such as 1984.
    if isNumber,
      !tracks.contains(where: { $0.title == wanted }) || QueueIndices.parse(wanted, count: tracks.count) != nil
    {
      return try Queue.indices(wanted, in: tracks).lowerBound
    }
    let book = tracks.first(where: \.isCurrent)?.document
    for fits in ranks(wanted.lowercased()) {
      let found = tracks.indices.filter { fits(tracks[$0]) }
      // Matches in the current book come first.
      let here = found.filter { book != nil && tracks[$0].document == book }
      let best = here.isEmpty ? found : here
      if best.count == 1 { return best[0] }
      if best.count > 1 { throw ambiguous(wanted, best, tracks) }
    }
    throw Failure(
      .usage, "cannot go to '\(wanted)': no title in the queue has that in it", cure: "aloud chapters, or aloud queue")
  }

  /// The matching rules, from the best to the weakest.
  private static func ranks(_ wanted: String) -> [(TrackEntry) -> Bool] {
    [
      { $0.title.lowercased() == wanted || $0.contentsNumber == wanted },
      { $0.title.lowercased().hasPrefix(wanted) },
      { $0.title.lowercased().contains(wanted) },
    ]
  }

  private static func ambiguous(_ wanted: String, _ places: [Int], _ tracks: [TrackEntry]) -> Failure {
    var names = places.prefix(mostNamed).map { "\($0 + 1) '\(tracks[$0].title)'" }
    if places.count > mostNamed { names.append("\(places.count - mostNamed) more") }
    return Failure(
      .usage, "cannot tell which text '\(wanted)' is: \(names.joined(separator: ", "))",
      cure: "aloud goto \(places[0] + 1)")
  }
}
