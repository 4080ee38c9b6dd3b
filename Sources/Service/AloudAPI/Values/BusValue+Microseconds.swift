public import BusValues
public import Vocabulary

extension BusValue {
  /// A time as the interface has it: an `int64` of microseconds.
  public static func microseconds(_ time: Microseconds) -> BusValue { .int64(time.count) }

  /// The time that ``microseconds(_:)`` made; `nil` for another type.
  public var asMicroseconds: Microseconds? { asInt64.map { Microseconds($0) } }
}
