internal import BusValues

/// A stretch of the original text in one unit of counting, as the bus carries it: `(uu)`.
public struct UnitSpan: Equatable, Hashable, Sendable {
  /// The first unit, from the start of the text.
  public var start: UInt32
  /// The number of units.
  public var length: UInt32

  /// A range of `length` units.
  public init(start: UInt32, length: UInt32) {
    self.start = start
    self.length = length
  }
}

/// The range of a word or sentence in the original text, in the three units that programs use.
///
/// Offsets are absolute: from the first byte of the text, not of the sentence.
public struct TextRange: Equatable, Hashable, Sendable {
  /// In Unicode scalars (Python, C with UTF-32).
  public var scalars: UnitSpan
  /// In bytes of UTF-8 (C, Rust, Go).
  public var utf8: UnitSpan
  /// In UTF-16 units (JavaScript, Qt, Java).
  public var utf16: UnitSpan

  /// A range; the three spans cover the same characters.
  public init(scalars: UnitSpan, utf8: UnitSpan, utf16: UnitSpan) {
    self.scalars = scalars
    self.utf8 = utf8
    self.utf16 = utf16
  }
}

extension UnitSpan {
  /// The span as a range, in its own unit.
  package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  var value: BusValue { .structure([.uint32(start), .uint32(length)]) }

  init?(_ value: BusValue) {
    guard case .structure(let fields) = value, fields.count == 2, case .uint32(let start) = fields[0],
      case .uint32(let length) = fields[1]
    else { return nil }
    self.init(start: start, length: length)
  }
}

extension TextRange {
  /// Three structures `(uu)`: scalars, UTF-8, UTF-16.
  var arguments: [BusValue] { [scalars.value, utf8.value, utf16.value] }

  init?(_ arguments: ArraySlice<BusValue>) {
    guard arguments.count == 3, let first = arguments.first, let scalars = UnitSpan(first),
      let utf8 = UnitSpan(arguments[arguments.startIndex + 1]),
      let utf16 = UnitSpan(arguments[arguments.startIndex + 2])
    else { return nil }
    self.init(scalars: scalars, utf8: utf8, utf16: utf16)
  }
}
