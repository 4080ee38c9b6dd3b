public import Speech

/// Assigns the engine's word events to our words.
///
/// While speaking the engine splits and merges words, repeats some and skips others; about one in eight of its ranges
/// is not a word of the text. Here each word gets exactly one mark, in order: at the first event that touches it, or at
/// an interpolated moment between its neighbours.
public struct WordMapping {
  private let said: SaidText
  private var words: [SaidWord] { said.words }
  /// The length of the text as it is said; known when a word has no event.
  private var lengths: SaidLength?
  /// The first word without a mark.
  private var next = 0
  /// The position and the frame of the last mark; at first, the start of the text.
  private var last = (position: 0, frame: 0)

  /// - Parameter said: the text that the engine gets, with its words.
  public init(_ said: SaidText) { self.said = said }

  /// The marks that follow from an event.
  public mutating func add(_ event: EngineWord) -> [WordMark] {
    guard event.length > 0, let index = word(touching: event.position..<event.position + event.length), index >= next
    else { return [] }
    return marks(upTo: index, at: event.frame)
  }

  /// The marks of the remaining words, to be called at the end of the text.
  public mutating func finish(frames: Int) -> [WordMark] {
    var marks = interpolated(upTo: words.count, position: .max, frame: frames)
    // A mark at the very end would have no sound, and the service may wait until it is heard.
    for index in marks.indices { marks[index].frame = min(marks[index].frame, max(frames - 1, last.frame)) }
    next = words.count
    return marks
  }

  private mutating func marks(upTo index: Int, at frame: Int) -> [WordMark] {
    let position = words[index].said.lowerBound
    let frame = max(frame, last.frame)
    let marks =
      interpolated(upTo: index, position: position, frame: frame) + [WordMark(frame: frame, span: words[index].span)]
    next = index + 1
    last = (position, frame)
    return marks
  }

  /// Marks for the words before `end`, each at its share of what is said from the last mark to the given place.
  private mutating func interpolated(upTo end: Int, position: Int, frame: Int) -> [WordMark] {
    guard next < end else { return [] }
    let lengths = self.lengths ?? SaidLength(said.bytes)
    self.lengths = lengths
    let start = lengths[last.position]
    let way = max(lengths[position] - start, 1)
    return (next..<end).map { index in
      let done = min(max(lengths[words[index].said.lowerBound] - start, 0), way)
      return WordMark(frame: last.frame + (max(frame, last.frame) - last.frame) * done / way, span: words[index].span)
    }
  }

  private func word(touching range: Range<Int>) -> Int? {
    // The ends of the places never go back.
    let index = words.indices.partitioningIndex { words[$0].said.upperBound > range.lowerBound }
    return index < words.count && words[index].said.lowerBound < range.upperBound ? index : nil
  }
}
