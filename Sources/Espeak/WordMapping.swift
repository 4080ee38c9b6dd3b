public import Speech

/// Assigns the engine's word events to our words.
///
/// While speaking the engine splits and merges words, repeats some and skips others; about one in eight of its ranges
/// is not a word of the text. Here each word gets exactly one mark, in order: at the first event that touches it, or at
/// an interpolated moment between its neighbours.
public struct WordMapping {
  private let words: [TextSpan]
  private let end: Int
  /// The first word without a mark.
  private var next = 0
  /// The position and the frame of the last mark; at first, the start of the text.
  private var last = (position: 0, frame: 0)

  /// - Parameters:
  ///   - words: the words of the text, in order.
  ///   - length: the length of the text in Unicode scalars.
  public init(words: [TextSpan], length: Int) {
    self.words = words
    end = length
  }

  /// The marks that follow from an event.
  public mutating func add(_ event: EngineWord) -> [WordMark] {
    guard event.length > 0, let index = word(touching: event.position..<event.position + event.length), index >= next
    else { return [] }
    return marks(upTo: index, at: event.frame)
  }

  /// The marks of the remaining words, to be called at the end of the text.
  public mutating func finish(frames: Int) -> [WordMark] {
    var marks = interpolated(upTo: words.count, position: end, frame: frames)
    // A mark at the very end would have no sound, and the service may wait until it is heard.
    for index in marks.indices { marks[index].frame = min(marks[index].frame, max(frames - 1, last.frame)) }
    next = words.count
    return marks
  }

  private mutating func marks(upTo index: Int, at frame: Int) -> [WordMark] {
    let position = words[index].scalars.lowerBound
    let frame = max(frame, last.frame)
    let marks =
      interpolated(upTo: index, position: position, frame: frame) + [WordMark(frame: frame, span: words[index])]
    next = index + 1
    last = (position, frame)
    return marks
  }

  /// Marks for the words before `end`, each at its share of the distance from the last mark to the given place.
  private func interpolated(upTo end: Int, position: Int, frame: Int) -> [WordMark] {
    words[next..<end].map { word in
      let way = max(position - last.position, 1)
      let done = min(max(word.scalars.lowerBound - last.position, 0), way)
      return WordMark(frame: last.frame + (max(frame, last.frame) - last.frame) * done / way, span: word)
    }
  }

  private func word(touching range: Range<Int>) -> Int? {
    // Words do not overlap and are in order.
    let index = words.partitioningIndex { $0.scalars.upperBound > range.lowerBound }
    return index < words.count && words[index].scalars.lowerBound < range.upperBound ? index : nil
  }
}
