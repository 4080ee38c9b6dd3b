internal import BusValues

extension AloudInterface {
  static let historyMethods = [
    MethodDescription(
      "ListHistory", in: [options()],
      out: [
        ArgumentDescription(
          "texts", "aa{sv}",
          doc: """
            The newest first, at most 100: time (x, when it began to be heard, in seconds since 1970), text (s), \
            language (s), whole (b: true if that is all of it; of a text beyond 64 KiB the beginning is kept), \
            notification (b: true for the text of a notification).
            """)
      ],
      doc: """
        The texts that were said, by the listener, by programs and as announcements; no documents. They are kept in \
        memory only, and in the user's runtime folder while no service runs. Errors: NotAllowed to a program in a \
        sandbox, and while the screen is locked.
        """),
    MethodDescription("ClearHistory", in: [options()], doc: "Clears the history."),
  ]
}
