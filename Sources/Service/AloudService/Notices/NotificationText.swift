import Documents

/// The text of a notification as it is sent. A value.
///
/// Names of files and titles of chapters come from others. In a body that is shown with its markup (Desktop
/// Notifications 1.2) they could bring links and pictures to the desktop, and control characters anywhere.
struct NotificationText: Equatable {
  /// The summary; it never has markup.
  let summary: String
  let body: String

  /// - Parameter showsMarkup: true if the desktop reads markup in a body (`body-markup`). Otherwise it shows the text
  ///   as it is sent.
  init(summary: String, body: String, showsMarkup: Bool) {
    self.summary = Self.plain(summary)
    self.body = showsMarkup ? Line.escaped(Self.plain(body), quotes: true) : Self.plain(body)
  }

  /// One line without control characters and without characters that change the text direction.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      default: if !isDirection(scalar) { result.append(scalar) }
      }
    }
    return String(result)
  }

  /// True for U+200E, U+200F, U+061C, and the embeddings, overrides and isolates.
  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
