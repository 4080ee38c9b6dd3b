import AloudAPI
import BusValues
import EventLoop
import Reading

/// A request to open something, from the call to its answer. The listener may end it before anything of it is in the
/// queue. After an order of silence it waits there for Play.
@Core
final class OpeningOrder {
  private let answer: @Core (BusError) -> Void
  /// The reason why nothing of it may enter the queue any more; `nil` if it may.
  private(set) var ending: BusError?
  /// The number of orders of silence when the call came.
  let silences: UInt64

  /// - Parameter answer: answers the call, if the listener ends it.
  fileprivate init(silences: UInt64, answer: @escaping @Core (BusError) -> Void) {
    self.silences = silences
    self.answer = answer
  }

  /// The orders that are on their way.
  @Core
  struct List {
    private var orders: [OpeningOrder] = []

    /// A call has come.
    mutating func begin(silences: UInt64, answer: @escaping @Core (BusError) -> Void) -> OpeningOrder {
      let order = OpeningOrder(silences: silences, answer: answer)
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
      let ended = orders
      orders = []
      for order in ended { order.ending = error }
      return { for order in ended { order.answer(error) } }
    }
  }
}
