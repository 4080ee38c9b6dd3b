public import BusValues
public import Playback
public import Vocabulary

/// A checked request of an MPRIS client, by a method or by writing a property.
public enum MPRISCommand: Equatable, Sendable {
  case play
  /// Also the effect of writing a `Rate` of 0.
  case pause
  case playPause
  case stop
  case next
  case previous
  /// Microseconds, negative for backward. Any value is possible, so that adding it may overflow.
  case seek(byMicroseconds: Microseconds)
  /// `nil` and every track except the current one are stale. Any position is possible; one below 0 or beyond the length
  /// is ignored.
  case setPosition(TrackID?, microseconds: Microseconds)
  case openURI(String)
  /// ``MPRISBus/minimumRate``…``MPRISBus/maximumRate``.
  case setRate(Double)
  /// 0…``MPRISBus/maximumVolume``.
  case setVolume(Double)
  case setLoop(LoopStatus)
  case setShuffle(Bool)
  case raise
  case quit
  case addTrack(uri: String, at: InsertionPlace, setAsCurrent: Bool)
  /// `nil` stands for an unknown track: no effect.
  case removeTrack(TrackID?)
  /// `nil` stands for an unknown track: no effect.
  case goTo(TrackID?)
  /// `nil` stands for an unknown track, which is left out of the answer.
  case getTracksMetadata([TrackID?])
  case activatePlaylist(ObjectPath)
  case getPlaylists(PlaylistQuery)
}

/// The place at which `AddTrack` inserts a track.
public enum InsertionPlace: Equatable, Sendable {
  case start
  /// At the end if that track is no longer in the queue.
  case after(TrackID)
  /// Used if the call names an unknown track; the specification leaves it open.
  case end
}

extension MPRISCommand {
  /// Reads a method call of any of the four interfaces.
  ///
  /// - Throws: `UnknownMethod`, `InvalidArgs` for arguments of other types or a URI that is too long,
  ///   `LimitsExceeded` for too many tracks.
  public init(interface: String, method: String, arguments: [BusValue]) throws(BusError) {
    let command: MPRISCommand? =
      switch interface {
      case PlayerInterface.name.text: try Self.player(method, arguments)
      case TrackListInterface.name.text: try Self.trackList(method, arguments)
      case PlaylistsInterface.name.text: try Self.playlists(method, arguments)
      case RootInterface.name.text: Self.root(method, arguments)
      default: nil
      }
    if let command {
      self = command
    } else if let description = Self.description(of: interface)?.method(method) {
      throw .invalidArguments("\(method) takes arguments of the types '\(description.inputSignature)'")
    } else {
      throw .unknownMethod("\(interface) has no method \(method)")
    }
  }

  static func description(of interface: String) -> InterfaceDescription? {
    let interfaces = [
      PlayerInterface.description, TrackListInterface.description, PlaylistsInterface.description,
      RootInterface.description,
    ]
    return interfaces.first { $0.name.text == interface }
  }

  private static func root(_ method: String, _ arguments: [BusValue]) -> MPRISCommand? {
    switch (method, arguments.isEmpty) {
    case ("Raise", true): .raise
    case ("Quit", true): .quit
    default: nil
    }
  }

  private static func player(_ method: String, _ arguments: [BusValue]) throws(BusError) -> MPRISCommand? {
    switch (method, arguments.count) {
    case ("Play", 0): return .play
    case ("Pause", 0): return .pause
    case ("PlayPause", 0): return .playPause
    case ("Stop", 0): return .stop
    case ("Next", 0): return .next
    case ("Previous", 0): return .previous
    case ("Seek", 1): return arguments[0].asInt64.map { .seek(byMicroseconds: Microseconds($0)) }
    case ("SetPosition", 2):
      guard let track = arguments[0].asObjectPath, let position = arguments[1].asInt64 else { return nil }
      return .setPosition(TrackID(track), microseconds: Microseconds(position))
    case ("OpenUri", 1):
      guard let uri = arguments[0].asString else { return nil }
      return .openURI(try checked(uri))
    default: return nil
    }
  }

  private static func trackList(_ method: String, _ arguments: [BusValue]) throws(BusError) -> MPRISCommand? {
    switch (method, arguments.count) {
    case ("AddTrack", 3):
      guard let uri = arguments[0].asString, let after = arguments[1].asObjectPath,
        let setAsCurrent = arguments[2].asBool
      else { return nil }
      return .addTrack(uri: try checked(uri), at: InsertionPlace(after), setAsCurrent: setAsCurrent)
    case ("RemoveTrack", 1): return arguments[0].asObjectPath.map { .removeTrack(TrackID($0)) }
    case ("GoTo", 1): return arguments[0].asObjectPath.map { .goTo(TrackID($0)) }
    case ("GetTracksMetadata", 1):
      guard let paths = arguments[0].asObjectPaths else { return nil }
      guard paths.count <= MPRISBus.maximumTracks else {
        throw .limitsExceeded("at most \(MPRISBus.maximumTracks) tracks at once, not \(paths.count)")
      }
      return .getTracksMetadata(paths.map { TrackID($0) })
    default: return nil
    }
  }

  private static func playlists(_ method: String, _ arguments: [BusValue]) throws(BusError) -> MPRISCommand? {
    switch (method, arguments.count) {
    case ("ActivatePlaylist", 1): return arguments[0].asObjectPath.map { .activatePlaylist($0) }
    case ("GetPlaylists", 4):
      guard let index = arguments[0].asUInt32, let maximum = arguments[1].asUInt32, let word = arguments[2].asString,
        let isReversed = arguments[3].asBool
      else { return nil }
      guard let ordering = PlaylistOrdering(word: word) else {
        let known = PlaylistOrdering.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidArguments("argument 'Order' must be one of Orderings: \(known)")
      }
      return .getPlaylists(
        PlaylistQuery(index: index, maximum: maximum, ordering: ordering, isReversed: isReversed))
    default: return nil
    }
  }

  private static func checked(_ uri: String) throws(BusError) -> String {
    guard uri.utf8.count <= MPRISBus.maximumURIBytes else {
      throw .invalidArguments("a URI may have \(MPRISBus.maximumURIBytes) bytes, not \(uri.utf8.count)")
    }
    return uri
  }
}

extension InsertionPlace {
  init(_ path: ObjectPath) {
    if path == MPRISBus.noTrack {
      self = .start
    } else if let track = TrackID(path) {
      self = .after(track)
    } else {
      self = .end
    }
  }
}
