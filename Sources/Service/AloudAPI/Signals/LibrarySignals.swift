public import BusValues

/// The part of the library that changed (argument `part` of `LibraryChanged`).
public enum LibraryPart: String, CaseIterable, Sendable {
  /// The rows of `ListDocuments`, except for the place in the current one.
  case documents
  /// The rows of `ListBookmarks`.
  case bookmarks
}

/// Documents or bookmarks were added, removed or changed.
public struct LibraryChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "LibraryChanged"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.library
  /// One of ``LibraryPart``; more may be added later.
  public var part: String
  /// The id of the document; empty for several.
  public var document: String
  /// Reserved for additions.
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

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let part = arguments[0].asString, let document = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(part: part, document: document, details: details)
  }
}
