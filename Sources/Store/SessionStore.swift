public import EventLoop
import Glibc
public import Playback

/// The queue and the library of what is in it, in an SQLite file: written when something changes, in one transaction,
/// so that what a client was told is kept.
///
/// A kill at any instant loses nothing that was saved; a power loss nothing that was ``tidy()`` before.
@Core
public final class SessionStore {
  nonisolated static let fileName = "library.sqlite"

  private let folder: StateFolder
  private(set) var database: Database
  /// What stands in the file.
  private var saved: [TrackID: KeptTrack] = [:]
  /// The queue and the order that stand there.
  private var listed: (queue: [TrackID], order: [TrackID])?
  private var words: [String: SQLValue] = [:]
  /// The newest record of the journal that a row was written after.
  public private(set) var newestSequence: UInt64 = 0
  /// Whether nothing was ever saved.
  public private(set) var isFresh = true
  /// How much of a track's text stands in the file.
  private var textBytes: [TrackID: Int] = [:]
  /// Why the file of an earlier run was moved out of the way; `nil` where it was not.
  public private(set) var setAside: StoreError?
  /// The name that the file was moved to; `nil` where it was not.
  public private(set) var nameAside: String?
  /// Another one for each file: whatever else stood in the last one has to be saved again, too.
  public private(set) var generation = SessionStore.nextGeneration()
  private static var generations = 0

  /// So many runs may end while they take up what was kept; then it is moved out of the way.
  static let mostTakingUp = 3

  /// Opens the file, or a fresh one in place of one that cannot be used.
  ///
  /// - Parameter failed: how many runs in a row did not come to the end of taking it up.
  /// - Throws: ``StoreError``: `full`, `unwritable`, `notOurs`; `newer` for the file of a later version, which stays as
  ///   it is.
  public init(in folder: StateFolder, failed: Int = 0) throws(StoreError) {
    self.folder = folder
    guard failed < Self.mostTakingUp else {
      let reason = StoreError(.damaged, "the service ended \(failed) times while it took it up")
      (database, nameAside) = try Self.openAnew(in: folder)
      setAside = reason
      return
    }
    do throws(StoreError) {
      database = try Self.open(in: folder)
    } catch  where error.code == .damaged {
      (database, nameAside) = try Self.openAnew(in: folder)
      setAside = error
    }
  }

  private static func nextGeneration() -> Int {
    generations += 1
    return generations
  }

  private static func open(in folder: StateFolder) throws(StoreError) -> Database {
    // Made here, since SQLite would let others read it; the log gets the same mode.
    let descriptor = try folder.openFile(fileName, O_RDWR | O_CREAT)
    Glibc.close(descriptor)
    let hadLog = folder.hasLog(of: fileName)
    let database: Database
    do throws(StoreError) {
      database = try Database(path: folder.path + "/" + fileName, newest: Schema.version)
    } catch {
      // Of a file that stays as it is nothing was moved out of the log; the one that came by looking goes again.
      if error.code == .newer, !hadLog { folder.removeLog(of: fileName) }
      throw error
    }
    do throws(StoreError) {
      try Schema.migrate(database)
      let ended = try database.rows("SELECT value FROM state WHERE name = 'run.ended'").first?.first
      if ended != .integer(1), let problem = try database.problems().first { throw StoreError(.damaged, problem) }
    } catch {
      database.close()
      throw error
    }
    return database
  }

  /// The former file stays where there is no room for a fresh one.
  private static func openAnew(in folder: StateFolder) throws(StoreError) -> (Database, aside: String?) {
    let aside = try folder.setAside(fileName)
    do throws(StoreError) {
      return (try open(in: folder), aside)
    } catch {
      if let aside { try folder.bringBack(fileName, from: aside) }
      throw error
    }
  }

  /// Moves the file out of the way after it turned out to be useless, and begins a fresh one; all has to be saved again.
  ///
  /// - Throws: ``StoreError``; the former file is then in its place and closed, and nothing may be asked any more.
  public func setAsideAndBeginAnew(_ reason: StoreError) throws(StoreError) {
    database.close()
    forget()
    (database, nameAside) = try Self.openAnew(in: folder)
    setAside = reason
    generation = Self.nextGeneration()
  }

