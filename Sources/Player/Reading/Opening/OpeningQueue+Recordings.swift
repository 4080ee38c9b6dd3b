import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

/// An open recording, and the request and the sound that its events are for.
@Core
private final class RecordingLink {
  /// Held until the sound takes it.
  var decoder: (any RecordingDecoder)?
  /// The request, until sound or its length comes: its cover comes before. The request has the tracks, they have the
  /// sound, the sound has the decoder, and the decoder has this link.
  var text: PendingText?
  weak var sound: RecordedSound?
  /// The open file.
  let file: any TextFile

  init(_ file: any TextFile) { self.file = file }
}

// Recordings come into the queue like texts. Their files are opened again when it is their turn.
extension OpeningQueue {
  /// The text of a request has turned out to be a recording.
  func receivedRecording(_ source: TextSource, for text: PendingText) {
    // Each recording without a name would keep a process and a file until it is its turn.
    guard source.origin?.path != nil else {
      return failed(
        ReadingError(.unknownFormat, "it is a recording, which is played only from a file with a name"), for: text)
    }
    let link = RecordingLink(source.file)
    link.text = text
    open(source, link)
  }

  /// Opens a queued recording again, whose file was closed.
  package func resume(_ sound: RecordedSound, _ source: TextSource) {
    guard sound.isOpening else { return }
    let link = RecordingLink(source.file)
    link.sound = sound
    open(source, link)
  }

  /// In Hz. Speech over the telephone has 8,000.
  static let lowestRate = 1000

  private func open(_ source: TextSource, _ link: RecordingLink) {
    // The decoder keeps this closure, and so the link, until it is abandoned.
    link.decoder = recordings.open(source.file) { [weak self] event in
      self?.take(event, of: link)
    }
  }

  private func take(_ event: RecordingEvent, of link: RecordingLink) {
    switch event {
    case .described(let description): described(description, link)
    case .cover(let image): if let text = link.text { show(image, on: text) }
    case .samples:
      link.text = nil
      link.sound?.take(event)
    case .length, .atEnd:
      link.text = nil
      link.sound?.take(event)
      if let sound = link.sound { session.recordings.measured(sound) }
    case .brokenOff(let frame, let reason):
      let isNews = link.sound?.end == nil
      link.sound?.take(event)
      if let sound = link.sound, isNews {
        session.recordings.broke(off: sound, at: frame, ReadingError(.damaged, reason))
      }
    case .failed(let trouble): failed(ReadingError(trouble), link)
    case .peaks, .levels, .index: break
    }
  }

  private func failed(_ error: ReadingError, _ link: RecordingLink) {
    link.decoder = nil
    if let sound = link.sound, !session.recordings.tracks(of: sound).isEmpty {
      session.recordings.lost(sound, error)
    } else if let sound = link.sound {
      // It waits to be queued, and is opened again when it is its turn.
      sound.close()
    } else if let text = link.text, !text.opening.isDecided || text.opening.isAdopted {
      failed(error, for: text)
    }
    link.text = nil
  }

  private func described(_ description: RecordingDescription, _ link: RecordingLink) {
    guard let decoder = link.decoder else { return }
    guard description.sampleRate >= Self.lowestRate else {
      decoder.abandon()
      let error = ReadingError(.unknownFormat, "its sample rate of \(description.sampleRate) Hz is too low to be heard")
      return failed(error, link)
    }
    link.decoder = nil
    if let sound = link.sound {
      let tracks = session.recordings.tracks(of: sound)
      guard sound.isOpening, !tracks.isEmpty else { return decoder.abandon() }
      let isAnother = knownRecordings.isAnother(link.file, description, than: tracks)
      let isSameFormat =
        sound.description.sampleRate == description.sampleRate && sound.description.channels == description.channels
      let hasGrown = tracks.contains { $0.origin != nil && !$0.isOf(link.file) }
      knownRecordings.note(link.file, of: tracks)
      if isSameFormat, !isAnother {
        sound.take(decoder)
        if hasGrown { sound.takeAgain(description) }
        session.recordings.opened(sound)
        if hasGrown { session.recordings.measured(sound) }
      } else {
        // Another file has taken its place.
        adopt(RecordedSound(description), decoder, insteadOf: sound, link)
        if isAnother { knownRecordings.beginAgain(tracks) }
      }
      return
    }
    guard let text = link.text, text.opening.isBeingRead else { return decoder.abandon() }
    let former = text.opening.isAdopted ? text.tracks : []
    let isAnother = knownRecordings.isAnother(link.file, description, than: former)
    let sound = RecordedSound(description)
    guard let notices = text.intake.take(sound, isUndivided: text.isOneTrackOfEarlierRun) else {
      return decoder.abandon()
    }
    link.sound = sound
    sound.take(decoder)
    text.sound = sound
    knownRecordings.note(link.file, of: notices.compactMap { if case .begun(let track) = $0 { track } else { nil } })
    if isAnother {
      knownRecordings.beginAgain(former.filter { $0.recording?.source === sound && session.track($0.id) === $0 })
    }
    take(notices, of: text)
    // A new one is settled when it enters the queue.
    if text.opening.isAdopted { settle(sound) }
  }

  /// The session closes the file of a recording in the queue when it is not its turn, and when it leaves.
  func settle(_ sound: RecordedSound) {
    guard !session.recordings.tracks(of: sound).isEmpty else { return }
    session.recordings.opened(sound)
    session.recordings.became(sound)
  }

  /// Each chapter becomes that of the other file; those that it does not have are given up.
  private func adopt(
    _ sound: RecordedSound, _ decoder: any RecordingDecoder, insteadOf former: RecordedSound, _ link: RecordingLink
  ) {
    former.close()
    let tracks = session.recordings.tracks(of: former)
    let parts = tracks.allSatisfy { $0.recording?.part == .whole } ? [.whole] : sound.description.parts
    for track in tracks where track.chapter < parts.count { track.become(sound, parts[track.chapter]) }
    link.sound = sound
    sound.take(decoder)
    session.recordings.opened(sound)
    session.recordings.became(sound)
    let lacking = tracks.filter { $0.chapter >= parts.count }
    if !lacking.isEmpty { lose(lacking, .changed(lacking[0].origin?.path?.fileName)) }
  }
}
