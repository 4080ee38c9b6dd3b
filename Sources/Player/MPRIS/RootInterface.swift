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
        "Raise", doc: "Does nothing: the player has no window to bring to the front."),
      MethodDescription("Quit", doc: "Ends the player. The next call starts it again."),
    ],
    properties: [
      PropertyDescription("CanQuit", .bool, doc: "Always true: Quit has an effect."),
      PropertyDescription(
        "Fullscreen", .bool, access: .readWrite, annotations: [optional],
        doc: "Always false. Writing fails with NotSupported."),
      PropertyDescription(
        "CanSetFullscreen", .bool, annotations: [optional], doc: "Always false: Fullscreen cannot be set."),
      PropertyDescription("CanRaise", .bool, doc: "Always false: Raise has no effect."),
      PropertyDescription("HasTrackList", .bool, doc: "Always true: org.mpris.MediaPlayer2.TrackList exists."),
      PropertyDescription("Identity", .string, doc: "The player's name, as a desktop shows it."),
      PropertyDescription(
        "DesktopEntry", .string, annotations: [optional], doc: "The base name of the installed .desktop file."),
      PropertyDescription("SupportedUriSchemes", .strings, doc: "The URI schemes that OpenUri accepts."),
      PropertyDescription("SupportedMimeTypes", .strings, doc: "The media types that OpenUri accepts."),
    ])

  /// The media types of supported documents, recordings and playlists; `text/plain` comes first.
  public static let mediaTypes = [
    "text/plain", "application/epub+zip", "text/html", "application/xhtml+xml", "text/markdown",
    "application/x-subrip", "text/vtt", "application/pdf", "application/vnd.oasis.opendocument.text",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "audio/mpeg", "audio/mp4", "audio/x-m4b", "audio/aac", "audio/flac", "audio/ogg", "audio/x-vorbis+ogg",
    "audio/x-opus+ogg", "audio/vnd.wave", "audio/x-wav", "audio/x-aiff", "audio/x-ms-wma", "audio/x-matroska",
    "audio/webm", "video/mp4", "video/webm", "video/x-matroska", "video/ogg", "video/quicktime", "video/mpeg",
    "video/x-msvideo", "audio/x-mpegurl", "audio/mpegurl", "application/vnd.apple.mpegurl", "audio/x-scpls",
    "application/xspf+xml",
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
