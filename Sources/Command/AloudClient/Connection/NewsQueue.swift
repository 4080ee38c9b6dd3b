package import EventLoop

/// The things that a program waits for, in order: the news of the service, and those of its own. They are kept until
/// they are asked for, so that none is lost while the program calls the service.
@Core
package final class NewsQueue<News: Sendable> {
  private var waiting: CheckedContinuation<News, Never>?
  private var news: [News] = []

  /// An empty queue.
  package init() {}

  /// True if ``next()`` returns at once.
  package var isEmpty: Bool { news.isEmpty }

  /// The next news, in order. Must have at most one caller at a time.
  package func next() async -> News {
    if !news.isEmpty { return news.removeFirst() }
    return await withCheckedContinuation { waiting = $0 }
  }

  /// Adds news.
  ///
  /// - Parameter isUrgent: true if they come before those that wait.
  package func post(_ new: News, isUrgent: Bool = false) {
    guard let waiting else { return news.insert(new, at: isUrgent ? 0 : news.endIndex) }
    self.waiting = nil
    waiting.resume(returning: new)
  }
}
