/// A pattern with `*` for any characters and `?` for one character. Case does not matter. A value.
///
/// The work is that of the text's length times a 64th of the pattern's: a pattern of equal letters, and a text of them,
/// take no longer than others.
public struct NotificationPattern: Equatable, Sendable {
  /// A part between two `*`: characters, and `?` as `nil`.
  private struct Segment: Equatable, Sendable {
    let pieces: [Character?]
    /// For each character of the segment the places at which it may stand, as bits from the first piece on.
    private let places: [Character: [UInt64]]
    /// The places of `?`, at which any character may stand.
    private let openPlaces: [UInt64]

    init(_ pieces: [Character?]) {
      self.pieces = pieces
      let none = [UInt64](repeating: 0, count: (pieces.count + 63) / 64)
      var open = none
      for (index, piece) in pieces.enumerated() where piece == nil { open[index / 64] |= 1 << (index % 64) }
      var places: [Character: [UInt64]] = [:]
      for (index, piece) in pieces.enumerated() {
        if let piece { places[piece, default: open][index / 64] |= 1 << (index % 64) }
      }
      (self.places, openPlaces) = (places, open)
    }

    /// True if the segment stands at a place of a text.
    func stands(in text: [Character], at start: Int) -> Bool {
      guard start >= 0, start + pieces.count <= text.count else { return false }
      return pieces.indices.allSatisfy { pieces[$0] == nil || pieces[$0] == text[start + $0] }
    }

    /// The end of the first place in a range of a text where the segment stands; `nil` if there is none.
    ///
    /// A bit for each beginning that still fits moves on with each character (shift-and).
    func firstEnd(in text: [Character], _ range: Range<Int>) -> Int? {
      guard !pieces.isEmpty else { return range.lowerBound }
      guard pieces.count <= range.count else { return nil }
      var fitting = [UInt64](repeating: 0, count: openPlaces.count)
      let last = pieces.count - 1
      for place in range {
        let allowed = places[text[place]] ?? openPlaces
        var carry: UInt64 = 1
        for word in fitting.indices {
          let next = fitting[word] >> 63
          fitting[word] = (fitting[word] << 1 | carry) & allowed[word]
          carry = next
        }
        if fitting[last / 64] >> (last % 64) & 1 == 1 { return place + 1 }
      }
      return nil
    }
  }

  /// The parts between the `*`; one more than there are of those.
  private let segments: [Segment]

  /// A pattern for a whole text. Every text is a valid pattern.
  public init(_ pattern: String) {
    var parts: [[Character?]] = [[]]
    for character in pattern.lowercased() {
      switch character {
      case "*": if parts.count == 1 || parts.last?.isEmpty == false { parts.append([]) }
      case "?": parts[parts.count - 1].append(nil)
      default: parts[parts.count - 1].append(character)
      }
    }
    segments = parts.map(Segment.init)
  }

  private init(segments: [Segment]) { self.segments = segments }

  /// The pattern for any text that has a part with this one.
  public var anywhere: NotificationPattern {
    let none = Segment([])
    let begins = segments.first == none && segments.count > 1
    let ends = segments.last == none && segments.count > 1
    return NotificationPattern(segments: (begins ? [] : [none]) + segments + (ends ? [] : [none]))
  }

  /// True if the pattern is that of the whole text.
  public func matches(_ text: String) -> Bool { matches(Array(text.lowercased())) }

  /// True if the pattern is that of these characters, which are in lower case.
  func matches(_ text: [Character]) -> Bool {
    guard let first = segments.first, let last = segments.last, first.stands(in: text, at: 0) else { return false }
    guard segments.count > 1 else { return first.pieces.count == text.count }
    let end = text.count - last.pieces.count
    guard last.stands(in: text, at: end) else { return false }
    // The earliest place of each part leaves the most room for the others.
    var place = first.pieces.count
    for segment in segments.dropFirst().dropLast() {
      guard place <= end, let next = segment.firstEnd(in: text, place..<end) else { return false }
      place = next
    }
    return place <= end
  }
}
