public import EventLoop
import Glibc
public import Playback

/// The current position: a small file of checksummed records, written at each word that is heard.
///
/// A record is one positioned write per word, so that a kill loses no word, and one data sync per sentence, so that a
/// power loss loses at most a sentence. The file has two pages. Records go to the page that was *not* synced last: a
/// power loss may spoil that page, but the other one has the words of the last sentence.
@Core
public final class PlaceJournal {
  nonisolated static let fileName = "place"
  static let recordsOfPage = 64
  static let pages = 2
  static let pageSize = recordsOfPage * PlaceRecord.size

  private let file: Descriptor
  /// The newest good record.
  public private(set) var last: PlaceRecord?
  /// The newest record's number; 0 if there is none.
  public private(set) var sequence: UInt64 = 0
  private var page = 0
  private var slot = 0
  private var isSynced = true
  /// A slow disk is synced less often: not before this moment.
  private var nextSync = Instant(nanoseconds: 0)

  /// Opens the journal and reads it. Invalid records are ignored.
  ///
  /// - Throws: ``StoreError``: `full`, `unwritable`, `notOurs`.
  public init(in folder: StateFolder) throws(StoreError) {
    file = try folder.openFile(Self.fileName, O_RDWR | O_CREAT)
    let size = Self.pageSize * Self.pages
    var bytes = [UInt8](repeating: 0, count: size)
    let count = max(0, pread(file.number, &bytes, size, 0))
    if let newest = Self.newest(in: bytes.prefix(count)) {
      last = newest.record
      // The newest page may not have been synced, so writing continues there.
      (page, slot) = (newest.index / Self.recordsOfPage, (newest.index + 1) % Self.recordsOfPage)
    }
    // All space is allocated now, so that a word can be written even on a full disk.
    let failure = count == size ? 0 : posix_fallocate(file.number, 0, off_t(size))
    guard failure == 0 else { throw StoreError(errno: failure, Self.fileName) }
    sequence = last?.sequence ?? 0
  }

  /// The newest valid record in a file that may be truncated or damaged anywhere.
  nonisolated static func newest(in bytes: ArraySlice<UInt8>) -> (index: Int, record: PlaceRecord)? {
    var newest: (index: Int, record: PlaceRecord)?
    for index in 0..<bytes.count / PlaceRecord.size {
      let start = bytes.startIndex + index * PlaceRecord.size
      guard let record = PlaceRecord(bytes[start..<start + PlaceRecord.size]) else { continue }
      if record.sequence > newest?.record.sequence ?? 0 { newest = (index, record) }
    }
    return newest
  }

  /// Makes the next record count as newer than those of another journal up to `other`.
  public func goOn(after other: UInt64) { sequence = max(sequence, other) }

  /// Writes a word that is heard.
  ///
  /// - Throws: ``StoreError``: `full`, `unwritable`.
  public func write(_ track: TrackID, _ place: KeptPlace) throws(StoreError) {
    let record = PlaceRecord(sequence: sequence + 1, track: track, place: place, time: .now)
    let bytes = record.bytes
    let offset = page * Self.pageSize + slot * PlaceRecord.size
    guard pwrite(file.number, bytes, bytes.count, off_t(offset)) == bytes.count else {
      throw StoreError(errno: errno, Self.fileName)
    }
    last = record
    sequence = record.sequence
    slot = (slot + 1) % Self.recordsOfPage
    isSynced = false
  }

  /// Ends a sentence: its records are synced, unless the last sync took long.
  public func endSentence() throws(StoreError) {
    let now = EventLoop.monotonicNow()
    guard now >= nextSync else { return }
    try sync()
    // At most a hundredth of the time, so that a slow disk does not block the loop at every sentence.
    nextSync = now.advanced(by: now.duration(to: EventLoop.monotonicNow()) * 100)
  }

  /// Syncs the written records to the device.
  public func sync() throws(StoreError) {
    guard !isSynced else { return }
    guard fdatasync(file.number) == 0 else { throw StoreError(errno: errno, Self.fileName) }
    isSynced = true
    (page, slot) = (1 - page, 0)
  }

  /// Syncs the records in the folder at `path` to the device, so that ``sync()`` need not wait. Any thread.
  public nonisolated static func sync(at path: String) {
    let descriptor = open("\(path)/\(fileName)", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fdatasync(descriptor)  // `sync()` finds its errors
    Glibc.close(descriptor)
  }

  /// Removes all places.
  public func clear() throws(StoreError) {
    guard last != nil else { return }
    let zeros = [UInt8](repeating: 0, count: Self.pageSize * Self.pages)
    guard pwrite(file.number, zeros, zeros.count, 0) == zeros.count else {
      throw StoreError(errno: errno, Self.fileName)
    }
    last = nil
    isSynced = false
  }
}
