public import EventLoop
public import Playback
public import Speech
import Vocabulary

/// The key of measured lengths: the same text, divided at the same places, spoken by the same voice with the same
/// parameters, by the same version of the same engine.
///
/// The lengths of a long text are kept in parts of ``partSize`` sentences, since a list of a million takes milliseconds
/// to read or write. Earlier builds kept them in one list, whose key is that of the first part.
public struct LengthKey: Hashable, Sendable {
  /// Sentences per part.
  public static let partSize = 16 << 10

  /// The text, see ``TextFingerprint``.
  public var text: UInt64
  /// A fingerprint of its sentences' places.
  public var cut: UInt64
  /// The voice with its parameters, and the engine.
  public var voice: String
  /// The part of the text, from 0.
  public var part = 0

  /// - Parameters:
  ///   - text: the fingerprint of the whole text.
  ///   - cut: the fingerprint of its sentences' places.
  ///   - engine: name and version.
  ///   - rate: the samples a second that the lengths are counted in.
  public init(
    text: UInt64, cut: UInt64, voice: VoiceConfiguration, engine: String, at rate: SampleRate = .usual
  ) {
    self.text = text
    self.cut = cut
    self.voice =
      [
        engine, voice.voice.text, "\(voice.wordsPerMinute)", "\(voice.pitch)", "\(voice.range)",
        voice.punctuation.rawValue,
      ].joined(separator: "|") + (rate == .usual ? "" : "|\(rate.hertz) Hz")
  }
}

/// The measured lengths of sentences, a blob per chapter or part of a long one, in the file of a ``SessionStore``.
///
/// They can always be measured again. When there are too many, the least recently used ones are removed.
@Core
public final class LengthStore {
  /// Bytes of all blobs together: some thousand hours of speech.
  public nonisolated static let limit = 16 << 20
  /// The most bytes of a part.
  private static let longestNoted = LengthKey.partSize * 5

  private let session: SessionStore
  private var database: Database { session.database }
  private let limit: Int
  /// Bytes of all blobs together, and the file that they are in; `nil` until the first save. SQLite would read all
  /// small blobs to add up their lengths.
  private var total: (generation: Int, bytes: Int64)?

  /// - Parameters:
  ///   - session: the store with the file. It must stay open while this object is used.
  ///   - limit: bytes of all blobs together.
  public init(in session: SessionStore, limit: Int = LengthStore.limit) {
    self.session = session
    self.limit = limit
  }

  /// The measured lengths; `nil` if there are none, or not `count` of them.
  ///
  /// - Throws: ``StoreError``.
  public func lengths(of key: LengthKey, count: Int, now: WallTime = .now) throws(StoreError) -> [Frame?]? {
    try blob(of: key, now: now).flatMap { FrameList.decode($0, count: count) }
  }

  /// The measured lengths as a ``FrameList``; `nil` if there are none.
  ///
  /// - Throws: ``StoreError``.
  public func blob(of key: LengthKey, now: WallTime = .now) throws(StoreError) -> [UInt8]? {
    let row = try database.rows(
      "SELECT id, frames FROM length WHERE text = ? AND cut = ? AND voice = ?", Self.values(key)
    ).first
    guard let row, row.count == 2, let blob = row[1].asBlob else { return nil }
    // The use of a long list of an earlier build is not noted: SQLite would write all of the list again.
    guard blob.count <= Self.longestNoted else { return blob }
    // If the disk cannot be written, the lengths are still usable.
    try? database.run("UPDATE length SET used = ? WHERE id = ?", [.integer(now.milliseconds), row[0]])
    return blob
  }

  /// Stores lengths in place of earlier ones.
  ///
  /// - Throws: ``StoreError``; the file is unchanged then.
  public func save(
    _ lengths: some Collection<Frame?>, of key: LengthKey, now: WallTime = .now
  ) throws(StoreError) {
    try save(blob: FrameList.encode(lengths), of: key, now: now)
  }

  /// Stores lengths as a ``FrameList`` in place of earlier ones.
  ///
  /// - Throws: ``StoreError``; the file is unchanged then.
  public func save(blob: [UInt8], of key: LengthKey, now: WallTime = .now) throws(StoreError) {
    guard blob.count <= limit else { return }
    let generation = session.generation
    var total = self.total?.generation == generation ? self.total?.bytes : nil
    try database.transaction { () throws(StoreError) in
      let former = try database.rows(
        "SELECT length(frames) FROM length WHERE text = ? AND cut = ? AND voice = ?", Self.values(key)
      ).first?.first?.asInteger
      try database.run(
        """
        INSERT INTO length(text, cut, voice, frames, used) VALUES(?, ?, ?, ?, ?)
        ON CONFLICT(text, cut, voice) DO UPDATE SET frames = excluded.frames, used = excluded.used
        """, Self.values(key) + [.blob(blob), .integer(now.milliseconds)])
      var bytes = if let total { total - (former ?? 0) + Int64(blob.count) } else { try sum() }
      while bytes > limit {
        let oldest = try database.rows("SELECT id, length(frames) FROM length ORDER BY used, id LIMIT 1").first
        guard let oldest, oldest.count == 2, let size = oldest[1].asInteger else { break }
        try database.run("DELETE FROM length WHERE id = ?", [oldest[0]])
        bytes -= max(1, size)
      }
      total = bytes
    }
    // Only here: an error has undone the changes.
    self.total = total.map { (generation, $0) }
  }

  private func sum() throws(StoreError) -> Int64 {
    try database.rows("SELECT sum(length(frames)) FROM length").first?.first?.asInteger ?? 0
  }

  private static func values(_ key: LengthKey) -> [SQLValue] {
    let voice = key.part == 0 ? key.voice : "\(key.voice)|\(key.part)"
    return [.integer(Int64(bitPattern: key.text)), .integer(Int64(bitPattern: key.cut)), .text(voice)]
  }
}
