public import EventLoop
import Glibc
public import Playback

/// The queue and its library in an SQLite file. Changes are written in one transaction, before clients are told of
/// them. Only a long text is written in pieces, and is complete some turns later (``unfinished``).
///
/// A kill at any instant loses nothing that was saved. A power loss loses nothing that was saved before ``tidy()``.
@Core
public final class SessionStore {
  nonisolated static let fileName = "library.sqlite"

  private let folder: StateFolder
  private(set) var database: Database
  /// The tracks as stored in the file.
  private var saved: [TrackID: KeptTrack] = [:]
  /// The queue and the order as stored in the file.
  private var listed: (queue: [TrackID], order: [TrackID])?
  private var words: [String: SQLValue] = [:]
  /// The newest journal record that was included in a written row.
  public private(set) var newestSequence: UInt64 = 0
  /// True if nothing was ever saved.
  public private(set) var isFresh = true
  /// The bytes of each track's text that are stored.
  private var textBytes: [TrackID: Int] = [:]
  /// The tracks of which ``save(_:sequence:text:)`` stored a piece of the text, but not all. They must be saved again,
  /// and count as cut until then.
  public private(set) var unfinished: Set<TrackID> = []
  /// The tracks that are no longer in the queue, and whose long texts are still being removed piece by piece. Their
  /// rows are in no list, so that no run restores them.
  private var removing: [TrackID] = []
  /// True if ``save(_:sequence:text:)`` must be called again to remove the rest of a long text.
  public var isRemoving: Bool { !removing.isEmpty }
  /// The rows of text that one save removes. SQLite overwrites each with zeros, which takes its time.
  private static let mostRemoved = 8
  /// The reason why the file of an earlier run was moved aside; `nil` if it was not.
  public private(set) var setAside: StoreError?
  /// The name that the file was moved to; `nil` if it was not.
  public private(set) var nameAside: String?
  /// A number that differs for each file. When it changes, everything must be saved again.
  public private(set) var generation = SessionStore.nextGeneration()
  private static var generations = 0

  /// So many runs may end while they restore the state; then the file is moved aside.
  nonisolated static let mostTakingUp = 3

  /// Opens the file, or makes a new one if it cannot be used.
  ///
  /// - Parameters:
  ///   - failed: the number of consecutive runs that ended while they restored the state.
  ///   - finding: the result of a check of this file; `nil` if it was not checked. After a run that did not end in
  ///     order, it is then checked here, which takes as long as the disk likes.
  /// - Throws: ``StoreError``: `full`, `unwritable`, `notOurs`; `newer` for the file of a later version, which stays
  ///   unchanged.
  public init(in folder: StateFolder, failed: Int = 0, finding: StateCheck.Finding? = nil) throws(StoreError) {
    self.folder = folder
    do throws(StoreError) {
      if failed >= Self.mostTakingUp {
        throw StoreError(.damaged, "the service ended \(failed) times while it took it up")
      }
      if case .damaged(let reason) = finding { throw reason }
      database = try Self.open(in: folder, isChecked: finding != nil)
    } catch  where error.code == .damaged {
      (database, nameAside) = try Self.openAnew(in: folder)
      setAside = error
    }
  }

  private static func nextGeneration() -> Int {
    generations += 1
    return generations
  }

  private static func open(in folder: StateFolder, isChecked: Bool = false) throws(StoreError) -> Database {
    // The file is made here, since SQLite would let others read it; the log gets the same mode.
    _ = try folder.openFile(fileName, O_RDWR | O_CREAT)
    let hadLog = folder.hasLog(of: fileName)
    let database: Database
    do throws(StoreError) {
      database = try Database(path: folder.path + "/" + fileName, newest: Schema.version)
    } catch {
      // A file that stays unchanged keeps its log. A log that was made by this inspection is removed.
      if error.code == .newer, !hadLog { folder.removeLog(of: fileName) }
      throw error
    }
    do throws(StoreError) {
      try Schema.migrate(database)
      if !isChecked, let problem = try problem(after: database) { throw problem }
    } catch {
      database.close()
      throw error
    }
    return database
  }

  /// The first error inside a file whose last run did not end in order.
  nonisolated static func problem(after database: Database) throws(StoreError) -> StoreError? {
    let ended = try database.rows("SELECT value FROM state WHERE name = 'run.ended'").first?.first
    guard ended != .integer(1), let problem = try database.problems().first else { return nil }
    return StoreError(.damaged, problem)
  }

  /// The former file stays in place if there is no room for a new one.
  private static func openAnew(in folder: StateFolder) throws(StoreError) -> (Database, aside: String?) {
    let aside = try folder.setAside(fileName)
    do throws(StoreError) {
      return (try open(in: folder), aside)
    } catch {
      if let aside { try folder.bringBack(fileName, from: aside) }
      throw error
    }
  }

