import CYAML

/// The keys and values of a YAML document, from the parser's events. Aliases are not expanded, so that a few lines
/// cannot become a million.
struct YAMLStatements {
  /// Deeper nesting is an error. No author writes it, and each level takes stack space.
  private static let deepest = 32

  private var parser = yaml_parser_t()
  /// True once the parser has found an error; no more events come.
  private var isBroken = false

  /// - Returns: an empty table for an empty document; all keys before the first error; `nil` if the document is not a
  ///   table, or has an error before its first key.
  static func read(_ bytes: ArraySlice<UInt8>) -> FrontMatterValue? {
    var reading = YAMLStatements()
    guard yaml_parser_initialize(&reading.parser) != 0 else { return nil }
    defer { yaml_parser_delete(&reading.parser) }
    return bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(&reading.parser, buffer.baseAddress, buffer.count)
      return reading.document()
    }
  }

  private mutating func document() -> FrontMatterValue? {
    while let event = next() {
      switch event.kind {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
      case YAML_STREAM_END_EVENT: return .table([:])
      default: return value(event, depth: 0)
      }
    }
    return nil
  }

  private typealias Event = (kind: yaml_event_type_t, text: String)

  /// The next event; `nil` at the end and after an error.
  private mutating func next() -> Event? {
    var event = yaml_event_t()
    guard !isBroken, yaml_parser_parse(&parser, &event) != 0 else {
      isBroken = true
      return nil
    }
    defer { yaml_event_delete(&event) }
    guard event.type == YAML_SCALAR_EVENT else { return (event.type, "") }
    let bytes = UnsafeBufferPointer(start: aloud_scalar(&event), count: aloud_scalar_length(&event))
    return (event.type, String(decoding: bytes, as: UTF8.self))
  }

  /// The value that an event begins, with all that it contains.
  private mutating func value(_ event: Event, depth: Int) -> FrontMatterValue {
    if depth > Self.deepest { isBroken = true }
    switch event.kind {
    case YAML_SCALAR_EVENT: return .text(["~", "null"].contains(event.text) ? "" : event.text)
    case YAML_SEQUENCE_START_EVENT:
      var items: [FrontMatterValue] = []
      while let event = next(), event.kind != YAML_SEQUENCE_END_EVENT {
        items.append(value(event, depth: depth + 1))
      }
      return .list(items)
    case YAML_MAPPING_START_EVENT:
      var values: [String: FrontMatterValue] = [:]
      while let key = next(), key.kind != YAML_MAPPING_END_EVENT {
        let name = value(key, depth: depth + 1)
        // A key without a value is an error.
        guard let event = next() else { break }
        let said = value(event, depth: depth + 1)
        guard !isBroken else { break }
        if case .text(let name) = name, values[name] == nil { values[name] = said }
      }
      return .table(values)
    default: return .text("")
    }
  }
}
