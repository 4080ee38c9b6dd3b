import AloudAPI
import Announcements
import BusValues
import DBusKit
import EventLoop
import Reading

/// The calls about announcements.
@Core
final class AnnounceCalls {
  private let room: AnnouncementRoom
  private let files: any TextOpening
  private let bus: LastingBus
  /// The screen-reading programs for which the stream is kept ready; a watch of each, which ends with the client.
  private var ready: [BusName: MatchToken] = [:]
  /// The clips that are being opened for calls.
  private var opening = 0
  private static let mostOpening = 64
  private static let mostReady = 16

  init(room: AnnouncementRoom, files: any TextOpening, bus: LastingBus) {
    self.room = room
    self.files = files
    self.bus = bus
  }

  /// True if nothing is announced, and no screen-reading program wants the service to stay.
  var isIdle: Bool { ready.isEmpty && opening == 0 && !room.isActive }

  func announce(
    _ parts: [SpeechPart], _ options: AnnounceOptions, for call: IncomingCall
  ) throws(APIError) -> AloudObject.Answer {
    if options.keepReady { keepReady(for: call.sender) }
    let hasClips = parts.contains { if case .clip = $0 { true } else { false } }
    guard hasClips else {
      let text = parts.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n\n")
      return .now([.uint64(add(text, nil, options, for: call))])
    }
    let descriptors = call.takeClips(of: parts)
    guard opening < Self.mostOpening else {
      throw APIError(.busy, "too many clips are being opened; wait for the answers")
    }
    opening += 1
    ClipOpening.open(parts, descriptors, files, isOpen: room.openClips) { [self] result in
      opening -= 1
      do throws(ReadingError) {
        let utterance = try result.get()
        call.reply([.uint64(add(utterance.text, utterance, options, for: call))])
      } catch {
        call.fail(error.busError)
      }
    }
    return .later
  }

  private func add(
    _ text: String, _ parts: UtteranceParts?, _ options: AnnounceOptions, for call: IncomingCall
  ) -> UInt64 {
    var request = AnnouncementRoom.Request(
      text: text, parts: parts, options: options, sender: call.sender.text, application: options.application ?? "")
    if let number = options.notification {
      request.isNotification = true
      request.notification = number == 0 ? nil : number
    }
    return room.add(request).number
  }

  func cancel(_ number: UInt64, all: Bool, for call: IncomingCall) -> AloudObject.Answer {
    if number > 0 {
      room.cancel(.one(Announcement.ID(number)))
    } else if all {
      room.cancel(.all)
    } else {
      room.cancel(of: call.sender.text)
    }
    return .done
  }

  /// Everything is silent at once, and nothing is left.
  func hush() { room.cancel(.all) }

  func pause(_ isPaused: Bool) -> AloudObject.Answer {
    if isPaused { room.hold(.pause) } else { room.release(.paused) }
    return .done
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
