import Speech

/// The specification of ``Timeline`` in a slow and simple form: a list of segments, each with a start and a length.
struct NaiveTimeline {
  struct Sentence {
    var scalars: Int
    var endsParagraph: Bool
    var speech: Frame?
  }

  struct Segment {
    var start: Frame
    var count: Frame
    var place: (Frame) -> Timeline.Place
  }

  var gaps: Timeline.Gaps
  var framesPerScalar: Double
  var sentences: [Sentence] = []
  var isComplete = false

  func gap(after sentence: Int) -> Frame {
    if isComplete, sentence == sentences.count - 1 { return 0 }
    return sentences[sentence].endsParagraph ? gaps.paragraph : gaps.sentence
  }

  var segments: [Segment] {
    var segments: [Segment] = []
    var position: Frame = 0
    var unknown = 0
    func add(_ count: Frame, _ place: @escaping (Frame) -> Timeline.Place) {
      segments.append(Segment(start: position, count: count, place: place))
      position += count
    }
    add(gaps.leadingDelay) { .leadingDelay(offset: $0) }
    for (index, sentence) in sentences.enumerated() {
      if let speech = sentence.speech {
        add(speech) { .sentence(index, offset: $0) }
      } else {
        let before = Frame(Double(unknown) * framesPerScalar)
        unknown += max(1, sentence.scalars)
        add(Frame(Double(unknown) * framesPerScalar) - before) { .sentence(index, offset: $0) }
      }
      add(gap(after: index)) { .gap(after: index, offset: $0) }
    }
    if isComplete { add(gaps.trailingDelay) { .trailingDelay(offset: $0) } }
    return segments
  }

  var length: Frame { segments.last.map { $0.start + $0.count } ?? 0 }

  func start(of sentence: Int) -> Frame {
    let segments = segments
    let index = 1 + 2 * sentence
    return index < segments.count ? segments[index].start : length
  }

  func place(at frame: Frame) -> Timeline.Place {
    let frame = max(0, frame)
    guard let segment = segments.first(where: { $0.start <= frame && frame < $0.start + $0.count }) else { return .end }
    let place = segment.place(frame - segment.start)
    // A sentence without any speech is entered at its beginning.
    if case .gap(let sentence, offset: 0) = place, start(of: sentence) == frame {
      return .sentence(sentence, offset: 0)
    }
    return place
  }
}
