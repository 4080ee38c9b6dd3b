import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback

/// Answers the calls that bring a text: at once or much later, when its first sentences are known.
@Core
final class OpenCalls {
  private let openings: ClientOpenings
  private var session: Session { openings.transport.session }

  init(openings: ClientOpenings) { self.openings = openings }

  func speak(_ text: String, _ options: SpeakOptions, for call: IncomingCall) -> AloudObject.Answer {
    open(.string(text), options, for: call)
  }

  func speak(descriptor index: UInt32, _ options: SpeakOptions, for call: IncomingCall) -> AloudObject.Answer {
    let request = call.takeDescriptor(index).map { TextRequest.descriptor($0) }
    return open(
      request ?? .refused(APIError(.notReadable, "the message carries no such descriptor")), options, for: call)
  }

  /// Answers with the track that the text has become.
  private func open(
    _ request: TextRequest, _ options: SpeakOptions, for call: IncomingCall
  ) -> AloudObject.Answer {
    openings.open(options, at: .whenBusy(options.whenBusy), replacing: true, for: call.sender, request) { result in
      call.answer(result) { [.objectPath($0.objectPath)] }
    }
    return .later
  }

  /// All or nothing: where one cannot be read, those that were added before it are taken out again.
  func open(_ uris: [String], _ options: SpeakOptions, for call: IncomingCall) throws(APIError) -> AloudObject.Answer {
    // Nothing to open is nothing to do, as for the application's Open.
    guard !uris.isEmpty else { return .now([.objectPaths([])]) }
    guard uris.count > 1 else {
      open(uris[...], options, replacing: true, added: [], for: call)
      return .later
    }
    // The first of a list begins at once: a file that is not there is found out before.
    openings.files.check(uris) { [self] error in
      if let error { return call.fail(error.busError) }
      // A list is taken as it is: what would be taken out again has to be what came with it.
      open(uris[...], options, replacing: false, added: [], for: call)
    }
    return .later
  }

  private func open(
    _ uris: ArraySlice<String>, _ options: SpeakOptions, replacing: Bool, added: [TrackID], for call: IncomingCall
  ) {
    guard let uri = uris.first else { return call.reply([.objectPaths(added.map(\.objectPath))]) }
    var following = options
    if let last = added.last { following.after = last.objectPath }
    openings.open(
      following, at: .whenBusy(options.whenBusy), replacing: replacing, for: call.sender, .uri(uri)
    ) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let id):
        self.open(uris.dropFirst(), options, replacing: replacing, added: added + [id], for: call)
      case .failure(let error):
        self.session.send(.remove(self.session.withFurtherChapters(of: added)))
        call.fail(error)
      }
    }
  }
}
