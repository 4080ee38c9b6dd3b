/// An order of the control side to the data thread: sound or silence, as a level, with a serial in the same word.
///
/// Level and serial share one atomic word because *play, pause, play* in quick succession lets an old acknowledgement
/// arrive late; an acknowledgement counts only for the serial that it names.
public struct Order: RawRepresentable, Hashable, Sendable {
  /// `serial << 1 | sound`.
  public var rawValue: UInt32

  /// Any word is an order.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The top bit of `serial` is lost: serials count modulo 2³¹.
  public init(serial: UInt32, sound: Bool) { rawValue = serial << 1 | (sound ? 1 : 0) }

  /// The number of the order, modulo 2³¹; 0 is the initial silence.
  public var serial: UInt32 { rawValue >> 1 }

  /// True if sound is ordered.
  public var sound: Bool { rawValue & 1 == 1 }

  /// The order after this one.
  public func next(sound: Bool) -> Order { Order(serial: (serial &+ 1) & 0x7FFF_FFFF, sound: sound) }
}
