import AloudAPI
import BusValues
import EventLoop
import Reading

/// A request to open something, from the call to its answer. The listener may end it, or silence it, before anything of
/// it is in the queue.
@Core
final class OpeningOrder {
  private let answer: @Core (BusError) -> Void
  /// The reason why nothing of it may enter the queue any more; `nil` if it may.
  private(set) var ending: BusError?
  /// True if it enters the queue and waits there for Play.
  private(set) var isSilenced = false

  /// - Parameter answer: answers the call, if the listener ends it.
  fileprivate init(answer: @escaping @Core (BusError) -> Void) { self.answer = answer }

  /// The orders that are on their way.
  @Core
  struct List {
    private var orders: [OpeningOrder] = []
    /// The number of times that the listener has ordered silence, for those who make sound after an answer.
    private(set) var silences = 0

    /// A call has come.
    mutating func begin(answer: @escaping @Core (BusError) -> Void) -> OpeningOrder {
      let order = OpeningOrder(answer: answer)
      orders.append(order)
      return order
    }

    /// Everything of an order has been opened.
    ///
    /// - Returns: false if the listener has ended it, so that it was answered.
    mutating func finish(_ order: OpeningOrder) -> Bool {
      orders.removeAll { $0 === order }
      return order.ending == nil
    }

    /// Nothing more of any order may enter the queue. Returns the function that answers their calls.
    mutating func endAll(_ error: BusError) -> @Core () -> Void {
      silences += 1
      let ended = orders
      orders = []
      for order in ended { order.ending = error }
      return { for order in ended { order.answer(error) } }
    }

    /// Nothing of any order is heard before Play.
    mutating func silenceAll() {
      silences += 1
      for order in orders { order.isSilenced = true }
    }
  }
}
