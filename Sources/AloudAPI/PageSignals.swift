public import BusValues

/// A page is done: the last word of it begins to be heard, or the reading has gone to another page.
public struct PageTurnSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "PageTurn"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.page
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// The page to be shown now, counted from 0 among those that `SetPages` named.
  public var page: UInt32
  /// The option `layout` of the call that named the pages; 0 where it said nothing.
  public var layout: UInt32

  /// A signal to be sent.
  public init(track: ObjectPath, page: UInt32, layout: UInt32 = 0) {
    self.track = track
    self.page = page
    self.layout = layout
  }

  private static let layoutKey = "layout"

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track), .uint32(page), .vardict([Self.layoutKey: .uint32(layout)])]
  }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let track = arguments[0].asObjectPath, let page = arguments[1].asUInt32,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(track: track, page: page, layout: details[Self.layoutKey]?.asUInt32 ?? 0)
  }
}

/// Another track is read from now on: the next chapter, text or file.
public struct ChapterChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "ChapterChanged"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.page
  /// The id of the track that is read now.
  public var track: ObjectPath
  /// What desktops show as its title.
  public var title: String
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, title: String, details: [String: BusValue] = [:]) {
    self.track = track
    self.title = title
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .string(title), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let track = arguments[0].asObjectPath, let title = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(track: track, title: title, details: details)
  }
}
