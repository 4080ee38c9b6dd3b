import AloudAPI
import BusValues

/// The page aloud-dbus(5), made from the introspection data of the service.
enum BusPage {
  static var text: String {
    var page = Roff(title: "ALOUD\\-DBUS", section: 5, about: "File Formats")
    let interface = AloudInterface.description
    page.section("NAME")
    page.line("aloud-dbus - how programs have texts read by aloud")
    opening(interface, &page)
    page.section("METHODS")
    for method in interface.methods { describe(method, &page) }
    page.section("OPTIONS OF SPEAK, SPEAKFD AND OPEN")
    page.line("The configuration decides the options that are left out.")
    for option in SpeakOptions.descriptions {
      page.item(option.name, "(\(option.signature.text), \(option.range))", sentence(option.doc))
    }
    page.section("SIGNALS")
    page.line(
      """
      Signals are sent to subscribers only, at the moment of the event. Each description ends with the name of the \
      event for Subscribe.
      """)
    for signal in interface.signals {
      page.item(signal.name.text, list(signal.arguments), signal.doc)
      arguments(signal.arguments.filter { $0.name != "details" }, &page)
    }
    page.section("PROPERTIES")
    for property in interface.properties {
      let access = property.access == .read ? "read" : "read and write"
      page.item(property.name.text, "(\(property.signature.text), \(access))", property.doc)
    }
    page.section("ERRORS")
    page.line("The names begin with \(AloudBus.errorPrefix) and each error has a sentence for people.")
    for error in APIErrorCode.allCases { page.item(error.rawValue, "", meaning(error)) }
    examples(&page)
    page.seeAlso(["aloud(1)", "aloudd(1)", "aloud.toml(5)", "busctl(1)", "gdbus(1)", "playerctl(1)"])
    return page.text
  }

  private static func opening(_ interface: InterfaceDescription, _ page: inout Roff) {
    page.section("SYNOPSIS")
    page.text(of: [
      ("name", AloudBus.name.text), ("object", AloudBus.path.text), ("interface", AloudBus.interface.text),
    ])
    page.section("DESCRIPTION")
    for (index, part) in interface.doc.split(separator: "\n\n").enumerated() {
      if index == 0 { page.line(String(part)) } else { page.paragraph(String(part)) }
    }
    page.paragraph(
      """
      The session bus starts the service with the first call. It has no rights to ask for; a sandbox has to let a \
      program through to the name, as Flatpak does with --talk-name=\(AloudBus.name.text).
      """)
    page.paragraph(
      """
      To control the reading, use MPRIS: the name org.mpris.MediaPlayer2.aloud with the object \
      /org/mpris/MediaPlayer2, which exists while something can be played or resumed.
      """)
    page.paragraph(
      """
      The same text stands in the introspection data. A change that an old program would not understand gets a new \
      interface, with the next number in its name; unknown keys of tables and unknown words are additions, and are to \
      be ignored.
      """)
  }

  private static func describe(_ method: MethodDescription, _ page: inout Roff) {
    let answer = method.output.isEmpty ? "" : " -> " + list(method.output).dropFirst().dropLast()
    page.item(method.name.text, list(method.input) + answer, method.doc)
    // The sixteen options that three methods share have a section of their own.
    let shared = SpeakOptions.descriptions.count
    let own = method.input.filter { argument in
      argument.name != "options"
        || (argument.doc.contains("- ") && argument.doc.split(separator: "\n").count != shared)
    }
    arguments(own + method.output, &page)
  }

  private static func arguments(_ arguments: [ArgumentDescription], _ page: inout Roff) {
    guard !arguments.isEmpty else { return }
    page.indent()
    for argument in arguments {
      let doc = argument.doc.hasPrefix("- ") ? String(argument.doc.dropFirst(2)) : argument.doc
      page.item(argument.name, "", doc)
    }
    page.outdent()
  }

  private static func list(_ arguments: [ArgumentDescription]) -> String {
    "(" + arguments.map { "\($0.signature.text) \($0.name)" }.joined(separator: ", ") + ")"
  }

  private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  private static func meaning(_ error: APIErrorCode) -> String {
    switch error {
    case .noSuchFile: "There is nothing at that path."
    case .notReadable: "It exists, but the service may not read it."
    case .notAnswering: "Its file system does not answer, like a network mount without its server."
    case .notText: "A folder, a device, or bytes that are not text."
    case .wrongEncoding: "Marked as UTF-16, but not valid UTF-16; the message names the first wrong byte."
    case .empty: "It contains nothing that can be spoken."
    case .tooLarge: "Larger than the service accepts."
    case .unsupported: "A URI scheme or a kind of document that is not read."
    case .locked: "Locked by its publisher (DRM), or it needs a password."
    case .damaged: "It breaks the rules of its format, or is made to do harm; the message says where."
    case .noVoice: "No installed voice has that name or speaks that language."
    case .noAudio: "There is no sound output now; the text waits for one."
    case .busy: "The option when-busy is drop, and something is being read."
    case .stale: "The track of the call is no longer the current one."
    case .noTrack: "There is no such track, or nothing is queued."
    case .notFound: "There is no such document or bookmark in the library."
    case .outOfRange: "The text ends before that place."
    case .invalidOption:
      "An option or argument has the wrong type or is out of its range; the message names it and what is expected."
    case .notAllowed: "The caller runs in a sandbox, or the screen is locked; the message says which."
    case .hushed: "The listener ended everything that was asked for (Hush, Clear) before this was there."
    case .engine: "The speech engine failed twice on the same place."
    }
  }

  private static func examples(_ page: inout Roff) {
    page.section("EXAMPLES")
    page.line("Read a text at once, in German, after a second of silence:")
    page.example(
      """
      busctl --user call org.aloud.Aloud1 /org/aloud/Aloud1 org.aloud.Aloud1 \\
        Speak 'sa{sv}' 'Guten Morgen.' 3 language s de when-busy s now leading-delay x 1000000
      """)
    page.paragraph("Play a quarter faster:")
    page.example(
      """
      busctl --user set-property org.aloud.Aloud1 /org/aloud/Aloud1 org.aloud.Aloud1 Rate d 1.25
      """)
    page.paragraph("Follow the words. A subscriber must stay connected; the signals go to it alone.")
    page.example(
      """
      aloud events word sentence --json
      """)
  }
}

extension Roff {
  /// A list of names with descriptions, one per line.
  fileprivate mutating func text(of rows: [(String, String)]) {
    for (index, row) in rows.enumerated() {
      if index > 0 { request(".br") }
      line("\(row.0) \(row.1)")
    }
  }
}
