import Glibc
public import Playback
public import Speech

/// The identity of a file, which distinguishes it from other files and from a changed version.
public struct FileIdentity: Equatable, Sendable {
  /// The file system, and the file's number there.
  public var device, inode: UInt64
  /// The size in bytes.
  public var size: Int64
  /// The time of the last change of its content, in nanoseconds of the file system's clock.
  public var modified: Int64

  /// The identity of an open file; `nil` if it is not a regular file.
  public init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the file at a path, without opening it; `nil` if there is no regular file.
  public init?(atPath path: String) { self.init(atPath: path.utf8CString.map(\.self)) }

  /// The identity of the file at a path given in the system's bytes, which need not be UTF-8, with a NUL at the end.
  public init?(atPath path: [CChar]) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }

  init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}

/// The source from which a track's text can be read again.
public enum KeptText: Equatable, Sendable {
  /// In the store: the number of bytes so far, and true if that is all of it.
  case stored(bytes: Int, isComplete: Bool)
  /// In a file of the listener's. The fingerprint is that of the text read from it, once it is complete.
  case file(path: String, FileIdentity, fingerprint: UInt64?)
}

/// The part of a document that a track is.
public struct KeptChapter: Equatable, Sendable {
  /// The document's first track, the same for all its chapters.
  public var document: TrackID
  /// The index in reading order, from 0 on.
  public var index: Int
  /// The number of the document's chapters, once all are known and in the queue.
  public var count: Int?

  /// A chapter of so many.
  public init(of document: TrackID, index: Int, count: Int? = nil) {
    self.document = document
    self.index = index
    self.count = count
  }
}

/// A place in a track: media time, and the word that is heard there.
public struct KeptPlace: Equatable, Sendable {
  /// The media time that the listener was shown.
  public var microseconds: Int64
  /// The Unicode scalar of the text at which the word begins; `nil` if only the time is meant.
  public var scalar: Int?

  /// The beginning of a track is (0, `nil`).
  public init(microseconds: Int64 = 0, scalar: Int? = nil) {
    self.microseconds = microseconds
    self.scalar = scalar
  }
}

/// One entry of the queue, with everything needed to continue it.
public struct KeptTrack: Equatable, Sendable {
  /// The player's data. A length that is still an estimate may change without being written.
  public var entry: QueueEntry
  /// The voice.
  public var voice: VoiceConfiguration
  /// The factor on the samples, 0…1.
  public var gain: Double
  /// The silences of the timeline.
  public var gaps: Timeline.Gaps
  /// The source of its text.
  public var text: KeptText
  /// The format of that source: a word of the interface's option `format`.
  public var format: String
  /// True if the language of the text decides the voice; ``voice`` then reads only text in no other language.
  public var isVoiceFree: Bool
  /// The chapter; `nil` for a text that is not divided.
  public var chapter: KeptChapter?
  /// True if it was heard and stays only for Previous.
  public var isHeard: Bool
  /// The place at which it continues.
  public var place: KeptPlace
  /// The wish that takes effect when it has ended; see ``Playback/Player``.
  public var wishAfter: Remembered.Wish?

  /// A track from all that is known of it.
  public init(
    entry: QueueEntry, voice: VoiceConfiguration, gain: Double, gaps: Timeline.Gaps, text: KeptText,
    format: String = "text", isVoiceFree: Bool = false, chapter: KeptChapter? = nil, isHeard: Bool = false,
    place: KeptPlace = KeptPlace(), wishAfter: Remembered.Wish? = nil
  ) {
    self.entry = entry
    self.voice = voice
    self.gain = gain
    self.gaps = gaps
    self.text = text
    self.format = format
    self.isVoiceFree = isVoiceFree
    self.chapter = chapter
    self.isHeard = isHeard
    self.place = place
    self.wishAfter = wishAfter
  }
}

/// Everything that is kept when the service ends.
public struct KeptSession: Equatable, Sendable {
  /// The player: queue, order, modes, levels, and the wish.
  public var player: Remembered
  /// The entries of the queue.
  public var tracks: [TrackID: KeptTrack]
  /// The next track's number. No number is used twice, even after a restart.
  public var nextNumber: UInt64
  /// The place at which the last sleep timer was set, in one of ``tracks``.
  public var sleepPlace: PlaceInTrack?
  /// The sleep timer; `nil` if there is none.
  public var sleep: KeptSleep?
  /// The last private route (``Playback/Endpoint/lasting``); `nil` if the route was not private, or unknown.
  public var route: Endpoint?

  /// An empty session.
  public init(player: Remembered = Remembered(), tracks: [TrackID: KeptTrack] = [:], nextNumber: UInt64 = 1) {
    self.player = player
    self.tracks = tracks
    self.nextNumber = nextNumber
  }
}

/// A stored sleep timer.
public struct KeptSleep: Equatable, Sendable {
  /// The rest of the extent.
  public var extent: SleepTimer.Extent
  /// The end of a timer that counts time while sound continues; `nil` without sound.
  public var until: WallTime?

  /// A timer from its parts.
  public init(_ extent: SleepTimer.Extent, until: WallTime? = nil) {
    self.extent = extent
    self.until = until
  }

  /// The rest at `now` if the sound continued meanwhile.
  public func left(at now: WallTime) -> SleepTimer.Extent {
    guard case .time(let time) = extent, let until else { return extent }
    // A clock that was set back does not extend the timer.
    return .time(min(time, max(.zero, now.duration(to: until))))
  }
}

/// A place in one of several tracks.
public struct PlaceInTrack: Equatable, Sendable {
  /// The track.
  public var track: TrackID
  /// The place in it.
  public var place: KeptPlace

  /// A place from its parts.
  public init(track: TrackID, place: KeptPlace) {
    self.track = track
    self.place = place
  }
}