  /// Whether nothing was ever saved in it; ``isFresh`` says the same of what was loaded.
  public func isUnused() throws(StoreError) -> Bool { try word("rate") == nil }

  /// Takes over all that stands in the file of another store, which may have been removed meanwhile.
  ///
  /// - Throws: ``StoreError``; this file is then as it was.
  public func takeOver(_ other: SessionStore) throws(StoreError) {
    try database.copyContent(of: other.database)
    forget()
  }

  private func forget() {
    saved = [:]
    listed = nil
    words = [:]
    textBytes = [:]
  }

  /// Ends the connection; nothing may be asked afterwards.
  public func close() { database.close() }

  /// Brings all that was saved to the device, and leaves nothing of what was deleted behind.
  ///
  /// - Parameter isLast: whether nothing will be saved afterwards.
  public func tidy(isLast: Bool = false) throws(StoreError) { try database.checkpoint(goesOn: !isLast) }

  // MARK: Words

  /// A word that stands beside the session.
  func word(_ name: String) throws(StoreError) -> SQLValue? {
    try database.rows("SELECT value FROM state WHERE name = ?", [.text(name)]).first?.first
  }

  /// Writes words, but for those that are known to stand there.
  func write(_ new: [String: SQLValue]) throws(StoreError) {
    for (name, value) in new where words[name] != value {
      try database.run("INSERT OR REPLACE INTO state(name, value) VALUES(?, ?)", [.text(name), value])
    }
  }

  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) { try database.transaction(body) }

  // MARK: Saving

  /// Makes the file say what the session is now.
  ///
  /// - Parameters:
  ///   - sequence: the journal's newest record: only later ones tell of a later place.
  ///   - text: what follows in a stored text behind the bytes that were asked for before.
  /// - Returns: whether there was anything to write.
  /// - Throws: ``StoreError``; the file is then as it was.
  public func save(
    _ new: KeptSession, sequence: UInt64, text: (TrackID, _ from: Int) -> [UInt8]
  ) throws(StoreError) -> Bool {
    try save(
      SessionChanges(
        player: new.player, queue: new.player.entries.map(\.id), order: new.player.order,
        tracks: Array(new.tracks.values), gone: saved.keys.filter { new.tracks[$0] == nil }, nextNumber: new.nextNumber,
        sleepPlace: new.sleepPlace, sleep: new.sleep, route: new.route), sequence: sequence, text: text)
  }

  /// The same, of a session of which only that is different: it costs as much as there is of that, and not as much as
  /// there is in the queue.
  public func save(
    _ new: SessionChanges, sequence: UInt64, text: (TrackID, _ from: Int) -> [UInt8]
  ) throws(StoreError) -> Bool {
    let gone = new.gone.filter { saved[$0] != nil }
    let changed = new.tracks.filter { track in
      saved[track.entry.id].map { !track.isWritten(as: $0) || lacksText(track) } ?? true
    }
    var newWords = SessionWords.words(of: new)
    let isListed = listed.map { $0 == (new.queue, new.order) } ?? false
    if !isListed || !gone.isEmpty || changed.contains(where: { saved[$0.entry.id] == nil }) {
      let rows = Set(saved.keys).union(changed.map(\.entry.id)).subtracting(gone)
      newWords["queue"] = SessionWords.list(new.queue, in: rows)
      newWords["order"] = SessionWords.list(new.order, in: rows)
    }
    guard newWords.contains(where: { words[$0.key] != $0.value }) || !gone.isEmpty || !changed.isEmpty else {
      return false
    }
    var newBytes = textBytes
    try database.transaction { () throws(StoreError) in
      for id in gone {
        try database.run("DELETE FROM track WHERE id = ?", [.integer(Int64(bitPattern: id.number))])
        newBytes[id] = nil
      }
      for track in changed {
        try database.run(TrackRow.write, TrackRow.values(of: track, sequence: sequence))
        try append(track, text, counting: &newBytes)
      }
      try write(newWords)
    }
    for id in gone { saved[id] = nil }
    for track in changed { saved[track.entry.id] = track }
    listed = (new.queue, new.order)
    words.merge(newWords) { $1 }
    textBytes = newBytes
    return true
  }

  private func lacksText(_ track: KeptTrack) -> Bool {
    if case .stored(let count, _) = track.text { textBytes[track.entry.id] ?? 0 < count } else { false }
  }

  private func append(
    _ track: KeptTrack, _ text: (TrackID, Int) -> [UInt8], counting bytes: inout [TrackID: Int]
  ) throws(StoreError) {
    guard case .stored(let count, _) = track.text else { return }
    let id = track.entry.id
    let known = bytes[id] ?? 0
    guard known < count else { return }
    let new = text(id, known)
    guard !new.isEmpty else { return }
    try database.run(
      "INSERT OR REPLACE INTO text(track, start, bytes) VALUES(?, ?, ?)",
      [.integer(Int64(bitPattern: id.number)), .integer(Int64(known)), .blob(new)])
    bytes[id] = known + new.count
  }

  // MARK: Reading

  /// What was saved last, as far as it makes sense; what does not is left out, and a file that cannot be read at all is
  /// set aside.
  ///
  /// - Parameter record: the journal's newest record.
  public func load(_ record: PlaceRecord?) throws(StoreError) -> KeptSession {
    do throws(StoreError) {
      return try read(record)
    } catch  where error.code == .damaged {
      try setAsideAndBeginAnew(error)
      return try read(record)
    }
  }

  private func read(_ record: PlaceRecord?) throws(StoreError) -> KeptSession {
    var known: [String: SQLValue] = [:]
    for row in try database.rows("SELECT name, value FROM state") {
      if let name = row.first?.asText, row.count == 2 { known[name] = row[1] }
    }
    // Stop ends where a reading was; what stays of a stopped player's places was written with it.
    let isStopped = known["wish"]?.asText == "stopped"
    var tracks: [TrackID: KeptTrack] = [:]
    // As the rows have them: a place that only the journal knows is still to be written, before its record is gone.
    var written: [TrackID: KeptTrack] = [:]
    for row in try database.rows(TrackRow.read) {
      guard case (var track, let sequence)? = TrackRow.track(row) else { continue }
      newestSequence = max(newestSequence, sequence)
      written[track.entry.id] = track
      if let record, !isStopped, record.track == track.entry.id, record.sequence > sequence {
        track.place = record.place
      }
      tracks[track.entry.id] = track
    }
    isFresh = known["rate"] == nil
    let session = SessionWords.session(known, tracks)
    for row in try database.rows("SELECT track, sum(length(bytes)) FROM text GROUP BY track") {
      guard row.count == 2, let id = row[0].asInteger, let count = row[1].asInteger else { continue }
      textBytes[TrackID(UInt64(bitPattern: id))] = Int(count)
    }
    // Rows that no queue names would stay for ever.
    saved = written
    return session
  }

  /// The text of a track that was stored; `nil` where there is none.
  public func text(of id: TrackID) throws(StoreError) -> [UInt8]? {
    let parts = try database.rows(
      "SELECT bytes FROM text WHERE track = ? ORDER BY start", [.integer(Int64(bitPattern: id.number))])
    let bytes = parts.compactMap { $0.first?.asBlob }
    return bytes.isEmpty ? nil : Array(bytes.joined())
  }

  /// What is wrong inside the file; empty where nothing is.
  public func problems() throws(StoreError) -> [String] { try database.problems() }
}

extension KeptTrack {
  /// Whether the row of `other` is the row of this track: a length that is only a better estimate is not worth writing.
  func isWritten(as other: KeptTrack) -> Bool {
    guard self != other else { return true }
    guard entry.length?.isExact != true, other.entry.length?.isExact != true else { return false }
    var same = self
    same.entry.length = other.entry.length
    return same == other
  }
}
