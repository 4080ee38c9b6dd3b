public import BusValues
internal import Playback
import Vocabulary

extension MPRISCommand {
  /// Reads a write to a property of any of the four interfaces.
  ///
  /// - Throws: `InvalidArgs` for a value of another type or a meaningless one, `PropertyReadOnly`, `UnknownProperty`,
  ///   and `NotSupported` for `Fullscreen`.
  public init(setting property: String, in interface: String, to value: BusValue) throws(BusError) {
    guard let description = Self.description(of: interface)?.property(property) else {
      throw .unknownProperty("\(interface) has no property \(property)")
    }
    guard description.access != .read else { throw .propertyReadOnly("property '\(property)' cannot be set") }
    switch (property, value) {
    case ("LoopStatus", .string(let word)): self = .setLoop(try Self.loop(word))
    case ("Rate", .double(let rate)): self = try Self.rate(rate)
    case ("Shuffle", .bool(let shuffled)): self = .setShuffle(shuffled)
    case ("Volume", .double(let volume)): self = .setVolume(try Self.volume(volume))
    case ("Fullscreen", .bool): throw .notSupported("there is no window, so CanSetFullscreen is false")
    default:
      throw .invalidArguments("property '\(property)' takes \(description.signature), not \(value.signature)")
    }
  }

  private static func loop(_ word: String) throws(BusError) -> LoopStatus {
    guard let loop = LoopStatus(rawValue: word) else {
      throw .invalidArguments("property 'LoopStatus' must be None, Track or Playlist")
    }
    return loop
  }

  /// "A value of 0.0 should not be set by the client. If it is, the media player should act as though Pause was
  /// called." And: "It is left to media player implementations to decide how to deal with values they cannot use; they
  /// may either ignore them or pick a 'best fit' value."
  ///
  /// The best fit of a positive value is the nearest rate that can be played. A negative value, NaN and infinity have
  /// none: they are ignored, and the caller gets an error.
  private static func rate(_ rate: Double) throws(BusError) -> MPRISCommand {
    if rate == 0 { return .pause }
    guard rate > 0, rate.isFinite else {
      throw .invalidArguments("property 'Rate' must be a number, 0.25 to 6, or 0 for pause")
    }
    return .setRate(min(max(rate, MPRISBus.minimumRate), MPRISBus.maximumRate))
  }

  /// "When setting, if a negative value is passed, the volume should be set to 0.0."
  private static func volume(_ volume: Double) throws(BusError) -> Double {
    guard !volume.isNaN, volume != .infinity else {
      throw .invalidArguments("property 'Volume' must be a number, 0 to 1")
    }
    return min(max(volume, 0), MPRISBus.maximumVolume)
  }
}
