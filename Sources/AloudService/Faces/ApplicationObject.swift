import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback

/// `/org/aloud/Aloud`: the program as desktops start it, with "Open with" and by the buttons of notifications.
@Core
final class ApplicationObject: ExportedObject {
  private let transport: Transport
  private let shares: ClientShares
  /// Nobody looks at the answer to a launch: what cannot be read is shown. The file's name, and why.
  private let onProblem: @Core (String, String) -> Void

  init(transport: Transport, shares: ClientShares, onProblem: @escaping @Core (String, String) -> Void) {
    self.transport = transport
    self.shares = shares
    self.onProblem = onProblem
  }

  var interfaces: [InterfaceDescription] { [ApplicationInterface.description] }

  func handle(_ call: IncomingCall) {
    do throws(BusError) {
      switch (call.method, call.arguments.first) {
      case ("Open", let uris): try open(uris?.asStrings ?? [], for: call)
      case ("ActivateAction", .string(let name)):
        try perform(try ApplicationAction(name, parameter: call.arguments[1].asArray ?? []), for: call)
      default: call.reply()
      }
    } catch {
      call.fail(error)
    }
  }

  private func perform(_ action: ApplicationAction, for call: IncomingCall) throws(BusError) {
    switch action {
    case .play: transport.session.send(.play)
    case .pause: transport.session.send(.pause(.user))
    case .toggle: transport.session.send(.toggle)
    case .stop: transport.session.send(.stop)
    case .speak(let text): return try read([.text(text)], for: call)
    }
    call.reply()
  }

  // MARK: Opening

  private func open(_ uris: [String], for call: IncomingCall) throws(BusError) {
    guard uris.count <= AloudBus.maximumListCount, uris.allSatisfy({ $0.utf8.count <= AloudBus.maximumURIBytes }) else {
      throw APIError(.tooLarge, "more or longer URIs than a call may have").busError
    }
    guard !uris.isEmpty else { return call.reply() }
    try read(uris.map { .file(uri: $0) }, for: call)
  }

  private enum Item {
    case file(uri: String)
    case text(String)

    func source() throws(APIError) -> TextSource {
      switch self {
      case .file(let uri): try TextSource(uri: uri)
      case .text(let text): try TextSource(text)
      }
    }

    /// For people.
    var name: String {
      guard case .file(let uri) = self else { return "the text" }
      return (try? FileURI.path(of: uri))?.split(separator: "/").last.map(String.init) ?? String(uri.prefix(200))
    }
  }

  /// What has become of a call so far.
  private struct Outcome {
    var last: TrackID?
    var problems: [(name: String, error: APIError)] = []
  }

  /// Reads what can be read, in this order.
  private func read(_ items: [Item], for call: IncomingCall) throws(BusError) {
    try shares.begin(call.sender)
    read(items[...], Outcome(), for: call)
  }

  private func read(_ items: ArraySlice<Item>, _ outcome: Outcome, for call: IncomingCall) {
    var items = items
    var outcome = outcome
    while let item = items.popFirst() {
      do throws(APIError) {
        let source = try item.source()
        let isBehind = outcome.last.map { transport.session.player.entry($0) != nil } ?? false
        let place: Transport.Place = isBehind ? .exactly(.after(outcome.last)) : .whenBusy(nil)
        return transport.open(source, SpeakOptions(), at: place) { [self] result in
          var outcome = outcome
          switch result {
          case .success(let id):
            shares.add(id, of: call.sender, bytes: transport.session.track(id)?.text.count ?? 0)
            outcome.last = id
          case .failure(let error): outcome.problems.append((item.name, error))
          }
          read(items, outcome, for: call)
        }
      } catch {
        outcome.problems.append((item.name, error))
      }
    }
    shares.end(call.sender)
    end(outcome, call)
  }

  private func end(_ outcome: Outcome, _ call: IncomingCall) {
    guard let (name, error) = outcome.problems.first else { return call.reply() }
    let others = outcome.problems.count - 1
    onProblem(name, error.message + (others > 0 ? "; nor can \(others) more" : ""))
    if outcome.last == nil { call.fail(error.busError) } else { call.reply() }
  }
}
