import BusValues
import EventLoop

/// The watches of the owners of names.
@Core
final class OwnerWatches {
  private let link: BusLink
  private let calls: OutgoingCalls
  private var watches: [OwnerWatch] = []

  /// - Parameter calls: asks the bus for the present owners.
  init(_ link: BusLink, calls: OutgoingCalls) { (self.link, self.calls) = (link, calls) }

  /// Watches a name; see ``BusConnection/watchOwner(of:_:)``.
  func watch(
    _ name: BusName, _ handler: @escaping @Core (_ old: BusName?, _ new: BusName?) -> Void
  ) -> MatchToken {
    guard link.isOpen else { return MatchToken {} }
    let watch = add(name, handler)
    return MatchToken { watch.table?.remove(watch) }
  }

  /// Adds a watch, which lasts until ``remove(_:)``.
  func add(_ name: BusName, _ handler: @escaping @Core (_ old: BusName?, _ new: BusName?) -> Void) -> OwnerWatch {
    let watch = OwnerWatch(name, handler)
    watch.table = self
    watches.append(watch)
    link.addMatch(watch.rule.text)
    calls.call(.bus("GetNameOwner", [.string(name.text)], "s")) { result in
      guard watch.table != nil else { return }
      watch.answer((try? result.get())?.arguments.first?.asString.map { BusName(trusted: $0) })
    }
    return watch
  }

  /// Ends a watch.
  func remove(_ watch: OwnerWatch) {
    watch.table = nil
    watches.removeAll { $0 === watch }
    link.removeMatch(watch.rule.text)
  }

  /// The bus reports another owner of a name; `nil` if it has none.
  func changed(_ name: String, to owner: BusName?) {
    for watch in watches where watch.name.text == name { watch.update(owner) }
  }

  /// The link has ended: nothing more is reported.
  func end() {
    for watch in watches { watch.table = nil }
    watches = []
  }
}
