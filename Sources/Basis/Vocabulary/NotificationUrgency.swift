/// The urgency of a notification of the desktop (Desktop Notifications Specification 1.2, "Urgency Levels").
public enum NotificationUrgency: String, CaseIterable, Sendable {
  /// Number 0.
  case low
  /// Number 1, and that of notifications without one.
  case normal
  /// Number 2.
  case critical

  /// The urgency with a number of the specification; `nil` if there is none.
  public init?(number: Int) {
    guard Self.allCases.indices.contains(number) else { return nil }
    self = Self.allCases[number]
  }
}
