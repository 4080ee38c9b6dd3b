import Glibc
public import Playback
public import Speech

/// What a file is told by, so that another one, or a changed one, is not taken for it.
public struct FileIdentity: Equatable, Sendable {
  /// The file system, and the file's number there.
  public var device, inode: UInt64
  /// In bytes.
  public var size: Int64
  /// When its content was changed last, in nanoseconds of the file system's clock.
  public var modified: Int64

  /// What the system says of an open file; `nil` for one that is no regular file.
  public init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What the system says of a path, without opening it; `nil` where no regular file is.
  public init?(atPath path: String) { self.init(atPath: path.utf8CString.map(\.self)) }

  /// The same of a path in the bytes of the system, which need not be UTF-8, with a NUL at its end.
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

/// Where a track's text can be had again.
public enum KeptText: Equatable, Sendable {
  /// In the store: so many bytes so far, and whether that is all of it.
  case stored(bytes: Int, isComplete: Bool)
  /// In a file of the listener's. The fingerprint is that of the text that was read from it, once that was all.
  case file(path: String, FileIdentity, fingerprint: UInt64?)
}

/// Which part of a document a track is.
public struct KeptChapter: Equatable, Sendable {
  /// The document's first track; the same for all that belong together.
  public var document: TrackID
  /// In the order of reading, from 0 on.
  public var index: Int
  /// Chapters of the document, once all of them are known: none is to be queued any more.
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
  /// Of media time, as the listener was told.
  public var microseconds: Int64
  /// The Unicode scalar of the text at which the word begins; `nil` where none is meant but the time itself.
  public var scalar: Int?

  /// The beginning of a track is (0, `nil`).
  public init(microseconds: Int64 = 0, scalar: Int? = nil) {
    self.microseconds = microseconds
    self.scalar = scalar
  }
}

/// One entry of the queue, with all that is needed to go on with it.
public struct KeptTrack: Equatable, Sendable {
  /// What the player knows of it; a length that is still an estimate changes without being written.
  public var entry: QueueEntry
  /// Who speaks.
  public var voice: VoiceConfiguration
  /// Factor on the samples, 0…1.
  public var gain: Double
  /// Silences in the timeline.
  public var gaps: Timeline.Gaps
  /// Where its text is.
  public var text: KeptText
  /// As what that is read: a word of the interface's option `format`.
  public var format: String
  /// Whether the language of the text decides who reads it, and ``voice`` only what is in no other.
  public var isVoiceFree: Bool
  /// `nil` for a text that is not divided.
  public var chapter: KeptChapter?
  /// Whether it was heard, and stays only for Previous.
  public var isHeard: Bool
  /// Where it goes on.
  public var place: KeptPlace
  /// What is wanted again when it has ended; see ``Playback/Player``.
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

/// Everything that outlives the service.
public struct KeptSession: Equatable, Sendable {
  /// The player: queue, order, modes, levels, and what was wanted.
  public var player: Remembered
  /// The entries of the queue.
  public var tracks: [TrackID: KeptTrack]
  /// The next track's number: none is used twice, also not after a restart.
  public var nextNumber: UInt64
  /// Where the last sleep timer was set, in one of ``tracks``.
  public var sleepPlace: PlaceInTrack?
  /// The sleep timer; `nil`: none.
  public var sleep: KeptSleep?
  /// The last private route (``Playback/Endpoint/lasting``); `nil` where the route was not private, or not known.
  public var route: Endpoint?

  /// A session with nothing in it.
  public init(player: Remembered = Remembered(), tracks: [TrackID: KeptTrack] = [:], nextNumber: UInt64 = 1) {
    self.player = player
    self.tracks = tracks
    self.nextNumber = nextNumber
  }
}

/// A sleep timer as it was when it was kept.
public struct KeptSleep: Equatable, Sendable {
  /// What was still to be heard.
  public var extent: SleepTimer.Extent
  /// When that is over where it is a time and the sound goes on; `nil` where there is no sound.
  public var until: WallTime?

  /// A timer from its parts.
  public init(_ extent: SleepTimer.Extent, until: WallTime? = nil) {
    self.extent = extent
    self.until = until
  }

  /// What is still to be heard at `now`, where the sound went on meanwhile.
  public func left(at now: WallTime) -> SleepTimer.Extent {
    guard case .time(let time) = extent, let until else { return extent }
    // A clock that was set gives nobody more than there was.
    return .time(min(time, max(.zero, now.duration(to: until))))
  }
}

/// A place in one of several tracks.
public struct PlaceInTrack: Equatable, Sendable {
  /// Which one.
  public var track: TrackID
  /// Where in it.
  public var place: KeptPlace

  /// A place from its parts.
  public init(track: TrackID, place: KeptPlace) {
    self.track = track
    self.place = place
  }
}
