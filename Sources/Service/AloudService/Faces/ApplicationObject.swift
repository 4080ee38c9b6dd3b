import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading

/// `/org/aloud/Aloud`: the application as desktops start it, with "Open with" and with the buttons of notifications.
@Core
final class ApplicationObject: ExportedObject {
  private let openings: ClientOpenings
  /// Reports a text that cannot be read: the file's name, the reason, and its URI. Desktops ignore the reply to a
  /// launch, so the problem is shown to the listener.
  private let onProblem: @Core (String, String, String?) -> Void

  private var session: Session { openings.transport.session }

  init(openings: ClientOpenings, onProblem: @escaping @Core (String, String, String?) -> Void) {
    self.openings = openings
    self.onProblem = onProblem
  }

  var interfaces: [InterfaceDescription] { [ApplicationInterface.description] }

  func handle(_ call: IncomingCall) {
    do throws(BusError) {
      switch (call.method, call.arguments.first) {
      case ("Open", let uris): try open(uris?.asStrings ?? [], for: call)
      case ("ActivateAction", .string(let name)):
        try perform(try ApplicationAction(name, parameter: call.arguments[1].asArray ?? []), for: call)
      // There is no window to show.
      case ("Activate", _): call.reply()
      default: throw .unknownMethod("\(ApplicationInterface.interface) has no method \(call.method)")
      }
    } catch {
      call.fail(error)
    }
  }

  private func perform(_ action: ApplicationAction, for call: IncomingCall) throws(BusError) {
    switch action {
    case .play: session.send(.play)
    case .pause: session.send(.pause(.user))
    case .toggle: session.send(.toggle)
    case .stop: session.send(.stop)
    case .speak(let text): return read([Item.text(text)][...], Outcome(), for: call)
    case .open(let uri): return read([Item.file(uri: uri)][...], Outcome(), for: call)
    }
    call.reply()
  }

  // MARK: Opening

  private func open(_ uris: [String], for call: IncomingCall) throws(BusError) {
    guard uris.count <= AloudBus.maximumListCount, uris.allSatisfy({ $0.utf8.count <= AloudBus.maximumURIBytes }) else {
      throw APIError(.tooLarge, "more or longer URIs than a call may have").busError
    }
    guard !uris.isEmpty else { return call.reply() }
    read(uris.map { Item.file(uri: $0) }[...], Outcome(), for: call)
  }

  private enum Item {
    case file(uri: String)
    case text(String)

    var request: TextRequest {
      switch self {
      case .file(let uri): .uri(uri)
      case .text(let text): .string(text)
      }
    }

    /// The URI of a file; `nil` for a text.
    var uri: String? {
      guard case .file(let uri) = self, (try? FileURI.path(of: uri)) != nil else { return nil }
      return uri
    }

    /// The name to show.
    var name: String {
      guard case .file(let uri) = self else { return "the text" }
      return (try? FileURI.path(of: uri))?.fileName ?? String(uri.prefix(200))
    }
  }

  /// The state of a call so far.
  private struct Outcome {
    var last: TrackID?
    var problems: [(name: String, uri: String?, error: BusError)] = []
  }

  /// Reads the items in this order and skips those that cannot be read.
  private func read(_ items: ArraySlice<Item>, _ outcome: Outcome, for call: IncomingCall) {
    guard let item = items.first else { return end(outcome, call) }
    let options = SpeakOptions(after: outcome.last?.objectPath)
    openings.openAll(
      options, at: .whenBusy(nil), replacing: true, for: call.sender, item.request
    ) { [self] opened in
      // The listener has ended all of it, and knows that.
      if let failure = opened.failure, failure.name == APIErrorCode.hushed.busName { return call.fail(failure) }
      var outcome = outcome
      outcome.last = opened.tracks.last ?? outcome.last
      if let failure = opened.failure {
        outcome.problems.append((item.name, item.uri, failure))
      } else {
        outcome.problems += opened.refused.map { ($0.name, nil, $0.error) }
      }
      read(items.dropFirst(), outcome, for: call)
    }
  }

  private func end(_ outcome: Outcome, _ call: IncomingCall) {
    guard let (name, file, error) = outcome.problems.first else { return call.reply() }
    let others = outcome.problems.count - 1
    // A missing file cannot be shown.
    let uri = error.name == APIErrorCode.noSuchFile.busName ? nil : file
    onProblem(name, error.message + (others > 0 ? "; nor can \(others) more" : ""), uri)
    if outcome.last == nil { call.fail(error) } else { call.reply() }
  }
}
