import AloudAPI
import CommandOutput
import EventLoop
import Glibc

/// Waits until a notification was spoken and is closed.
@Core
final class NotifyWait {
  private let service: Service
  private let server: NotificationServer
  private let spoken: UInt64?
  private var isHeard: Bool
  private var isShown: Bool
  private var told = 0
  private var reason: String?

  /// - Parameters:
  ///   - shown: the number on the desktop; `nil` if nothing shows it.
  ///   - spoken: the number of the announcement; `nil` if nothing is heard.
  init(_ service: Service, _ server: NotificationServer, shown: UInt32?, spoken: UInt64?) {
    (self.service, self.server, self.spoken) = (service, server, spoken)
    isHeard = spoken == nil
    isShown = shown != nil
  }

  /// Returns when both is over.
  ///
  /// - Parameter pressed: gets the name of each pressed button.
  /// - Throws: `cancelled` if it was not heard to its end, unless the listener closed it.
  func attend(_ pressed: (String) -> Void) async throws(Failure) {
    while !isHeard || isShown {
      switch await service.next() {
      case .event(.announcement(let news)) where news.id == spoken: take(news)
      case .elapsed:
        for key in server.pressed.dropFirst(told) { pressed(key) }
        told = server.pressed.count
        if server.isClosed { isShown = false }
      case .signal(let signal) where signal != SIGWINCH:
        if let spoken { _ = try? await service.callIfRunning(.cancelAnnouncements(spoken), task: Notify.Show.task) }
        await server.close()
        throw .quiet(signal == SIGINT ? .interrupted : .failed)
      case .vanished where !isHeard:
        throw Failure(.noService, "cannot go on: the service ended", cure: "aloud doctor")
      case .disconnected: throw Failure.busEnded
      default: break
      }
    }
    if let reason { throw Failure(.cancelled, "it was not heard to its end: \(reason)") }
  }

  /// Takes news about the announcement.
  func take(_ news: AnnouncementSignal) {
    switch AnnouncementSignal.News(rawValue: news.event) {
    case .finished: isHeard = true
    case .cut, .replaced, .dropped, .summed:
      isHeard = true
      // Who closes a notification has read it.
      if news.reason != "closed" { reason = news.event + (news.reason.map { " (\($0))" } ?? "") }
    case .queued, .started, nil: break
    }
  }
}
