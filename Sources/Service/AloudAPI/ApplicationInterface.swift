public import BusValues
import Vocabulary

/// `org.freedesktop.Application`: desktops use it to start a program over the bus, by its desktop entry (D-Bus
/// activation in the Desktop Entry Specification, 1.5).
public enum ApplicationInterface {
  /// The interface.
  public static let interface: InterfaceName = "org.freedesktop.Application"
  /// The well-known name, which by the specification is that of the desktop entry `org.aloud.Aloud.desktop`.
  public static let name: BusName = "org.aloud.Aloud"
  /// The object path: the name with slashes.
  public static let path: ObjectPath = "/org/aloud/Aloud"

  /// The members that the specification defines.
  public static let description = InterfaceDescription(
    interface,
    methods: [
      MethodDescription(
        "Activate", in: [platformData],
        doc: "The program was chosen without a file. It has no window to show, so that nothing happens."),
      MethodDescription(
        "Open", in: [ArgumentDescription("uris", .strings, doc: "file: URIs, in this order."), platformData],
        doc: """
          Reads files aloud, as Open of \(AloudBus.interface) does; those that cannot be read are left out and shown in \
          a notification. Fails where none can be.
          """),
      MethodDescription(
        "ActivateAction",
        in: [
          ArgumentDescription(
            "action", .string,
            doc: "One of: \(ApplicationAction.Name.words)."),
          ArgumentDescription(
            "parameter", "av", doc: "The text (s) for speak, a file: URI (s) for open, nothing for the others."),
          platformData,
        ],
        doc: "Performs the action of a notification's button or of an entry of the program's menu."),
    ])

  private static let platformData = ArgumentDescription(
    "platform-data", .vardict, doc: "About the window to be shown; there is none.")
}

/// The actions of `ActivateAction`.
public enum ApplicationAction: Equatable, Sendable {
  /// The actions by name; `toggle` and `stop` are also in the desktop entry.
  public enum Name: String, CaseIterable, Sendable {
    case play, pause, toggle, stop, speak, open
  }

  case play
  case pause
  case toggle
  case stop
  /// Reads a text aloud.
  case speak(String)
  /// Reads a file aloud, or plays a recording; the argument is its URI.
  case open(String)

  /// Parses the arguments of a call.
  ///
  /// - Throws: `InvalidArgs` for another action or parameter, `TooLarge` for a text or a URI above the limits of
  ///   `Speak` and `Open`.
  public init(_ name: String, parameter: [BusValue]) throws(BusError) {
    guard let known = Name(rawValue: name) else {
      throw .invalidArguments("there is no action '\(name.prefix(40))', only \(Name.words)")
    }
    switch known {
    case .play: self = .play
    case .pause: self = .pause
    case .toggle: self = .toggle
    case .stop: self = .stop
    case .speak:
      guard parameter.count == 1, let text = parameter[0].asVariant?.asString else {
        throw .invalidArguments("the action speak takes one parameter, a string (s)")
      }
      guard text.utf8.count <= AloudBus.maximumTextBytes else {
        throw APIError(.tooLarge, "the text has \(text.utf8.count) bytes, more than 16 MiB").busError
      }
      self = .speak(text)
    case .open:
      guard parameter.count == 1, let uri = parameter[0].asVariant?.asString else {
        throw .invalidArguments("the action open takes one parameter, a URI (s)")
      }
      guard uri.utf8.count <= AloudBus.maximumURIBytes else {
        throw APIError(.tooLarge, "the URI has \(uri.utf8.count) bytes, more than a call may have").busError
      }
      self = .open(uri)
    }
  }
}
