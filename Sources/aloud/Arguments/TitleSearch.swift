import AloudAPI

/// Finds a text of the queue by what people call it.
enum TitleSearch {
  /// The number of candidates that an error names.
  private static let mostNamed = 5

  /// The place, from 0, of the text that `wanted` means: a number or `0` as everywhere in the queue, the number of a
  /// chapter as its contents have it (`3.2`), a title, the beginning of one, or words of one. Upper and lower case do not
  /// matter.
  ///
  /// - Throws: ``Failure`` where it is none, or several with the same right.
  static func place(of wanted: String, in tracks: [TrackEntry]) throws(Failure) -> Int {
    let isNumber = wanted.allSatisfy { ($0.isASCII && $0.isNumber) || $0 == "-" }
    // A number is a place, unless the queue has none such and a text is called so, as 1984 is.
    if isNumber,
      !tracks.contains(where: { $0.title == wanted }) || QueueIndices.parse(wanted, count: tracks.count) != nil
    {
      return try Queue.indices(wanted, in: tracks).lowerBound
    }
    let book = tracks.first(where: \.isCurrent)?.document
    for fits in ranks(wanted.lowercased()) {
      let found = tracks.indices.filter { fits(tracks[$0]) }
      // Those of the book that is being read come first.
      let here = found.filter { book != nil && tracks[$0].document == book }
      let best = here.isEmpty ? found : here
      if best.count == 1 { return best[0] }
      if best.count > 1 { throw ambiguous(wanted, best, tracks) }
    }
    throw Failure(
      .usage, "cannot go to '\(wanted)': no title in the queue has that in it", cure: "aloud chapters, or aloud queue")
  }

  /// From the best to the weakest.
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
