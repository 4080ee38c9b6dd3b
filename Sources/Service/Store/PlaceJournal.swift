public import EventLoop
import Glibc
public import Playback

/// The current position: a small file of checksummed records, written at each word that is heard.
///
/// A record is one positioned write per word, so that a kill loses no word, and one data sync per sentence, so that a
/// power loss loses at most a sentence. The file has three pages: the one that was synced last, the one that a thread
/// is syncing, and the one to which records go. A power loss may spoil the latter two, but the first has the words up
/// to the last sentence that was synced. The file of an earlier build has two pages.
@Core
public final class PlaceJournal {
  nonisolated static let fileName = "place"
  static let recordsOfPage = 64
  static let pages = 3
  static let pageSize = recordsOfPage * PlaceRecord.size

  private let file: Descriptor
  /// The newest good record.
  public private(set) var last: PlaceRecord?
  /// The newest record's number; 0 if there is none.
  public private(set) var sequence: UInt64 = 0
  private var page = 0
  private var slot = 0
  /// True if nothing was written to the page.
  private var isSynced = true
  /// The page that was synced last.
  private var safe: Int
  /// The page that a thread is syncing.
  private var syncing: Int?
  /// True while a thread is syncing.
  var isSyncing: Bool { syncing != nil }
  /// The number of syncs that have begun. A result that comes after a later sync changes nothing.
  private var syncs = 0
  /// A slow disk is synced less often: not before this moment.
  var nextSync = Instant(nanoseconds: 0)

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
    let others = (0..<Self.pages).filter { [page] in $0 != page }
    safe = others.max { Self.newest(ofPage: $0, in: bytes) < Self.newest(ofPage: $1, in: bytes) } ?? 0
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

  /// The number of the newest record in a page; 0 if there is none.
  private static func newest(ofPage page: Int, in bytes: [UInt8]) -> UInt64 {
    newest(in: bytes[page * pageSize..<(page + 1) * pageSize])?.record.sequence ?? 0
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

  /// Ends a sentence: a thread syncs its records, unless the last sync took long.
  ///
  /// - Parameter failed: called in a later turn if they could not be synced.
  public func endSentence(failed: @escaping @Core (StoreError) -> Void) {
    let start = EventLoop.monotonicNow()
    guard !isSynced, syncing == nil, start >= nextSync, let copy = Descriptor(copying: file.number, least: 3) else {
      return
    }
    let number = copy.release()
    let page = page
    syncing = page
    syncs += 1
    let sync = syncs
    goOnInNextPage()
    BlockingWork.run(
      within: nil,
      {
        let error = fdatasync(number) == 0 ? 0 : errno
        Glibc.close(number)
        return error
      }
    ) { [weak self] result in
      guard let self, sync == syncs else { return }
      syncing = nil
      // At most a hundredth of the time, so that a slow disk is not kept busy.
      nextSync = start.advanced(by: start.duration(to: EventLoop.monotonicNow()) * 100)
      switch result {
      case .success(0): safe = page
      case .success(let number): failed(StoreError(errno: number, Self.fileName))
      // Without a thread, the next sentence tries again.
      case .failure: break
      }
    }
  }

  /// Syncs the written records to the device, and waits for it.
  public func sync() throws(StoreError) {
    guard !isSynced || syncing != nil else { return }
    guard fdatasync(file.number) == 0 else { throw StoreError(errno: errno, Self.fileName) }
    safe = isSynced ? syncing ?? safe : page
    syncing = nil
    syncs += 1
    if !isSynced { goOnInNextPage() }
  }

  private func goOnInNextPage() {
    page = (0..<Self.pages).first { $0 != safe && $0 != syncing && $0 != page } ?? page
    (slot, isSynced) = (0, true)
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
