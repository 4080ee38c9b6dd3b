import AloudAPI
import Foundation

/// What became of the notifications of a burst, by the news about their announcements. A value.
struct BurstAccount {
  /// The word before the number in the text of each notification. A summary has another text.
  static let marker = "Room "

  private typealias News = AnnouncementSignal.News

  /// The numbers of the notifications, by their announcements.
  private var numbers: [UInt64: Int] = [:]
  /// The ends of announcements, summaries too.
  private var ends: [UInt64: [String]] = [:]
  private var seen: Set<UInt64> = []
  /// The numbers of those that were heard, in the order in which they began.
  private(set) var spoken: [Int] = []

  /// Takes news about any announcement.
  mutating func take(_ news: AnnouncementSignal) {
    seen.insert(news.id)
    if numbers[news.id] == nil, let number = news.text.flatMap(Self.number) { numbers[news.id] = number }
    switch News(rawValue: news.event) {
    case .started: if let number = numbers[news.id] { spoken.append(number) }
    case .finished, .cut, .replaced, .dropped, .summed: ends[news.id, default: []].append(news.event)
    case .queued, nil: break
    }
  }

  private static func number(in text: String) -> Int? {
    guard let marker = text.range(of: marker) else { return nil }
    return Int(text[marker.upperBound...].prefix { $0.isNumber })
  }

  /// True if nothing is spoken or waits any more.
  var isSettled: Bool { seen.count == ends.count }

  /// The notifications that were told to have ended, once each.
  var accounted: Int { Set(numbers.filter { ends[$0.key]?.count == 1 }.values).count }

  /// The ends of the notifications, without the summaries that were made of them.
  func count(_ news: AnnouncementSignal.News) -> Int {
    ends.count { numbers[$0.key] != nil && $0.value.contains(news.rawValue) }
  }

  /// The times at which an older notification was spoken after a newer one.
  var disordered: Int { zip(spoken, spoken.dropFirst()).count { $0 > $1 } }
}
