/// The kind of request that brings a text (option `request`). It decides which setting rules the text's place.
public enum RequestKind: String, CaseIterable, Sendable {
  /// A text that is heard in between: `say-when-busy`.
  case say
  /// Something that is opened to be read: `read-when-busy`.
  case read
}