  /// Moves a useless file aside and begins a new one; everything must be saved again.
  ///
  /// - Throws: ``StoreError``; the former file is then in its place and closed, and this object must not be used any
  ///   more.
  public func setAsideAndBeginAnew(_ reason: StoreError) throws(StoreError) {
    database.close()
    forget()
    (database, nameAside) = try Self.openAnew(in: folder)
    setAside = reason
    generation = Self.nextGeneration()
  }

  /// True if nothing was ever saved in the file; ``isFresh`` is the same for loaded data.
  public func isUnused() throws(StoreError) -> Bool { try word("rate") == nil }

  /// Takes over all content of another store's file, which may have been removed meanwhile.
  ///
  /// - Throws: ``StoreError``; this file is unchanged then.
  public func takeOver(_ other: SessionStore) throws(StoreError) {
    try database.copyContent(of: other.database)
    forget()
  }

  private func forget() {
    saved = [:]
    listed = nil
    words = [:]
    textBytes = [:]
    removing = []
  }

  /// Ends the connection; it must not be used afterwards.
  public func close() { database.close() }

  /// Syncs everything that was saved to the device, and removes all traces of deleted data. It waits for the device,
  /// unless nothing was saved since ``SideConnection/checkpoint(at:)``.
  ///
  /// - Parameter isLast: true if nothing will be saved afterwards.
  /// - Returns: false if there are traces left, since a text is being read meanwhile.
  @discardableResult
  public func tidy(isLast: Bool = false) throws(StoreError) -> Bool { try database.checkpoint(goesOn: !isLast) }

  /// The size in bytes of the log of what was saved since ``tidy(isLast:)``, which empties it in one step.
  public var logSize: Int { folder.logSize(of: Self.fileName) }

  /// A number that differs after something was saved.
  public var changes: Int { database.changes }

  /// Lets ``close()`` end without waiting for the device. The next run finds everything that was saved, and checks it.
  public func leaveLog() { database.leaveLog() }

  /// A run has begun, so that the file needs no check for the run before it.
  func endChecking() { folder.endChecking() }

  // MARK: Words

  /// A state word that is stored beside the tracks.
  func word(_ name: String) throws(StoreError) -> SQLValue? {
    try database.rows("SELECT value FROM state WHERE name = ?", [.text(name)]).first?.first
  }

