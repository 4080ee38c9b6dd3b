/// A value of any D-Bus type.
public enum BusValue: Equatable, Sendable {
  /// `y`
  case byte(UInt8)
  /// `b`
  case bool(Bool)
  /// `n`
  case int16(Int16)
  /// `q`
  case uint16(UInt16)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `s`. The wire has no NUL in strings; it is sent as U+FFFD.
  case string(String)
  /// `o`
  case objectPath(ObjectPath)
  /// `g`
  case signature(Signature)
  /// `h`: an index into the descriptors of the message, counted from 0 in the order of the values.
  case descriptor(UInt32)
  /// `a` and the type of the elements, which every element must have.
  indirect case array(of: Signature, [BusValue])
  /// `a{…}`: an array of entries in the order of the wire.
  indirect case dictionary(key: Signature, value: Signature, [BusEntry])
  /// `(…)`, with at least one field.
  case structure([BusValue])
  /// `v`
  indirect case variant(BusValue)
}

/// One entry of a dictionary.
public struct BusEntry: Equatable, Sendable {
  /// A value of a basic type.
  public var key: BusValue
  /// A value of the dictionary's value type.
  public var value: BusValue

  /// An entry with this key and value.
  public init(_ key: BusValue, _ value: BusValue) {
    self.key = key
    self.value = value
  }
}

extension BusValue {
  /// The type that the value declares. Its parts have their declared types only if ``conforms(to:)`` is true.
  public var signature: Signature {
    switch self {
    case .byte: .byte
    case .bool: .bool
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .objectPath: .objectPath
    case .signature: .signature
    case .descriptor: .descriptor
    case .array(let element, _): .array(of: element)
    case .dictionary(let key, let value, _): Signature(trusted: "a{" + key.text + value.text + "}")
    case .structure(let fields): Signature(trusted: "(" + fields.map(\.signature.text).joined() + ")")
    case .variant: .variant
    }
  }

  /// True if this is a value of exactly the type `type`, in all its parts, and can be sent.
  public func conforms(to type: Signature) -> Bool {
    signature == type && hasConsistentParts
  }

  /// True if every part has the type that the containers around it declare.
  ///
  /// A dictionary with a container as key, a structure without fields, and a signature that is too long or too deep can
  /// be expressed as values, but not sent.
  private var hasConsistentParts: Bool {
    switch self {
    case .array(let element, let elements):
      element.isSingle && Signature(signature.text) != nil && elements.allSatisfy { $0.conforms(to: element) }
    case .dictionary(let key, let value, let entries):
      Signature(signature.text) != nil
        && entries.allSatisfy { $0.key.conforms(to: key) && $0.value.conforms(to: value) }
    case .structure(let fields):
      Signature(signature.text) != nil && fields.allSatisfy(\.hasConsistentParts)
    case .variant(let value): value.hasConsistentParts
    default: true
    }
  }

  /// True if these values match `signatures`, one each.
  public static func conform(_ values: [BusValue], to signatures: some Collection<Signature>) -> Bool {
    values.count == signatures.count && zip(values, signatures).allSatisfy { $0.conforms(to: $1) }
  }
}

extension Signature {
  /// `y`
  public static let byte = Signature(trusted: "y")
  /// `b`
  public static let bool = Signature(trusted: "b")
  /// `n`
  public static let int16 = Signature(trusted: "n")
  /// `q`
  public static let uint16 = Signature(trusted: "q")
  /// `i`
  public static let int32 = Signature(trusted: "i")
  /// `u`
  public static let uint32 = Signature(trusted: "u")
  /// `x`
  public static let int64 = Signature(trusted: "x")
  /// `t`
  public static let uint64 = Signature(trusted: "t")
  /// `d`
  public static let double = Signature(trusted: "d")
  /// `s`
  public static let string = Signature(trusted: "s")
  /// `o`
  public static let objectPath = Signature(trusted: "o")
  /// `g`
  public static let signature = Signature(trusted: "g")
  /// `h`
  public static let descriptor = Signature(trusted: "h")
  /// `v`
  public static let variant = Signature(trusted: "v")
  /// `as`
  public static let strings = Signature(trusted: "as")
  /// `ao`
  public static let objectPaths = Signature(trusted: "ao")
  /// `a{sv}`
  public static let vardict = Signature(trusted: "a{sv}")
}
