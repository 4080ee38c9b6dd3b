public import BusValues

/// What of the library changed (argument `part` of `LibraryChanged`).
public enum LibraryPart: String, CaseIterable, Sendable {
  /// What `ListDocuments` answers, but for the place of what is read.
  case documents
  /// What `ListBookmarks` answers.
  case bookmarks
}

/// Documents or bookmarks of the library came, went, or are shown differently.
public struct LibraryChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "LibraryChanged"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.library
  /// One of ``LibraryPart``, or a later addition.
  public var part: String
  /// The id of the document that it is about; empty: of several.
  public var document: String
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(_ part: LibraryPart, document: String, details: [String: BusValue] = [:]) {
    self.init(part: part.rawValue, document: document, details: details)
  }

  private init(part: String, document: String, details: [String: BusValue]) {
    self.part = part
    self.document = document
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.string(part), .string(document), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let part = arguments[0].asString, let document = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(part: part, document: document, details: details)
  }
}
