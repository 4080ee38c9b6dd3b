public import BusValues

/// A page is finished: its last word begins to be heard, or the reading has moved to another page.
public struct PageTurnSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "PageTurn"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.page
  /// The id of the track.
  public var track: ObjectPath
  /// The page to show now, counted from 0 among those of `SetPages`.
  public var page: UInt32
  /// The option `layout` of the call that set the pages; 0 if it was not given.
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

  /// Parses a received signal; `nil` if the arguments do not match the interface.
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
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.page
  /// The id of the new current track.
  public var track: ObjectPath
  /// The title that desktops show.
  public var title: String
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, title: String, details: [String: BusValue] = [:]) {
    self.track = track
    self.title = title
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .string(title), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let track = arguments[0].asObjectPath, let title = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(track: track, title: title, details: details)
  }
}
