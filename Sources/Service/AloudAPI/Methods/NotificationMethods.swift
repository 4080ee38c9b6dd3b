internal import BusValues
import Vocabulary

extension AloudInterface {
  static let notificationMethods = [
    MethodDescription(
      "WatchNotifications",
      in: [
        ArgumentDescription("on", .bool, doc: "True to speak the notifications of the desktop, false to stop."),
        options([AloudCall.forceOption]),
      ],
      out: [
        ArgumentDescription(
          "state", .string,
          doc: """
            on; off; screen-reader: nothing has changed, since a screen reader runs and speaks notifications itself. A \
            second call within five minutes turns them on all the same.
            """)
      ],
      doc: """
        Speaks the notifications that programs show on the desktop, by the rules of aloud.toml. The choice is kept until \
        the next call. Another program shows the notifications, as before. The \
        answer comes once `NotificationStep` is found, after three seconds at the latest.
        """),
    MethodDescription(
      "TestNotification",
      in: [
        ArgumentDescription("application", .string, doc: "The name of the program that shows it."),
        ArgumentDescription("summary", .string, doc: "The title."),
        ArgumentDescription("body", .string, doc: "The text, with the markup of notifications."),
        ArgumentDescription(
          "hints", .vardict,
          doc: """
            Hints as they stand on a notification: urgency (y, or low, normal, critical), category (s), \
            x-aloud-speak (b), x-aloud-voice (s) and so on. Others are ignored.
            """),
        options(),
      ],
      out: [
        ArgumentDescription(
          "plan", .vardict,
          doc: """
            action (s: speak, mute or sound), text (s, the spoken text), application, voice, engine, language, priority (s), \
            rate, volume (d), sound-file, sound-name (s), show (s: \(NotificationShow.words); the moment for the \
            banner of `aloud notify`), steps (as, each rule and hint that changes something). What is not decided is left \
            out.
            """)
      ],
      doc: "Applies the rules to a notification without showing or speaking it."),
  ]
}

extension AloudCall {
  static let forceOption = OptionDescription(
    "force", .bool, "true or false", "true to turn them on beside a screen reader at once; default false")

  /// Decodes the calls about notifications; `nil` for any other.
  static func makeNotification(
    _ method: String, _ arguments: [BusValue], _ options: [String: BusValue]
  ) throws(APIError) -> AloudCall? {
    switch (method, arguments[0]) {
    case ("WatchNotifications", .bool(let isOn)):
      var reader = OptionReader(options)
      let isForced = try reader.flag(forceOption) ?? false
      try reader.finish()
      return .watchNotifications(isOn, force: isForced)
    case ("TestNotification", .string(let application)):
      guard arguments.count == 5, let summary = arguments[1].asString, let body = arguments[2].asString,
        let hints = arguments[3].asVardict
      else { return nil }
      try OptionReader(options).finish()
      guard application.utf8.count + summary.utf8.count + body.utf8.count <= AloudBus.maximumTextBytes else {
        throw APIError(.tooLarge, "the notification has more than 16 MiB of text")
      }
      return .testNotification(application: application, summary: summary, body: body, hints: hints)
    default: return nil
    }
  }
}
