public import BusValues

/// `org.mpris.MediaPlayer2`.
public enum RootInterface {
  /// The interface of the player as a program.
  public static let name: InterfaceName = "org.mpris.MediaPlayer2"

  /// The methods and properties of the specification 2.2.
  public static let description = InterfaceDescription(
    name,
    methods: [
      MethodDescription(
        "Raise", doc: "Would bring the player's window to the front; there is none, so this does nothing."),
      MethodDescription("Quit", doc: "Ends the player; it starts again when it is called."),
    ],
    properties: [
      PropertyDescription("CanQuit", .bool, doc: "Whether Quit has an effect: yes."),
      PropertyDescription(
        "Fullscreen", .bool, access: .readWrite, annotations: [optional],
        doc: "Whether the player fills the screen: never. Writing fails with NotSupported."),
      PropertyDescription(
        "CanSetFullscreen", .bool, annotations: [optional], doc: "Whether Fullscreen can be set: no."),
      PropertyDescription("CanRaise", .bool, doc: "Whether Raise has an effect: no."),
      PropertyDescription("HasTrackList", .bool, doc: "Whether there is an org.mpris.MediaPlayer2.TrackList: yes."),
      PropertyDescription("Identity", .string, doc: "The player's name, for people."),
      PropertyDescription(
        "DesktopEntry", .string, annotations: [optional], doc: "The base name of the installed .desktop file."),
      PropertyDescription("SupportedUriSchemes", .strings, doc: "What OpenUri takes."),
      PropertyDescription("SupportedMimeTypes", .strings, doc: "What OpenUri takes."),
    ])

  /// The media types of supported documents; `text/plain` comes first.
  public static let mediaTypes = [
    "text/plain", "application/epub+zip", "text/html", "application/xhtml+xml", "text/markdown",
    "application/x-subrip", "text/vtt", "application/pdf", "application/vnd.oasis.opendocument.text",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]

  /// The specification's annotation for optional properties.
  static let optional = AnnotationDescription("org.mpris.MediaPlayer2.property.optional", "true")

  /// The value of a property; `nil` for an unknown one.
  public static func value(of property: String) -> BusValue? {
    switch property {
    case "CanQuit", "HasTrackList": .bool(true)
    case "Fullscreen", "CanSetFullscreen", "CanRaise": .bool(false)
    case "Identity": .string("Aloud")
    case "DesktopEntry": .string("org.aloud.Aloud")
    case "SupportedUriSchemes": .strings(["file"])
    case "SupportedMimeTypes": .strings(mediaTypes)
    default: nil
    }
  }
}
