import DesktopSupport
import Documents
import EventLoop
import Foundation
import Playback
import Speech
import Testing
import Vocabulary

@testable import Store

private let loop: Void = Core.loop.startThread()

/// Runs a test on the event loop, in a folder of its own.
func inFolder(_ body: @Core (_ path: String) throws -> Void) async throws {
  loop
  let path = NSTemporaryDirectory() + "aloud-store-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try await onLoop { try body(path) }
}

private func onLoop(_ body: @Core () throws -> Void) async rethrows { try await hop(body) }
@Core private func hop(_ body: @Core () throws -> Void) async rethrows { try body() }

/// The state left by the last process, opened by the next one.
@Core
func reopened(_ path: String) throws -> (KeptSession, SessionStore) {
  let store = try SessionStore(in: StateFolder(path: path))
  return (try store.load(nil), store)
}

extension FormerState {
  /// Opens a copy of one of its states in the folder `path`, which must not exist, as the service does.
  @Core
  func open(
    _ state: String, in path: String
  ) throws -> (session: KeptSession, store: SessionStore, record: PlaceRecord) {
    try copy(state, to: path)
    let folder = try StateFolder(path: path)
    let store = try SessionStore(in: folder)
    let record = try #require(try PlaceJournal(in: folder).last)
    return (try store.load(record), store, record)
  }
}

/// A session with a text that is stored and a document that is not.
func sampleSession() -> KeptSession {
  func entry(
    _ number: UInt64, _ title: String, isSaid: Bool = false, document: TrackID? = nil
  ) -> QueueEntry {
    QueueEntry(
      id: TrackID(number),
      metadata: TrackMetadata(
        title: title, artists: ["Ada", "Grace"], album: "Letters", url: "file:///a%20b", artURL: nil, language: "en",
        trackNumber: 2, contentsNumber: "1.2", contentCreated: "1998-05"),
      length: TrackLength(microseconds: 5_000_000, isExact: true), group: "Letters", isSaid: isSaid,
      document: document)
  }
  let text = KeptTrack(
    entry: entry(3, "A title, \u{0} ünïcödé 文", isSaid: true),
    voice: VoiceConfiguration(voice: "gmw/en", wordsPerMinute: 200),
    gain: 0.5, gaps: Silences(leadingDelay: 1, trailingDelay: 2, sentence: 3, paragraph: 4),
    text: .stored(bytes: sampleText.count, isComplete: true), place: KeptPlace(microseconds: 77, scalar: 12))
  let file = KeptTrack(
    entry: entry(9, "notes.txt", document: TrackID(8)), voice: VoiceConfiguration(voice: "gmw/de"), gain: 1,
    gaps: Silences(),
    text: .file(
      path: "/home/ada/notes.txt", FileIdentity(device: .max, inode: 7, size: 3, modified: -1), fingerprint: .max),
    format: "epub", languages: .declared, chapter: KeptChapter(of: TrackID(8), index: 4, count: 5),
    pairedText: .file("/home/ada/talk.srt"), isOnClock: true, isHeard: true,
    wishAfter: .paused(.otherPlayer("mpv")))
  var player = Remembered(
    wish: .paused(.routeLost("Headphones")), current: TrackID(3), entries: [file.entry, text.entry],
    order: [TrackID(3), TrackID(9)], shuffle: .eachLap, random: .max, loop: .playlist, rate: 2.5, volume: 0.25,
    places: [TrackID(3): 77], heard: [TrackID(9)], wishesAfter: [TrackID(9): .paused(.otherPlayer("mpv"))],
    entrances: [TrackID(9): TrackID(3)], ownRates: [TrackID(8): 1.25])
  player.current = TrackID(3)
  var session = KeptSession(player: player, tracks: [TrackID(3): text, TrackID(9): file], nextNumber: 10)
  session.sleepPlace = PlaceInTrack(track: TrackID(9), place: KeptPlace(microseconds: 5, scalar: 1))
  return session
}

let sampleText = Array("The secret words of this text.".utf8)

/// The text of the sample.
func sampleText(_ id: TrackID, _ start: Int) -> [UInt8] { Array(sampleText.dropFirst(start)) }

/// All bytes of all files in a folder.
func allBytes(in path: String) throws -> [UInt8] {
  try FileManager.default.contentsOfDirectory(atPath: path).flatMap {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + $0)))
  }
}
