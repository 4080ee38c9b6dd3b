import AloudAPI
import CommandOutput
import EventLoop
import Glibc

/// Shows a notification when its turn to be spoken has come, and keeps it on the screen at least while it is spoken.
///
/// One that is not spoken in the end, for whatever reason, is shown all the same: nothing is lost that was only not
/// heard.
@Core
final class NotifyTurn {
  private let service: Service
  private let server: NotificationServer
  private let notice: NotificationServer.Notice
  private let spoken: UInt64
  /// The number on the desktop, once it is shown.
  private(set) var number: UInt32?

  /// - Parameter spoken: the number of the announcement, whose news come to this program.
  init(_ service: Service, _ server: NotificationServer, _ notice: NotificationServer.Notice, spoken: UInt64) {
    (self.service, self.server, self.notice, self.spoken) = (service, server, notice, spoken)
  }

  /// Returns when it was spoken, with the last news about it; `nil` if it was shown without them, since the service
  /// ended.
  ///
  /// - Parameter shown: called when it is on the desktop; the number is `nil` if nothing shows it.
  func attend(shown: (UInt32?) -> Void) async throws(Failure) -> AnnouncementSignal? {
    var isSpoken = false
    while true {
      switch await service.next() {
      case .event(.announcement(let news)) where news.id == spoken:
        switch AnnouncementSignal.News(rawValue: news.event) {
        case .started where !isSpoken:
          isSpoken = true
          // Until it is closed: the usual time may be shorter than the words.
          number = await server.show(notice.shown(for: 0))
          shown(number)
        case .finished, .cut, .replaced, .dropped, .summed:
          if !isSpoken {
            number = await server.show(notice)
            shown(number)
          } else if let number, !server.isClosed {
            // The usual time begins anew.
            self.number = await server.show(notice.replacing(number))
          }
          return news
        case .started, .queued, nil: break
        }
      case .elapsed where server.isClosedByListener:
        // A listener who closes it wants to hear no more of it.
        _ = try? await service.callIfRunning(.cancelAnnouncements(spoken), task: Notify.Show.task)
      case .signal(let signal) where signal != SIGWINCH:
        _ = try? await service.callIfRunning(.cancelAnnouncements(spoken), task: Notify.Show.task)
        await server.close()
        throw .quiet(signal == SIGINT ? .interrupted : .failed)
      case .vanished:
        if !isSpoken {
          number = await server.show(notice)
          shown(number)
        }
        return nil
      case .disconnected: throw Failure.busEnded
      default: break
      }
    }
  }
}

extension NotificationServer.Notice {
  /// The same for another time on the screen, in milliseconds; 0: until it is closed.
  fileprivate func shown(for milliseconds: Int32) -> Self {
    var notice = self
    notice.milliseconds = milliseconds
    return notice
  }

  /// The same in the place of the one with a number.
  fileprivate func replacing(_ number: UInt32) -> Self {
    var notice = self
    notice.replaces = number
    return notice
  }
}
