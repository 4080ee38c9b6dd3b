import AloudAPI
import Announcements
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// Announcements beside the reading of a service that is moved by hand: two outputs, one clock, one engine.
@Core
final class ManualAnnouncements {
  let service: ManualService
  let room: AnnouncementRoom
  /// The output of announcements, once there is one.
  private(set) var output: ManualOutput?
  /// The number of stages that were made.
  private(set) var stages = 0
  /// The news: "started 1", "cut 2 (locked)".
  private(set) var news: [String] = []
  /// The words of announcements that were heard.
  private(set) var words: [String] = []
  private var stage: AnnouncementStage?
  /// Decides about each new one.
  let judge = ManualJudge()
  /// Called with the news, after they were noted.
  var onNews: (@Core (AnnouncementNotice, AnnouncementRoom.Request?) -> Void)?
  /// Called when something is announced after nothing, or nothing is left.
  var onActivity: (@Core (Bool) -> Void)?
  /// Called after each change.
  var onTurn: (@Core () -> Void)?
  /// Called before announcements go on after a sleep.
  var onLook: (@Core () -> Void)?
  let rooms = Relay<RoomNotice>()

  init(_ service: ManualService) {
    self.service = service
    let clock = service.clock
    let box = Box()
    let voice = AnnouncementVoice(files: service.files, scheduler: clock) { notify in
      box.owner!.makeStage(notify)
    }
    room = AnnouncementRoom(
      session: service.session, voice: voice, judge: judge, scheduler: clock, clock: service.hand.machine, rooms)
    box.owner = self
    rooms.connect { [unowned self] in take($0) }
    let tell = service.session.notify
    service.session.notify = { [unowned self] notice in
      tell?(notice)
      if case .turned = notice { room.update() }
    }
  }

  private final class Box { weak var owner: ManualAnnouncements? }

  private func makeStage(_ notify: @escaping @Core (SessionNotice) -> Void) -> AnnouncementStage {
    stages += 1
    let sounds = Relay<SoundEvent>()
    let output = ManualOutput(scheduler: service.clock, events: sounds)
    self.output = output
    let stage = AnnouncementStage(
      output: OutputDriver(
        output, events: sounds, linger: .zero, releaseAfter: .seconds(2), scheduler: service.clock),
      engine: service.hand.voice, reader: service.reader, recordings: service.recordings, settings: service.settings,
      clock: service.hand.machine, rooms: Relay<RoomNotice>(), scheduler: service.clock
    ) { [unowned self] notice in
      if case .heard(.word(let plan, let word), _) = notice, let track = self.stage?.session.track(plan.track) {
        words.append(String(decoding: track.text(of: plan.sentence)[word.span.utf8], as: UTF8.self))
      }
      notify(notice)
    }
    self.stage = stage
    return stage
  }

  private func take(_ notice: RoomNotice) {
    switch notice {
    case .announced(let notice, let request):
      note(notice)
      onNews?(notice, request)
    case .announcedWord(let word, let id, let request):
      news.append("word \(id.number) \(word.span.scalars.lowerBound)+\(word.span.scalars.count) \(request.sender)")
    case .announcing(let isActive): onActivity?(isActive)
    case .announcementsTurned: onTurn?()
    case .announcementsGoOn: onLook?()
    default: break
    }
  }

  private func note(_ notice: AnnouncementNotice) {
    var line = "\(notice.event.word) \(notice.announcement.id.number)"
    switch notice.event {
    case .cut(let reason), .dropped(let reason): line += " (\(reason.rawValue))"
    case .replaced(let other), .summed(let other): line += " (\(other.number))"
    case .queued, .started, .finished: break
    }
    news.append(line)
  }

  /// Forgets what was told and heard.
  func forget() { (news, words) = ([], []) }

  /// Announces a text.
  @discardableResult
  func announce(_ text: String, _ options: AnnounceOptions = AnnounceOptions(), of client: String = ":1.9") -> UInt64 {
    room.add(
      AnnouncementRoom.Request(
        text: text, parts: nil, options: options, sender: client, application: options.application ?? "")
    ).number
  }

  /// True if the output of announcements sounds, or of the reading.
  var isHeard: (announcement: Bool, reading: Bool) {
    (output?.isSounding ?? false, service.hand.output.isSounding)
  }

  func pass(_ milliseconds: Int) { service.pass(milliseconds) }
}

/// Judges as a test says.
@Core
final class ManualJudge: AnnouncementJudge {
  var verdict: @Core (Announcement) -> AnnouncementVerdict = { _ in .speak }
  func judge(_ announcement: Announcement) -> AnnouncementVerdict { verdict(announcement) }
}
