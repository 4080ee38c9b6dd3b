import AloudAPI
import Announcements
import BusValues
import DBusKit
import Documents
import EventLoop
import Reading

/// The calls about announcements.
@Core
final class AnnounceCalls {
  private let room: AnnouncementRoom
  private let notifications: NotificationAnnouncer
  private let files: any TextOpening
  private let bus: LastingBus
  private let pauseFile: PauseFile?
  private let log: ServiceLog
  /// True if the listener wants announcements to wait.
  private(set) var isPaused = false
  /// Tells a change of ``isPaused``.
  private let tell: Relay<RoomNotice>
  /// The screen-reading programs for which the stream is kept ready; a watch of each, which ends with the client.
  private var ready: [BusName: MatchToken] = [:]
  /// The calls whose clips are being opened.
  private var opening: [Opening] = []
  private static let mostOpening = 64
  private static let mostReady = 16

  /// A call whose clips are being opened. An order that ends announcements ends it, too.
  @Core
  private final class Opening {
    let sender: String
    /// Ends the announcement before it is complete, and answers the call.
    let cancel: @Core () -> Void

    init(_ sender: String, cancel: @escaping @Core () -> Void) { (self.sender, self.cancel) = (sender, cancel) }
  }

  /// - Parameters:
  ///   - notifications: those of the desktop, some of which may wait for their sounds.
  ///   - pauseFile: keeps the pause; `nil`: nothing is kept.
  init(
    room: AnnouncementRoom, notifications: NotificationAnnouncer, files: any TextOpening, bus: LastingBus,
    pauseFile: PauseFile?, log: ServiceLog, _ tell: Relay<RoomNotice>
  ) {
    self.tell = tell
    self.room = room
    self.notifications = notifications
    self.files = files
    self.bus = bus
    self.pauseFile = pauseFile
    self.log = log
  }

  /// Takes up the pause that was kept.
  func takeUp() { if pauseFile?.isPaused ?? false { setPaused(true) } }

  /// True if nothing is announced, and no screen-reading program wants the service to stay.
  var isIdle: Bool { ready.isEmpty && opening.isEmpty && !room.isActive }

  func announce(
    _ parts: [SpeechPart], _ options: AnnounceOptions, for call: IncomingCall
  ) throws(APIError) -> AloudObject.Answer {
    if options.keepReady { keepReady(for: call.sender) }
    let text = parts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n\n")
    let hasClips = parts.contains { if case .clip = $0 { true } else { false } }
    guard hasClips else { return .now([.uint64(room.add(Self.request(text, nil, options, call.sender)).number)]) }
    let descriptors = call.takeClips(of: parts)
    guard opening.count < Self.mostOpening else {
      throw APIError(.busy, "too many clips are being opened; wait for the answers")
    }
    let one = Opening(call.sender.text) { [room] in
      let request = Self.request(text, nil, options, call.sender)
      call.reply([.uint64(room.refuse(request, as: room.newID(), .cancelled).number)])
    }
    opening.append(one)
    ClipOpening.open(parts, descriptors, files, isOpen: room.openClips) { [self] result in
      // It was cancelled meanwhile.
      guard let index = opening.firstIndex(where: { $0 === one }) else { return }
      opening.remove(at: index)
      do throws(ReadingError) {
        let utterance = try result.get()
        let request = Self.request(utterance.text, utterance, options, call.sender)
        call.reply([.uint64(room.add(request).number)])
      } catch {
        call.fail(error.busError)
      }
    }
    return .later
  }

  private static func request(
    _ text: String, _ parts: UtteranceParts?, _ options: AnnounceOptions, _ sender: BusName
  ) -> AnnouncementRoom.Request {
    var request = AnnouncementRoom.Request(
      text: parts == nil ? PrintedText.cleaned(text) : text, parts: parts, options: options, sender: sender.text,
      application: options.application ?? "")
    if let number = options.notification {
      request.isNotification = true
      request.notification = number == 0 ? nil : number
    }
    return request
  }

  func cancel(_ number: UInt64, all: Bool, for call: IncomingCall) -> AloudObject.Answer {
    if number > 0 {
      room.cancel(.one(Announcement.ID(number)))
    } else if all {
      cancelAll()
    } else {
      cancelOpening { $0.sender == call.sender.text }
      room.cancel(of: call.sender.text)
    }
    return .done
  }

  /// Everything is silent at once, and nothing is left, also of what is still being opened.
  func hush() { cancelAll() }

  private func cancelAll() {
    cancelOpening { _ in true }
    notifications.cancelWaiting()
    room.cancel(.all)
  }

  private func cancelOpening(where isMeant: (Opening) -> Bool) {
    let gone = opening.filter(isMeant)
    opening.removeAll { one in gone.contains { $0 === one } }
    for one in gone { one.cancel() }
  }

  func pause(_ isPaused: Bool) -> AloudObject.Answer {
    if let pauseFile, !pauseFile.set(isPaused) { log.warning("the pause of announcements cannot be kept") }
    setPaused(isPaused)
    return .done
  }

  private func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    if isPaused { room.hold(.pause) } else { room.release(.paused) }
    tell(.detailsChanged)
  }

  private func keepReady(for client: BusName) {
    guard ready[client] == nil, ready.count < Self.mostReady, let connection = bus.connection else { return }
    ready[client] = connection.watchOwner(of: client) { [weak self] _, new in
      guard new == nil, let self else { return }
      ready.removeValue(forKey: client)?.cancel()
      room.keepReady(!ready.isEmpty)
    }
    room.keepReady(true)
  }

  /// The bus is gone, and all clients with it.
  func forgetAll() {
    ready = [:]
    room.keepReady(false)
  }
}
