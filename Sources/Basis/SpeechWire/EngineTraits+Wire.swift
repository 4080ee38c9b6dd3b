import Speech
import Vocabulary
import Wire

extension ByteWriter {
  mutating func traits(_ traits: EngineTraits) {
    count(traits.sampleRate.hertz)
    bounds(traits.wordsPerMinute)
    bounds(traits.pitch)
    u8(traits.marks.code)
    u8(traits.lengths.code)
    u8(traits.phonemes.code)
    count(Int(traits.cost.count))
    count(Int(traits.loading.count))
    count(traits.memory)
  }

  private mutating func bounds(_ range: ClosedRange<Int>) {
    count(range.lowerBound)
    count(range.upperBound)
  }
}

extension ByteReader {
  /// `nil` also for what no engine can have: a rate of samples that no voice has, an empty range.
  mutating func traits() -> EngineTraits? {
    guard let rate = sampleRate(), let speeds = bounds(), let pitch = bounds(),
      let marks = precision(),
      let lengths = precision(), let phonemes = phonemes(), let cost = count(), cost > 0, let loading = count(),
      let memory = count()
    else { return nil }
    return EngineTraits(
      sampleRate: rate, wordsPerMinute: speeds, pitch: pitch, marks: marks, lengths: lengths,
      phonemes: phonemes, cost: Microseconds(Int64(cost)),
      loading: min(Microseconds(Int64(loading)), EngineTraits.longestLoading),
      memory: memory)
  }

  /// `nil` also for one that no voice has.
  mutating func sampleRate() -> SampleRate? {
    count().flatMap { SampleRate.ofVoices.contains($0) ? SampleRate(hertz: $0) : nil }
  }

  private mutating func bounds() -> ClosedRange<Int>? {
    guard let first = count(), let last = count(), first <= last else { return nil }
    return first...last
  }

  private mutating func phonemes() -> EngineTraits.Phonemes? {
    u8().flatMap { code in EngineTraits.Phonemes.allCases.first { $0.code == code } }
  }

  private mutating func precision() -> EngineTraits.Precision? {
    u8().flatMap { code in EngineTraits.Precision.allCases.first { $0.code == code } }
  }
}

extension EngineTraits.Precision {
  /// The byte in a packet.
  fileprivate var code: UInt8 {
    switch self {
    case .exact: 0
    case .estimated: 1
    case .none: 2
    }
  }
}

extension EngineTraits.Phonemes {
  /// The byte in a packet.
  fileprivate var code: UInt8 {
    switch self {
    case .none: 0
    case .ipa: 1
    }
  }
}
