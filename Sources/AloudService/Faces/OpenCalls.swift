import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading

/// Answers the calls that bring a text. The answer comes at once, or much later when the first sentences are known.
@Core
final class OpenCalls {
  private let openings: ClientOpenings
  private var session: Session { openings.transport.session }

  init(openings: ClientOpenings) { self.openings = openings }

  func speak(_ text: String, _ options: SpeakOptions, for call: IncomingCall) -> AloudObject.Answer {
    open(.string(text), options, for: call)
  }

  func speak(descriptor index: UInt32, _ options: SpeakOptions, for call: IncomingCall) -> AloudObject.Answer {
    let request = call.takeDescriptor(index).map { TextRequest.descriptor(ReceivedDescriptor($0)) }
    return open(
      request ?? .refused(ReadingError(.notReadable, "the message carries no such descriptor")), options, for: call)
  }

  /// Answers with the track of the text.
  private func open(
    _ request: TextRequest, _ options: SpeakOptions, for call: IncomingCall
  ) -> AloudObject.Answer {
    openings.open(options, at: .whenBusy(options.whenBusy), replacing: true, for: call.sender, request) { result in
      call.answer(result) { [.objectPath($0.objectPath)] }
    }
    return .later
  }

  /// Opens all files or none: if one cannot be read, the files before it are removed again.
  func open(_ uris: [String], _ options: SpeakOptions, for call: IncomingCall) throws(APIError) -> AloudObject.Answer {
    // An empty list does nothing, as in the application's Open.
    guard !uris.isEmpty else { return .now([.objectPaths([])]) }
    guard uris.count > 1 else {
      open(uris[...], options, replacing: true, added: [], for: call)
      return .later
    }
    // The first file of a list begins at once, so missing files are found before.
    openings.files.check(uris) { [self] error in
      if let error { return call.fail(error.busError) }
      // The files of a list are added as they are: on an error, exactly the tracks of this call are removed again.
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
