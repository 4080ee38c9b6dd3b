import AloudAPI
import Announcements
import EventLoop
import Glibc
import Playback
import Reading

/// The texts that were spoken and announced, the newest first: those of `say`, of programs and of notifications, but no
/// documents.
///
/// It is kept in memory only. A service that ends leaves it in the runtime folder, which is removed with the login
/// session, and the next service takes it from there.
@Core
final class SpokenHistory {
  /// The maximum number of texts.
  nonisolated static let mostEntries = 100
  /// The number of bytes that are kept of a longer text, from its beginning.
  nonisolated static let mostBytes = 64 << 10

  /// A spoken text.
  struct Entry: Equatable, Sendable {
    /// The time at which it began to be heard, in seconds since 1970.
    var time: Int64
    var text: String
    /// The language of the voice that spoke it; BCP 47.
    var language: String
    /// True if ``text`` is all of it.
    var isWhole: Bool
    /// True if it is the text of a notification.
    var isNotification = false
  }

  private let session: Session
  private let file: HistoryFile?
  /// The newest first.
  private(set) var entries: [Entry] = []
  /// The tracks of entries that are still being spoken, with their places, counted from the oldest entry.
  private var saying: [TrackID: Int] = [:]
  /// The announcements that are spoken, or were interrupted and come again.
  private var announcing: Set<Announcement.ID> = []
  /// The number of entries since the start.
  private var count = 0

  /// - Parameter file: the file in which the last service left its history; `nil`: none.
  init(session: Session, file: HistoryFile?) {
    self.session = session
    self.file = file
  }

  /// Takes over the entries that the last service left.
  func takeUp() {
    entries = Array((file?.take() ?? []).prefix(Self.mostEntries))
    count = entries.count
  }

  /// Leaves everything for the next service.
  func leave() { file?.write(entries) }

  /// Forgets everything.
  func clear() {
    entries = []
    saying = [:]
  }

  /// An utterance has begun or ended.
  func heard(_ event: Player.UtteranceEvent, _ id: TrackID) {
    switch event {
    case .started where saying[id] == nil:
      guard let track = session.track(id), track.isSaid else { return }
      saying[id] = count
      add(entry(of: track, time: Int64(time(nil))))
    case .finished, .cancelled:
      // The text of a pipe is complete only at its end.
      guard let place = saying.removeValue(forKey: id), let track = session.track(id) else { return }
      let index = count - 1 - place
      guard entries.indices.contains(index) else { return }
      entries[index] = entry(of: track, time: entries[index].time)
    case .started, .paused, .resumed: break
    }
  }

  /// An announcement has begun or ended. The keys of a screen-reading program are no texts.
  func announced(_ notice: AnnouncementNotice, _ request: AnnouncementRoom.Request?) {
    let announcement = notice.announcement
    if notice.event.isEnd { announcing.remove(announcement.id) }
    guard notice.event == .started, !announcement.goesFirst, announcing.insert(announcement.id).inserted else { return }
    // What was heard, which may be less than what was sent; the names of clips are no words.
    let text = announcement.isWhole ? request?.words ?? announcement.text : announcement.text
    guard !text.isEmpty else { return }
    add(
      Entry(
        time: Int64(time(nil)), text: String(decoding: text.utf8.prefix(Self.mostBytes), as: UTF8.self),
        language: request?.options.speech.language ?? "", isWhole: text.utf8.count <= Self.mostBytes,
        isNotification: announcement.isNotification))
  }

  private func add(_ entry: Entry) {
    count += 1
    entries.insert(entry, at: 0)
    if entries.count > Self.mostEntries { entries.removeLast() }
  }

  private func entry(of track: Track, time: Int64) -> Entry {
    var bytes = track.text.bytes(0..<Self.mostBytes)
    let isWhole = bytes.count == track.text.count
    // Cuts between characters.
    while !isWhole, let last = bytes.last, last & 0xC0 == 0x80 || last >= 0xC0 {
      bytes.removeLast()
      if last >= 0xC0 { break }
    }
    return Entry(
      time: time, text: String(decoding: bytes, as: UTF8.self),
      language: session.player.entry(track.id)?.metadata.language ?? "", isWhole: isWhole)
  }
}
