import Vocabulary

extension ConfigurationKey {
  /// The section about notifications, which also has the rules.
  static let notify = "notify"

  /// The keys of `[announcements]` and `[notify]`.
  static let ofAnnouncements: [ConfigurationKey] = [
    .init(
      "announcements", "volume", .number(\.announcements.volume.value, 0...1),
      "Volume of announcements; that of the reading is another one"),
    .init(
      "announcements", "duck", .number(\.announcements.duck.value, 0...60),
      "Decibels by which a recording is lowered while something is announced; 0: it is not lowered"),
    .init(
      "announcements", "limit", .duration(\.announcements.limit, .seconds(1) ... .seconds(600)),
      "A spoken notification that is longer is cut at the end of a sentence"),
    .init(
      "announcements", "stale-after", .duration(\.announcements.staleAfter, .seconds(1) ... .seconds(86400)),
      "Announcements that waited for longer are summed up, such as: and 4 more from Mail"),
    .init(
      "announcements", "floor", .number(\.announcements.floor.value, 0...1),
      "A lower volume of the sink is raised to this while something is announced, unless it is muted; 0: never"),
    .init(
      "announcements", "floor-cap", .number(\.announcements.floorCap.value, 0...1),
      "The sink is never raised above this volume"),
    .init(
      "announcements", "step-aside", .flag(\.announcements.stepAside),
      "The reading waits for alarms and navigation of other programs"),

    .init(
      notify, "locked", .choice(of: \.notify.locked),
      "Most that is announced while the screen is locked; application: the name of the program alone"),
    .init(
      notify, "do-not-disturb", .choice(of: \.notify.doNotDisturb),
      "Respect for the desktop's do-not-disturb; critical: critical notifications are spoken nevertheless"
    ),
    .init(
      notify, "fullscreen", .flag(\.notify.silentInFullscreen),
      "Only critical notifications are spoken while a window fills the screen, on X11 with xprop"),
    .init(
      notify, "during-calls", .choice(of: \.notify.duringCalls),
      "Notifications that arrive during a call; hold: they are spoken after it, as all other announcements are"),
    .init(
      notify, "show", .choice(of: \.notify.show),
      "Banners of aloud notify; spoken: each is shown when its turn to be spoken comes, so that banners and voices agree"
    ),
    .init(
      notify, "template", .template(\.notify.template),
      "Text that is spoken of a notification; {body:digits}: digit by digit; {{ and }} are braces"),
  ]
}

extension ValueKind {
  /// Completes "must be …" for a template.
  package static let templateExpectation =
    "a text in quotes, up to \(longestText) bytes, with no other placeholders than {app}, {summary} and {body}"

  /// A template that ``Vocabulary/NotificationTemplate`` accepts.
  static func template(_ path: any WritableKeyPath<Settings, String> & Sendable) -> ValueKind {
    ValueKind(
      expectation: templateExpectation,
      store: { value, settings in
        guard case .text(let text) = value, isTemplate(text) else { return false }
        settings[keyPath: path] = text
        return true
      },
      read: { .text($0[keyPath: path]) })
  }

  /// True if a key can have this template.
  static func isTemplate(_ text: String) -> Bool {
    isText(text) && (try? NotificationTemplate(text)) != nil
  }

  /// True if a key can have this text: not too long, and without U+0000.
  static func isText(_ text: String) -> Bool { text.utf8.count <= longestText && !text.utf8.contains(0) }
}
