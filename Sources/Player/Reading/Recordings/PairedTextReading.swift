import Documents
package import EventLoop
package import Playback
import Speech
import Study
import Vocabulary

/// The progress of the text beside a recording.
enum PairingProgress: Equatable {
  /// It is read when it is the recording's turn.
  case unread
  case reading
  /// It was read, or there is none.
  case settled
}

/// Opens the files of texts beside recordings.
@Core
package protocol PairedFiles: AnyObject {
  /// Opens the text of a recording. `done` is called once, perhaps within the call.
  ///
  /// - Parameters:
  ///   - recording: the path of the recording.
  ///   - language: the language of the recording (BCP 47), which chooses between several files; empty if it is unknown.
  ///   - done: `nil` if there is no such file.
  func open(
    _ text: PairedText, of recording: String, language: String,
    done: @escaping @Core (Result<TextSource?, ReadingError>) -> Void)
}

/// Reads the texts of recordings, each when it is the recording's turn.
@Core
package final class PairedTextReading {
  /// The texts on their way, by their recordings.
  private var reading: [TrackID: TextReading] = [:]
  private let session: Session
  private let files: any PairedFiles
  private let reader: any TextReader
  private let voices: any VoiceDirectory
  private let admission: any Admission
  private let scheduler: any Scheduler

  /// Reads the texts that `files` opens with `reader`, as far as `admission` lets them in. Those that are spoken, as a
  /// translation, have voices of `voices`.
  package init(
    session: Session, files: any PairedFiles, reader: any TextReader, voices: any VoiceDirectory,
    admission: any Admission, scheduler: any Scheduler
  ) {
    self.session = session
    self.voices = voices
    self.files = files
    self.reader = reader
    self.admission = admission
    self.scheduler = scheduler
  }

  /// Reads the text of a recording, unless that was done.
  package func read(_ track: Track) {
    guard let recording = track.recording, recording.pairing == .unread, let path = track.origin?.path else { return }
    recording.pairing = track.options.pairedText == .none ? .settled : .reading
    guard recording.pairing == .reading else { return }
    // The listener has been told of it with another chapter of the recording.
    if let sound = recording.source,
      session.recordings.tracks(of: sound).contains(where: { $0.recording?.textError.isEmpty == false })
    {
      recording.pairing = .settled
      session.recordings.settle()
      return
    }
    forget(track.id)
    let plan = track.options.study
    let isTranslation = plan.map { $0.translations != .none } ?? false
    let own = session.player.entry(track.id)?.metadata.language ?? ""
    let language = isTranslation ? plan?.translationLanguage ?? "" : own
    files.open(track.options.pairedText, of: path, language: language) { [weak self] result in
      guard let self, session.track(track.id) === track, recording.pairing == .reading else { return }
      switch result {
      case .success(nil):
        recording.pairing = .settled
        session.recordings.settle()
      case .success(let source?):
        guard isTranslation else { return read(source, beside: track, language: language, nil) }
        voices.withCatalogue { [weak self] catalogue in
          guard let self, session.track(track.id) === track, recording.pairing == .reading else { return }
          read(source, beside: track, language: language, catalogue)
        }
      case .failure(let error): refuse(track, error.message, error.code)
      }
    }
  }

  /// A track has left the queue.
  package func forget(_ id: TrackID) {
    if let token = reading.removeValue(forKey: id) { reader.cancel(token) }
  }

  /// - Parameter catalogue: the voices of a text that is spoken.
  private func read(_ source: TextSource, beside track: Track, language: String, _ catalogue: VoiceCatalogue?) {
    let name = source.name ?? source.fileName ?? ""
    // The text is collected like any other, in a track that never enters the queue.
    let draft = Track(id: track.id, voice: track.voice, gain: 1, gaps: .init())
    let choice = VoiceChoice(track.voice, from: catalogue, sampleRate: track.speechRate)
    let intake = ChapterIntake(nil, voices: choice, scheduler: scheduler) { _ in draft }
    var times: [SentenceTime] = []
    let token = reader.read(source.file, as: .auto, language: language, .one, name: name, isTimed: true) {
      [weak self] event in
      guard let self, session.track(track.id) === track else { return }
      switch event {
      case .times(let more): times += more
      case .text(let bytes) where !admission.grow(track.id, to: draft.text.count + bytes.count):
        forget(track.id)
        refuse(track, "the queue holds no more text", .full, name)
      case .recording, .failed, .done: reading[track.id] = nil
      default: break
      }
      switch event {
      case .recording: refuse(track, "it is a recording itself", .notText, name)
      case .failed(let trouble): refuse(track, trouble.description, trouble.code, name)
      case .done:
        _ = intake.take(event)
        take(draft, times, beside: track, name)
      default: _ = intake.take(event)
      }
    }
    reading[track.id] = token
  }

  private func take(_ draft: Track, _ times: [SentenceTime], beside track: Track, _ name: String) {
    guard draft.sentenceCount > 0 else { return refuse(track, "it has no text", .empty, name) }
    track.recording?.pairing = .settled
    track.recording?.textName = name
    track.take(text: draft.passage, times)
    session.recordings.changedText(of: track)
    session.recordings.checkText(of: track)
    session.recordings.settle()
  }

  private func refuse(_ track: Track, _ reason: String, _ code: TroubleCode, _ name: String? = nil) {
    track.recording?.pairing = .settled
    let message = name.map { "the text '\($0)' beside the recording cannot be shown: \(reason)" } ?? reason
    session.recordings.refusedText(of: track, ReadingError(code, message))
    session.recordings.settle()
  }
}