  /// Writes words, except those that are stored already.
  func write(_ new: [String: SQLValue]) throws(StoreError) {
    for (name, value) in new where words[name] != value {
      try database.run("INSERT OR REPLACE INTO state(name, value) VALUES(?, ?)", [.text(name), value])
    }
  }

  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) { try database.transaction(body) }

  // MARK: Saving

  /// Saves the session.
  ///
  /// - Parameters:
  ///   - sequence: the number of the journal's newest record; only later records give a later place.
  ///   - text: returns the part of a stored text after the given number of bytes, or a piece of that.
  /// - Returns: true if there was anything to write.
  /// - Throws: ``StoreError``; the file is unchanged then.
  public func save(
    _ new: KeptSession, sequence: UInt64, text: (TrackID, _ from: Int) -> [UInt8]
  ) throws(StoreError) -> Bool {
    try save(
      SessionChanges(
        player: new.player, queue: new.player.entries.map(\.id), order: new.player.order,
        tracks: Array(new.tracks.values), gone: saved.keys.filter { new.tracks[$0] == nil }, nextNumber: new.nextNumber,
        sleepPlace: new.sleepPlace, sleep: new.sleep, route: new.route), sequence: sequence, text: text)
  }

  /// Saves only the changes of a session. The cost depends on their number and not on the length of the queue.
  public func save(
    _ new: SessionChanges, sequence: UInt64, text: (TrackID, _ from: Int) -> [UInt8]
  ) throws(StoreError) -> Bool {
    let gone = new.gone.filter { saved[$0] != nil }
    let changed = new.tracks.filter { track in
      saved[track.entry.id].map { !track.isWritten(as: $0) || lacksText(track) } ?? true
    }
    var newWords = SessionValues.words(of: new)
    let isListed = listed.map { $0 == (new.queue, new.order) } ?? false
    if !isListed || !gone.isEmpty || changed.contains(where: { saved[$0.entry.id] == nil }) {
      let rows = Set(saved.keys).union(changed.map(\.entry.id)).subtracting(gone)
      newWords["queue"] = SessionValues.list(new.queue, in: rows)
      newWords["order"] = SessionValues.list(new.order, in: rows)
    }
    guard newWords.contains(where: { words[$0.key] != $0.value }) || !gone.isEmpty || !changed.isEmpty || isRemoving
    else {
      unfinished = []
      return false
    }
    var newBytes = textBytes
    var newUnfinished: Set<TrackID> = []
    var newRemoving = removing
    try database.transaction { () throws(StoreError) in
      for id in gone {
        newBytes[id] = nil
        newRemoving.append(id)
      }
      var room = Self.mostRemoved
      while let id = newRemoving.first, room > 0, try remove(id, &room) { newRemoving.removeFirst() }
      for track in changed {
        if try write(track, text, counting: &newBytes, sequence) { newUnfinished.insert(track.entry.id) }
      }
      try write(newWords)
    }
    for id in gone { saved[id] = nil }
    for track in changed { saved[track.entry.id] = track }
    listed = (new.queue, new.order)
    words.merge(newWords) { $1 }
    textBytes = newBytes
    unfinished = newUnfinished
    removing = newRemoving
    return true
  }

  /// Removes a track, or a piece of its text if that is long.
  ///
  /// - Parameter room: the rows of text that may be removed in this turn.
  /// - Returns: false if there is more of the text.
  private func remove(_ id: TrackID, _ room: inout Int) throws(StoreError) -> Bool {
    let number = SQLValue.integer(Int64(bitPattern: id.number))
    let pieces = try database.rows(
      "SELECT rowid FROM text WHERE track = ? LIMIT ?", [number, .integer(Int64(room + 1))])
    guard pieces.count <= room else {
      for piece in pieces.prefix(room) { try database.run("DELETE FROM text WHERE rowid = ?", [piece[0]]) }
      room = 0
      return false
    }
    room -= pieces.count
    try database.run("DELETE FROM track WHERE id = ?", [number])
    return true
  }

  private func lacksText(_ track: KeptTrack) -> Bool {
    if case .stored(let count, _) = track.text { textBytes[track.entry.id] ?? 0 < count } else { false }
  }

  /// Writes a track, and the next piece of its text.
  ///
  /// - Returns: true if there is more of the text.
  private func write(
    _ track: KeptTrack, _ text: (TrackID, Int) -> [UInt8], counting bytes: inout [TrackID: Int], _ sequence: UInt64
  ) throws(StoreError) -> Bool {
    let id = track.entry.id
    let known = bytes[id] ?? 0
    var row = track
    var piece: [UInt8] = []
    var isMore = false
    if case .stored(let count, let isComplete) = track.text, known < count {
      piece = text(id, known)
      let stored = known + piece.count
      row.text = .stored(bytes: stored, isComplete: isComplete && stored >= count)
      isMore = !piece.isEmpty && stored < count
    }
    try database.run(TrackRow.write, TrackRow.values(of: row, sequence: sequence))
    guard !piece.isEmpty else { return false }
    try database.run(
      "INSERT OR REPLACE INTO text(track, start, bytes) VALUES(?, ?, ?)",
      [.integer(Int64(bitPattern: id.number)), .integer(Int64(known)), .blob(piece)])
    bytes[id] = known + piece.count
    return isMore
  }

  // MARK: Reading

  /// The saved session. Invalid parts are left out, and a file that cannot be read at all is moved aside.
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
    // Stop discards the place of a reading. The places of a stopped player were saved with it.
    let isStopped = known["wish"]?.asText == "stopped"
    var tracks: [TrackID: KeptTrack] = [:]
    // The tracks as in the rows: a place that only the journal has must be saved before its record is removed.
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
    let session = SessionValues.session(known, tracks)
    for row in try database.rows("SELECT track, sum(length(bytes)) FROM text GROUP BY track") {
      guard row.count == 2, let id = row[0].asInteger, let count = row[1].asInteger else { continue }
      textBytes[TrackID(UInt64(bitPattern: id))] = Int(count)
    }
    // Rows outside of the queue would otherwise stay for ever.
    saved = written
    return session
  }

  /// The stored text of a track; `nil` if there is none. A long one is better read by ``SideConnection``.
  public func text(of id: TrackID) throws(StoreError) -> [UInt8]? { try database.text(of: id) }

  /// The errors inside the file; empty if there are none.
  public func problems() throws(StoreError) -> [String] { try database.problems() }
}

extension KeptTrack {
  /// True if both tracks have the same row: a better estimate of a length alone is not worth writing.
  func isWritten(as other: KeptTrack) -> Bool {
    guard self != other else { return true }
    guard entry.length?.isExact != true, other.entry.length?.isExact != true else { return false }
    var same = self
    same.entry.length = other.entry.length
    return same == other
  }
}
