import CSQLite
import EventLoop
import Playback

/// One value of a row.
enum SQLValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }

  var asInteger: Int64? { if case .integer(let value) = self { value } else { nil } }
  var asText: String? { if case .text(let value) = self { value } else { nil } }
  var asBlob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }

  /// SQLite stores a whole number in a column of reals as an integer, and reports it so if the column has no type.
  var asReal: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}

/// A connection to an SQLite file, exclusive to one process.
///
/// With write-ahead logging, a kill at any instant leaves the last committed state. Only ``checkpoint()`` syncs, so
/// that a commit costs no more than a write. Deleted content is overwritten. It belongs to one thread; another thread
/// has a connection of its own (``init(beside:)``).
final class Database {
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  /// - Parameter newest: the newest version of the content that this program supports. A file of a later version is not
  ///   changed.
  /// - Throws: ``StoreError``: `damaged` if the file is not a database, `newer`.
  init(path: String, newest: Int64 = .max) throws(StoreError) {
    try open(path, SQLITE_OPEN_CREATE)
    do throws(StoreError) {
      try run("PRAGMA secure_delete = ON")
      try run("PRAGMA temp_store = MEMORY")
      try run("PRAGMA foreign_keys = ON")
      try checkVersion(newest)
      aloud_sqlite_checkpoint_on_close(handle, 1)
      guard try rows("PRAGMA journal_mode = WAL").first?.first?.asText == "wal" else {
        throw StoreError(.unwritable, "there is no write-ahead log")
      }
      try run("PRAGMA synchronous = NORMAL")
      try run("PRAGMA wal_autocheckpoint = 0")
    } catch {
      close()
      throw error
    }
  }

  /// A second connection to a file that this process has open already, for another thread. It changes nothing, and
  /// never keeps the first connection from writing.
  init(beside path: String) throws(StoreError) {
    try open(path, 0)
    do throws(StoreError) { try run("PRAGMA wal_autocheckpoint = 0") } catch {
      close()
      throw error
    }
  }

  /// No other process can open the file meanwhile. So the index of the log is kept in memory, and there is no third
  /// file.
  private func open(_ path: String, _ flags: CInt) throws(StoreError) {
    let flags = flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let result = sqlite3_open_v2(path, &handle, flags, "unix-excl")
    guard result == SQLITE_OK else {
      let error = error(result)
      close()
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    aloud_sqlite_set_defensive(handle)
    // Until the version is known, nothing is moved from the log into the file.
    leaveLog()
    do throws(StoreError) {
      try run("PRAGMA trusted_schema = OFF")
      try run("PRAGMA cell_size_check = ON")
      try run("PRAGMA cache_size = -256")
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// A higher version number is taken for damage.
  private static let mostVersions: Int64 = 1000

  private func checkVersion(_ newest: Int64) throws(StoreError) {
    let version = try rows("PRAGMA user_version").first?.first?.asInteger ?? 0
    guard (0...Self.mostVersions).contains(version) else {
      throw StoreError(.damaged, "the version of the file is \(version)")
    }
    guard version <= newest else {
      throw StoreError(.newer, "it was written by a later version of aloud (\(version), known is \(newest))")
    }
  }

  /// Replaces all content with that of another file, which may have been removed meanwhile.
  func copyContent(of other: Database) throws(StoreError) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw error(sqlite3_extended_errcode(handle))
    }
    let result = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    if result != SQLITE_DONE { throw error(finished == SQLITE_OK ? result : finished) }
  }

  /// Lets ``close()`` leave the log as it is, instead of moving it into the file, which waits for the device.
  func leaveLog() { aloud_sqlite_checkpoint_on_close(handle, 0) }

  /// A number that changes with the rows.
  var changes: Int { Int(sqlite3_total_changes(handle)) }

  /// Ends the connection; it must not be used afterwards.
  func close() {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Performs a statement whose result is not needed.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) { _ = try rows(sql, values) }

  /// Performs a statement and returns the resulting rows.
  func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [[SQLValue]] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() { try check(bind(value, to: statement, at: CInt(index + 1))) }
    var rows: [[SQLValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { Self.column($0, of: statement) })
      case SQLITE_DONE: return rows
      case let result: throw error(result)
      }
    }
  }

  /// Performs all of `body` or nothing.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try body()
      try run("COMMIT")
    } catch {
      // A full disk has ended the transaction already, and there is nothing to roll back.
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Moves the contents of the log into the file, syncs it, and empties the log. It waits for the device, unless
  /// ``moveLog()`` of another connection has done so since the last commit.
  ///
  /// - Parameter goesOn: true if more will be written.
  /// - Returns: false if the log is not empty, since another connection reads from it.
  func checkpoint(goesOn: Bool) throws(StoreError) -> Bool {
    guard try rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == .integer(0) else { return false }
    guard goesOn, let version = try rows("PRAGMA user_version").first?.first?.asInteger else { return true }
    // The first commit of a log waits until its header is on the device, so that no former part of the log is taken for
    // a new one. This log has no former part: an empty commit makes the header without a wait.
    try run("PRAGMA synchronous = OFF")
    do throws(StoreError) { try run("PRAGMA user_version = \(version)") } catch {
      try run("PRAGMA synchronous = NORMAL")
      throw error
    }
    try run("PRAGMA synchronous = NORMAL")
    return true
  }

  /// Moves the contents of the log into the file as far as they are there now, and syncs both. Another connection may
  /// write meanwhile.
  ///
  /// - Returns: false if another connection is doing so.
  func moveLog() throws(StoreError) -> Bool {
    try rows("PRAGMA wal_checkpoint(PASSIVE)").first?.first == .integer(0)
  }

  /// The stored text of a track; `nil` if there is none.
  func text(of id: TrackID) throws(StoreError) -> [UInt8]? {
    let rows = try rows(
      "SELECT bytes FROM text WHERE track = ? ORDER BY start", [.integer(Int64(bitPattern: id.number))])
    var text: [UInt8] = []
    for row in rows { text += row.first?.asBlob ?? [] }
    return text.isEmpty ? nil : text
  }

  /// The errors inside the file; empty if there are none.
  func problems() throws(StoreError) -> [String] {
    try rows("PRAGMA integrity_check(5)").compactMap { $0.first?.asText }.filter { $0 != "ok" }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer? {
    if let known = statements[sql] { return known }
    guard handle != nil else { throw StoreError(.unwritable, "the file is closed") }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: SQLValue, to statement: OpaquePointer?, at index: CInt) -> CInt {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty string may have a null address, which would be NULL.
          aloud_sqlite_bind_text(statement, index, $0.baseAddress ?? UnsafePointer(bitPattern: 1), CInt($0.count))
        }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        aloud_sqlite_bind_blob(statement, index, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1), CInt($0.count))
      }
    }
  }

  private static func column(_ index: CInt, of statement: OpaquePointer?) -> SQLValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      let text = sqlite3_column_text(statement, index)
      let count = Int(sqlite3_column_bytes(statement, index))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, index)
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index)))))
    default: return .null
    }
  }

  // MARK: Errors

  private func check(_ result: CInt) throws(StoreError) {
    if result != SQLITE_OK { throw error(result) }
  }

  private func error(_ result: CInt) -> StoreError {
    let code: StoreError.Code =
      switch result & 0xff {
      case SQLITE_FULL: .full
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_SCHEMA: .damaged
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      // The file was opened for writing, so the permission is not missing: its header declares a read-only format.
      case SQLITE_READONLY where result == SQLITE_READONLY: .damaged
      default: .unwritable
      }
    return StoreError(code, "\(String(cString: sqlite3_errstr(result))) (SQLite \(result))")
  }
}
