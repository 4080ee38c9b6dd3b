public import EventLoop
import Glibc
public import Playback

/// The running position: a small file of checksummed records, written at each word that is heard.
///
/// One positioned write a word, so that a kill loses no word; one data sync a sentence, so that a power loss loses at
/// most a sentence. The file has two pages. What is written goes into the one that was *not* synced last: whatever a
/// power loss makes of that, the other has the last sentence's words.
@Core
public final class PlaceJournal {
  nonisolated static let fileName = "place"
  static let recordsOfPage = 64
  static let pages = 2
  static let pageSize = recordsOfPage * PlaceRecord.size

  private let descriptor: CInt
  /// The newest good record.
  public private(set) var last: PlaceRecord?
  /// The newest record's number; 0 where there was none.
  public private(set) var sequence: UInt64 = 0
  private var page = 0
  private var slot = 0
  private var isSynced = true
  /// A disk that takes its time is asked to sync less often: not before this moment.
  private var nextSync = Instant(nanoseconds: 0)

  /// Opens the journal and reads it; what makes no sense in it does not count.
  ///
  /// - Throws: ``StoreError``: `full`, `unwritable`, `notOurs`.
  public init(in folder: StateFolder) throws(StoreError) {
    descriptor = try folder.openFile(Self.fileName, O_RDWR | O_CREAT)
    let size = Self.pageSize * Self.pages
    var bytes = [UInt8](repeating: 0, count: size)
    let count = max(0, pread(descriptor, &bytes, size, 0))
    if let newest = Self.newest(in: bytes.prefix(count)) {
      last = newest.record
      // The newest page may not have been synced, so it is the one to go on with.
      (page, slot) = (newest.index / Self.recordsOfPage, (newest.index + 1) % Self.recordsOfPage)
    }
    // With its whole room taken, a word needs none, also on a full disk.
    let failure = count == size ? 0 : posix_fallocate(descriptor, 0, off_t(size))
    guard failure == 0 else { throw StoreError(errno: failure, Self.fileName) }  // `deinit` closes it
    sequence = last?.sequence ?? 0
  }

  isolated deinit { Glibc.close(descriptor) }

  /// The newest of the good records in a file that may have been cut or damaged anywhere.
  nonisolated static func newest(in bytes: ArraySlice<UInt8>) -> (index: Int, record: PlaceRecord)? {
    var newest: (index: Int, record: PlaceRecord)?
    for index in 0..<bytes.count / PlaceRecord.size {
      let start = bytes.startIndex + index * PlaceRecord.size
      guard let record = PlaceRecord(bytes[start..<start + PlaceRecord.size]) else { continue }
      if record.sequence > newest?.record.sequence ?? 0 { newest = (index, record) }
    }
    return newest
  }

  /// Lets the next record count as newer than all that somebody else has noted.
  public func goOn(after other: UInt64) { sequence = max(sequence, other) }

  /// Notes a word that is heard.
  ///
  /// - Throws: ``StoreError``: `full`, `unwritable`.
  public func write(_ track: TrackID, _ place: KeptPlace) throws(StoreError) {
    let record = PlaceRecord(sequence: sequence + 1, track: track, place: place, time: .now)
    let bytes = record.bytes
    let offset = page * Self.pageSize + slot * PlaceRecord.size
    guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
      throw StoreError(errno: errno, Self.fileName)
    }
    last = record
    sequence = record.sequence
    slot = (slot + 1) % Self.recordsOfPage
    isSynced = false
  }

  /// A sentence has ended: what was written goes to the device, unless that took long lately.
  public func endSentence() throws(StoreError) {
    let now = EventLoop.monotonicNow()
    guard now >= nextSync else { return }
    try sync()
    // At most a hundredth of the time, so that a slow disk does not hold up the loop at every sentence.
    nextSync = now.advanced(by: now.duration(to: EventLoop.monotonicNow()) * 100)
  }

  /// Brings what was written to the device.
  public func sync() throws(StoreError) {
    guard !isSynced else { return }
    guard fdatasync(descriptor) == 0 else { throw StoreError(errno: errno, Self.fileName) }
    isSynced = true
    (page, slot) = (1 - page, 0)
  }

  /// Forgets every place.
  public func clear() throws(StoreError) {
    guard last != nil else { return }
    let zeros = [UInt8](repeating: 0, count: Self.pageSize * Self.pages)
    guard pwrite(descriptor, zeros, zeros.count, 0) == zeros.count else {
      throw StoreError(errno: errno, Self.fileName)
    }
    last = nil
    isSynced = false
  }
}
