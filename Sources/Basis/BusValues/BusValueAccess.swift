// Conversions between values and Swift types. A value of another type gives `nil`; none is converted.

extension BusValue {
  /// `as`
  public static func strings(_ strings: [String]) -> BusValue { .array(of: .string, strings.map { .string($0) }) }

  /// `ao`
  public static func objectPaths(_ paths: [ObjectPath]) -> BusValue {
    .array(of: .objectPath, paths.map { .objectPath($0) })
  }

  /// `a{sv}` with the keys in ascending order, so that equal tables give equal messages.
  public static func vardict(_ table: [String: BusValue]) -> BusValue {
    .vardict(ordered: table.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// `a{sv}` with the entries in the given order.
  public static func vardict(ordered entries: [(String, BusValue)]) -> BusValue {
    .dictionary(key: .string, value: .variant, entries.map { BusEntry(.string($0.0), .variant($0.1)) })
  }

  /// `aa{sv}`
  public static func vardicts(_ tables: [[String: BusValue]]) -> BusValue {
    .array(of: .vardict, tables.map { .vardict($0) })
  }
}

extension BusValue {
  /// The byte of a `y`.
  public var asByte: UInt8? { if case .byte(let value) = self { value } else { nil } }
  /// The value of a `b`.
  public var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number of an `n`.
  public var asInt16: Int16? { if case .int16(let value) = self { value } else { nil } }
  /// The number of a `q`.
  public var asUInt16: UInt16? { if case .uint16(let value) = self { value } else { nil } }
  /// The number of an `i`.
  public var asInt32: Int32? { if case .int32(let value) = self { value } else { nil } }
  /// The number of a `u`.
  public var asUInt32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
  /// The number of an `x`.
  public var asInt64: Int64? { if case .int64(let value) = self { value } else { nil } }
  /// The number of a `t`.
  public var asUInt64: UInt64? { if case .uint64(let value) = self { value } else { nil } }
  /// The number of a `d`, which may be infinite or NaN.
  public var asDouble: Double? { if case .double(let value) = self { value } else { nil } }
  /// A number of any type as a double. A client whose language has only one kind of number sends a round one as an
  /// integer.
  public var asNumber: Double? {
    switch self {
    case .double(let value): value
    case .byte(let value): Double(value)
    case .int16(let value): Double(value)
    case .uint16(let value): Double(value)
    case .int32(let value): Double(value)
    case .uint32(let value): Double(value)
    case .int64(let value): Double(value)
    case .uint64(let value): Double(value)
    default: nil
    }
  }
  /// The text of an `s`.
  public var asString: String? { if case .string(let value) = self { value } else { nil } }
  /// The path of an `o`.
  public var asObjectPath: ObjectPath? { if case .objectPath(let value) = self { value } else { nil } }
  /// The signature of a `g`.
  public var asSignature: Signature? { if case .signature(let value) = self { value } else { nil } }
  /// The index of an `h`.
  public var asDescriptor: UInt32? { if case .descriptor(let value) = self { value } else { nil } }
  /// The value inside a `v`.
  public var asVariant: BusValue? { if case .variant(let value) = self { value } else { nil } }
  /// The fields of a `(…)`.
  public var asStructure: [BusValue]? { if case .structure(let fields) = self { fields } else { nil } }
  /// The elements of an array, dictionaries excepted.
  public var asArray: [BusValue]? { if case .array(_, let elements) = self { elements } else { nil } }
  /// The entries of a dictionary, in the order of the wire.
  public var asEntries: [BusEntry]? { if case .dictionary(_, _, let entries) = self { entries } else { nil } }

  /// The elements of an `as`.
  public var asStrings: [String]? {
    guard case .array(of: .string, let elements) = self else { return nil }
    return elements.compactMap(\.asString)
  }

  /// The elements of an `ao`.
  public var asObjectPaths: [ObjectPath]? {
    guard case .array(of: .objectPath, let elements) = self else { return nil }
    return elements.compactMap(\.asObjectPath)
  }

  /// The table of an `a{sv}` without the variants around its values; the last of several equal keys counts.
  public var asVardict: [String: BusValue]? {
    guard case .dictionary(key: .string, value: .variant, let entries) = self else { return nil }
    var table: [String: BusValue] = [:]
    table.reserveCapacity(entries.count)
    for entry in entries {
      guard let key = entry.key.asString, let value = entry.value.asVariant else { continue }
      table[key] = value
    }
    return table
  }

  /// The tables of an `aa{sv}`.
  public var asVardicts: [[String: BusValue]]? {
    guard case .array(of: .vardict, let elements) = self else { return nil }
    return elements.compactMap(\.asVardict)
  }
}
