/// How fast, how high and how loud a part of a text is said, compared with the rest of it. Pure; any thread.
public struct Prosody: Hashable, Sendable {
  /// The speed.
  public var rate: Rate
  /// The base pitch.
  public var pitch: Pitch
  /// The loudness.
  public var volume: Volume

  /// The prosody of the rest of the text, but for what is given.
  public init(rate: Rate = .same, pitch: Pitch = .same, volume: Volume = .same) {
    (self.rate, self.pitch, self.volume) = (rate, pitch, volume)
  }

  /// A speed, in percent of that of the text.
  public struct Rate: Hashable, Sendable {
    /// The slowest and the fastest speed.
    public static let range = 20...500
    /// The speed of the text.
    public static let same = Rate(percent: 100)

    /// Percent of the text's speed, 20…500.
    public let percent: Int

    /// A speed; out of range, it becomes the nearest.
    public init(percent: Int) { self.percent = Self.range.clamping(percent) }

    /// The speed of the part in words per minute, rounded to the nearest.
    ///
    /// - Parameter wordsPerMinute: that of the text, in the range of ``VoiceConfiguration``.
    public func of(_ wordsPerMinute: Int) -> Int { (wordsPerMinute * percent + 50) / 100 }
  }

  /// A pitch, in cents above that of the text; 100 are a semitone.
  public struct Pitch: Hashable, Sendable {
    /// Two octaves down and up: from one end of every engine's range to the other.
    public static let range = -2_400...2_400
    /// The pitch of the text.
    public static let same = Pitch(cents: 0)
    /// The steps of an octave in ``VoiceConfiguration/pitch``.
    static let stepsPerOctave = 50

    /// Cents above the text's pitch, −2,400…2,400.
    public let cents: Int

    /// A pitch; out of range, it becomes the nearest.
    public init(cents: Int) { self.cents = Self.range.clamping(cents) }

    /// The pitch of the part in steps of ``VoiceConfiguration/pitch``, rounded to the nearest. It may be out of their
    /// range.
    public func of(_ pitch: Int) -> Int {
      let steps = abs(cents) * Self.stepsPerOctave
      return pitch + cents.signum() * ((steps + 600) / 1_200)
    }
  }

  /// A loudness, in thousandths of the amplitude of the text.
  public struct Volume: Hashable, Sendable {
    /// From silence to 12 dB more.
    public static let range = 0...4_000
    /// The loudness of the text.
    public static let same = Volume(permille: 1_000)

    /// Thousandths of the text's amplitude, 0…4,000.
    public let permille: Int

    /// A loudness; out of range, it becomes the nearest.
    public init(permille: Int) { self.permille = Self.range.clamping(permille) }

    /// A sample at this loudness: rounded to the nearest, halves away from silence, and cut at the ends of its range.
    public func of(_ sample: Int16) -> Int16 {
      let product = Int(sample) * permille
      return Int16(clamping: (product + product.signum() * 500) / 1_000)
    }
  }
}

extension VoiceConfiguration {
  /// The voice as it says a part with a prosody, as far as its engine can: the nearest speed and pitch that it has. The
  /// volume is not the engine's.
  public func with(_ prosody: Prosody, by traits: EngineTraits) -> VoiceConfiguration {
    let (speeds, pitches) = (traits.wordsPerMinute, traits.pitch)
    let hasSpeeds = speeds.lowerBound < speeds.upperBound && prosody.rate != .same
    let hasPitches = pitches.lowerBound < pitches.upperBound && prosody.pitch != .same
    return VoiceConfiguration(
      voice: voice,
      wordsPerMinute: hasSpeeds ? speeds.clamping(prosody.rate.of(wordsPerMinute)) : wordsPerMinute,
      pitch: hasPitches ? pitches.clamping(prosody.pitch.of(pitch)) : pitch, range: range, punctuation: punctuation)
  }
}
