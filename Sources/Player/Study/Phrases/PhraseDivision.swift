public import Recordings
import Speech
public import Vocabulary

/// Divides a recording into phrases where the speaker is silent.
///
/// It is a function of the levels, of the settings and of the borders of chapters, and of nothing else: another setting
/// needs no decoder. All calculation is in hundredths of a second, the unit of ``Recordings/Levels``.
public struct PhraseDivision {
  /// A band in which voice and noise can be told apart.
  private struct Band {
    var levels: [UInt8]
    var floor: NoiseFloor
  }

  private let levels: Levels
  private let settings: PhraseSettings
  private var bands: [Band]

  /// The phrases of a recording in order. They do not overlap, and none reaches over the border of a chapter.
  ///
  /// - Parameters:
  ///   - levels: of the whole recording.
  ///   - borders: the times at which chapters begin.
  /// - Returns: none if nothing is to be heard in it.
  public static func phrases(
    of levels: Levels, _ settings: PhraseSettings = PhraseSettings(), borders: [Microseconds] = []
  ) -> [Phrase] {
    let bands = Levels.bands.indices.compactMap { band in
      let values = levels.values(ofBand: band)
      return NoiseFloor(values, threshold: settings.threshold).map { Band(levels: values, floor: $0) }
    }
    guard !bands.isEmpty else { return [] }
    var division = PhraseDivision(levels: levels, settings: settings, bands: bands.filter(\.floor.isDivided))
    if settings.threshold == nil { division.correctFloors() }
    return division.phrases(borders.map { Int(($0.count + 5000) / hundredth) })
  }

  /// The phrases of a recording whose text tells when each sentence is spoken. Only ``PhraseSettings/lead`` and
  /// ``PhraseSettings/tail`` count.
  ///
  /// - Parameters:
  ///   - sentences: their times, to hundredths of a second. One that has no time left behind the one before it has no
  ///     phrase.
  ///   - borders: the times at which chapters begin; one within a sentence divides nothing.
  /// - Returns: for each phrase the index of its sentence.
  public static func phrases(
    ofSentences sentences: [Range<Microseconds>], _ settings: PhraseSettings = PhraseSettings(),
    borders: [Microseconds] = []
  ) -> [(phrase: Phrase, sentence: Int)] {
    var (voices, indices): ([Range<Int>], [Int]) = ([], [])
    for (index, time) in sentences.enumerated() {
      let start = max(hundredths(time.lowerBound.asPlace), voices.last?.upperBound ?? 0)
      let end = hundredths(time.upperBound.asPlace)
      guard end > start else { continue }
      voices.append(start..<end)
      indices.append(index)
    }
    let inside = borders.map { hundredths($0.asPlace) }.filter { border in
      border > 0 && !voices.contains { $0.lowerBound < border && border < $0.upperBound }
    }
    return Array(zip(withEdges(voices, Set(inside).sorted(), settings), indices).map { ($0, $1) })
  }

  /// Microseconds.
  private static let hundredth: Int64 = 10_000
  /// A sound that is no voice by its loudness is one if it lasts so long.
  private static let leastVoice = 5
  /// A sound shorter than this, which stands alone, is a click.
  private static let longestClick = 6
  /// The distance within which a short voice belongs to a neighbour: a second.
  private static let near = 100
  /// The silence after a voice that is its own in any case where two phrases share a short silence: a tenth of a second.
  private static let leastTail = 10
  /// A silence within a long phrase that is a better place to divide it than the middle of a sound.
  private static let leastInnerSilence = 8

  private static func hundredths(_ time: Microseconds) -> Int { Int(time.count / hundredth) }

  private func phrases(_ borders: [Int]) -> [Phrase] {
    let borders = Set(borders.filter { 0 < $0 && $0 < levels.count }).sorted()
    let sounds = bands.isEmpty ? [0..<levels.count] : sounds()
    var voices = joined(sounds, within: Self.hundredths(settings.silence))
    voices = cut(withoutShort(voices), at: borders)
    voices = voices.flatMap { shortened($0, sounds) }
    return Self.withEdges(voices, borders, settings)
  }

