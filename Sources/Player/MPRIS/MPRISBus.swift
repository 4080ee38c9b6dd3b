public import BusValues
public import Playback

/// The player's names in MPRIS 2.2, and its constant values.
public enum MPRISBus {
  /// The name of the first instance. It is owned only while there is something to play or to resume.
  public static let name: BusName = "org.mpris.MediaPlayer2.aloud"
  /// The single object with all interfaces.
  public static let path: ObjectPath = "/org/mpris/MediaPlayer2"
  /// "No track" as an object path.
  public static let noTrack: ObjectPath = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// The slowest rate; 0 means pause and nothing plays backward.
  public static let minimumRate = 0.25
  /// The fastest rate.
  public static let maximumRate = 6.0
  /// The loudest volume that a client of MPRIS can ask for ("a sensible maximum").
  public static let maximumVolume = 1.0
  /// The longest URI that a call may name, in bytes.
  public static let maximumURIBytes = 64 << 10
  /// The most tracks that `GetTracksMetadata` answers at once.
  public static let maximumTracks = 10_000

  /// The name of another instance: "a dot and a unique identifier, such as one based on a UNIX process id".
  public static func instanceName(processID: Int32) -> BusName {
    BusName(stringLiteral: name.text + ".instance" + String(processID))
  }
}

extension TrackID {
  /// The id as an object path.
  public var objectPath: ObjectPath { ObjectPath(stringLiteral: path) }

  /// Reads a path; `nil` for "no track" and for paths of other objects.
  public init?(_ path: ObjectPath) { self.init(path: path.text) }
}
