/// The unit that places in a text are counted in (option `unit`).
public enum CountingUnit: String, CaseIterable, Sendable {
  /// Unicode scalars.
  case scalars
  /// Bytes of UTF-8.
  case utf8
  /// UTF-16 units.
  case utf16
}