  // MARK: Voices

  /// A pause that is long enough to hear what is in it, and the part at both of its ends that may still be voice.
  private static let (leastPause, pauseEdge) = (15, 5)

  /// Corrects the floor of each band by what is heard in it while all bands are quiet.
  private mutating func correctFloors() {
    var pauses: [Range<Int>] = []
    var start = 0
    for index in 0...levels.count {
      guard index == levels.count || bands.contains(where: { Int($0.levels[index]) >= $0.floor.border }) else {
        continue
      }
      if index - start >= Self.leastPause { pauses.append(start + Self.pauseEdge..<index - Self.pauseEdge) }
      start = index + 1
    }
    for band in bands.indices { bands[band].floor.correct(bands[band].levels, in: pauses) }
  }

  /// The sounds that are no noise.
  private func sounds() -> [Range<Int>] {
    var sounds: [Range<Int>] = []
    var index = 0
    while index < levels.count {
      guard bands.contains(where: { $0.levels[index] >= $0.floor.low }) else {
        index += 1
        continue
      }
      let start = index
      var isLoud = false
      while index < levels.count, bands.contains(where: { $0.levels[index] >= $0.floor.low }) {
        isLoud = isLoud || bands.contains { $0.levels[index] >= $0.floor.high }
        index += 1
      }
      if isLoud || index - start >= Self.leastVoice { sounds.append(start..<index) }
    }
    return sounds
  }

  /// Joins what lies nearer than so much.
  private func joined(_ sounds: [Range<Int>], within silence: Int) -> [Range<Int>] {
    var voices: [Range<Int>] = []
    for sound in sounds {
      if let last = voices.last, sound.lowerBound - last.upperBound < silence {
        voices[voices.count - 1] = last.lowerBound..<sound.upperBound
      } else {
        voices.append(sound)
      }
    }
    return voices
  }

  /// Gives short voices to the neighbour that is nearest, and leaves out clicks.
  private func withoutShort(_ voices: [Range<Int>]) -> [Range<Int>] {
    let shortest = Self.hundredths(settings.shortest)
    var kept: [Range<Int>] = []
    var isPending = false
    for (index, voice) in voices.enumerated() {
      // The one before is short and nearer to this one.
      if isPending, let last = kept.popLast() {
        kept.append(last.lowerBound..<voice.upperBound)
        isPending = false
        continue
      }
      guard voice.count < shortest else {
        kept.append(voice)
        continue
      }
      let before = kept.last.map { voice.lowerBound - $0.upperBound } ?? .max
      let after = index + 1 < voices.count ? voices[index + 1].lowerBound - voice.upperBound : .max
      if min(before, after) > Self.near {
        if voice.count >= Self.longestClick { kept.append(voice) }
      } else if before <= after, let last = kept.popLast() {
        kept.append(last.lowerBound..<voice.upperBound)
      } else {
        kept.append(voice)
        isPending = true
      }
    }
    return kept
  }

  private func cut(_ voices: [Range<Int>], at borders: [Int]) -> [Range<Int>] {
    guard !borders.isEmpty else { return voices }
    var rest = borders[...]
    return voices.flatMap { voice -> [Range<Int>] in
      var parts: [Range<Int>] = []
      var start = voice.lowerBound
      while let border = rest.first, border < voice.upperBound {
        rest.removeFirst()
        guard border > start else { continue }
        parts.append(start..<border)
        start = border
      }
      return parts + [start..<voice.upperBound]
    }
  }

