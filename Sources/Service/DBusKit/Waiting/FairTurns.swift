/// Messages that wait to be handled: one queue for each sender, and the senders take turns.
///
/// The messages of one sender stay in order. A sender with many messages delays its own; another one waits for at most
/// one message of each sender before each of its own. All costs but those of ``append(_:of:)`` at the common limit are
/// independent of the number of messages.
struct FairTurns<Message> {
  /// The most messages that may wait.
  struct Limits {
    /// Of one sender.
    var ofOne: Int
    /// Of all senders together.
    var ofAll: Int
  }

  private let limits: Limits
  private var queues: [String: Queue<Message>] = [:]
  /// Every sender with a waiting message once, in the order of their turns.
  private var order = Queue<String>()
  /// The number of waiting messages.
  private(set) var count = 0

  /// - Parameter limits: at least 1 each.
  init(limits: Limits) { self.limits = limits }

  /// True if no message waits.
  var isEmpty: Bool { count == 0 }

  /// True if a message of this sender waits.
  func hasMessages(of sender: String) -> Bool { queues[sender] != nil }

  /// Adds a message after all others of its sender.
  ///
  /// - Returns: a message that no longer waits, since too many do: the last one of the sender with the most, or this
  ///   one if its sender has as many as it may, or would have the most. `nil` if all have room.
  mutating func append(_ message: Message, of sender: String) -> Message? {
    let own = queues[sender]?.count ?? 0
    guard own < limits.ofOne else { return message }
    var refused: Message?
    if count >= limits.ofAll, let longest = longest() {
      guard own + 1 < longest.count else { return message }
      refused = queues[longest.sender]?.removeLast()
      count -= 1
    }
    if queues[sender] == nil { order.append(sender) }
    queues[sender, default: Queue()].append(message)
    count += 1
    return refused
  }

  /// Takes the first message of the sender whose turn it is; `nil` if none waits.
  mutating func next() -> Message? {
    guard let sender = order.removeFirst() else { return nil }
    guard let message = queues[sender]?.removeFirst() else { preconditionFailure("a turn without a message") }
    count -= 1
    if queues[sender]?.isEmpty ?? true { queues[sender] = nil } else { order.append(sender) }
    return message
  }

  /// Removes the messages of a sender for which `isGone` is true, and returns them in order. The others stay in order,
  /// and keep the sender's place among the senders.
  mutating func remove(of sender: String, where isGone: (Message) -> Bool) -> [Message] {
    guard let removed = queues[sender]?.remove(where: isGone) else { return [] }
    count -= removed.count
    if queues[sender]?.isEmpty ?? false {
      queues[sender] = nil
      _ = order.remove { $0 == sender }
    }
    return removed
  }

  /// Removes all messages and returns them, those of one sender in order.
  mutating func removeAll() -> [Message] {
    let messages = queues.values.flatMap(\.all)
    queues = [:]
    order = Queue()
    count = 0
    return messages
  }

  /// The sender with the most messages, and their number.
  private func longest() -> (sender: String, count: Int)? {
    queues.max { $0.value.count < $1.value.count }.map { ($0.key, $0.value.count) }
  }
}

/// A queue whose first element is removed in constant time, on average.
private struct Queue<Element> {
  private var elements: [Element?] = []
  /// The index of the first element; those before it are `nil`.
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }
  var all: [Element] { elements[head...].compactMap(\.self) }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[head] = nil
      head += 1
      // A half of the storage is empty: moving the other half costs as much as the removals since the last time.
      if head * 2 >= elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }

  mutating func removeLast() -> Element? { isEmpty ? nil : elements.removeLast() }

  /// Removes the elements that meet a condition, and returns them.
  mutating func remove(where isGone: (Element) -> Bool) -> [Element] {
    var kept: [Element?] = []
    var gone: [Element] = []
    for element in all { if isGone(element) { gone.append(element) } else { kept.append(element) } }
    elements = kept
    head = 0
    return gone
  }
}
