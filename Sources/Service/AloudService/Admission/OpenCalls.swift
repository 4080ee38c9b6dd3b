import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Vocabulary

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
    open(Self.request(index, of: call), options, for: call)
  }

  /// Opens the files of a playlist, and answers with all of them and with those that cannot be read.
  func openPlaylist(_ index: UInt32, _ options: SpeakOptions, for call: IncomingCall) -> AloudObject.Answer {
    openings.openAll(
      options, at: .whenBusy(options.whenBusy), replacing: true, for: call.sender, Self.request(index, of: call)
    ) { opened in
      if let failure = opened.failure, opened.refused.isEmpty { return call.fail(failure) }
      let refused = opened.refused.map { refusal in
        BusValue.structure([.string(refusal.name), .string(refusal.error.name), .string(refusal.error.message)])
      }
      call.reply([.objectPaths(opened.tracks.map(\.objectPath)), .array(of: "(sss)", refused)])
    }
    return .later
  }

  private static func request(_ index: UInt32, of call: IncomingCall) -> TextRequest {
    call.takeDescriptor(index).map { .descriptor(ReceivedDescriptor($0)) }
      ?? .refused(ReadingError(.unreadable, "the message carries no such descriptor"))
  }

  func speak(_ parts: [SpeechPart], _ options: SpeakOptions, for call: IncomingCall) -> AloudObject.Answer {
    openings.open(parts, call.takeClips(of: parts), options, for: call.sender) { result in
      call.answer(result) { [.objectPath($0.objectPath)] }
    }
    return .later
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
    let order = openings.begin { call.fail($0) }
    openings.files.check(uris) { [self] error in
      guard openings.finish(order) else { return }
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
    openings.openAll(
      following, at: .whenBusy(options.whenBusy), replacing: replacing, for: call.sender, .uri(uri)
    ) { [weak self] opened in
      guard let self else { return }
      openings.tell(opened.refused)
      guard let error = opened.failure else {
        return open(uris.dropFirst(), options, replacing: replacing, added: added + opened.tracks, for: call)
      }
      session.send(.remove(session.withFurtherChapters(of: added)))
      call.fail(error)
    }
  }
}