  /// Divides a voice that is longer than the longest phrase into a few parts: in a silence that is too short to divide
  /// otherwise, or where it is quietest.
  private func shortened(_ voice: Range<Int>, _ sounds: [Range<Int>]) -> [Range<Int>] {
    let longest = Self.hundredths(settings.longest)
    var parts: [Range<Int>] = []
    var rest = voice
    while rest.count > longest {
      // Parts of four fifths at most, so that there is a choice of places.
      let part = longest * 8 / 10
      let count = (rest.count + part - 1) / part
      let even = rest.count / count
      // Near to equal parts, and so that the rest is not too long for the others.
      let least = max(1, even * 6 / 10, rest.count - (count - 1) * longest)
      let window = rest.lowerBound + least..<rest.lowerBound + max(least + 1, min(longest, even * 14 / 10))
      let (end, next) = innerSilence(in: window, sounds) ?? quietest(in: window, near: rest.lowerBound + even)
      parts.append(rest.lowerBound..<end)
      rest = next..<rest.upperBound
    }
    return parts + [rest]
  }

  /// The longest silence in a part of a voice.
  private func innerSilence(in window: Range<Int>, _ sounds: [Range<Int>]) -> (Int, Int)? {
    let first = sounds.partitioningIndex { $0.upperBound >= window.lowerBound }
    var best: (Int, Int)?
    var longest = Self.leastInnerSilence - 1
    for index in first..<max(first, sounds.count - 1) {
      let (end, next) = (sounds[index].upperBound, sounds[index + 1].lowerBound)
      guard next <= window.upperBound else { break }
      if next - end > longest { (best, longest) = ((end, next), next - end) }
    }
    return best
  }

  /// The quietest twentieth of a second of a part of a voice; of several, the one that is nearest to a place.
  private func quietest(in window: Range<Int>, near place: Int) -> (Int, Int) {
    func loudness(at index: Int) -> Int {
      (max(0, index - 2)..<min(levels.count, index + 3)).reduce(0) { sum, place in
        sum + Int((0..<Levels.bands.count).map { levels.values[place * Levels.bands.count + $0] }.max() ?? 0)
      }
    }
    let quietest = window.min { (loudness(at: $0), abs($0 - place)) < (loudness(at: $1), abs($1 - place)) } ?? place
    return (quietest, quietest)
  }

  // MARK: Edges

  /// Gives each voice some of the silence around it. The rest of a silence belongs to no phrase.
  private static func withEdges(
    _ voices: [Range<Int>], _ borders: [Int], _ settings: PhraseSettings
  ) -> [Phrase] {
    let (lead, tail) = (hundredths(settings.lead), hundredths(settings.tail))
    var starts = voices.map(\.lowerBound)
    var ends = voices.map(\.upperBound)
    var rest = borders[...]
    for index in 0...voices.count {
      // The silence between a voice and the next one, and the border of a chapter in it.
      let (from, to) = (
        index > 0 ? voices[index - 1].upperBound : 0, index < voices.count ? voices[index].lowerBound : nil
      )
      while let border = rest.first, border < from { rest.removeFirst() }
      let border = rest.first.flatMap { border in to.map { border <= $0 } ?? true ? border : nil }
      guard let to else {
        // Silence is added where the recording ends before.
        if index > 0 { ends[index - 1] = min(from + tail, border ?? .max) }
        break
      }
      if let border {
        if index > 0 { ends[index - 1] = min(from + tail, border) }
        starts[index] = max(to - lead, border)
        continue
      }
      let silence = to - from
      guard index > 0 else {
        starts[index] = max(0, to - lead)
        continue
      }
      // Both have what they want, or the end of the voice comes first: it fades.
      let after = silence >= tail + lead ? tail : min(tail, max(leastTail, silence * 2 / 3), silence)
      ends[index - 1] = from + after
      starts[index] = to - min(lead, silence - after)
    }
    func time(_ hundredths: Int) -> Microseconds { Microseconds(Int64(hundredths) * hundredth) }
    return voices.indices.map { index in
      Phrase(
        start: time(starts[index]), voiceStart: time(voices[index].lowerBound),
        voiceEnd: time(voices[index].upperBound),
        end: time(ends[index]))
    }
  }
}
