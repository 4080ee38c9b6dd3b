import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

/// Knows a recording whose file is opened again by what it is: its place is one of this sound, and of no other.
@Core
struct KnownRecordings {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// The difference between two exact lengths of the same sound: decoders count the silence at its edges differently.
  private static let slack = Microseconds(500_000)

  /// True if the file at the path of queued tracks is another recording by now, or has no sound any more where one of
  /// them goes on.
  ///
  /// - Parameter description: what the file has now.
  func isAnother(_ file: any TextFile, _ description: RecordingDescription, than tracks: [Track]) -> Bool {
    guard case .file(_, let known, let print)? = tracks.first?.origin, let now = file.identity, now != known else {
      return false
    }
    let lengths = tracks.map { (former: formerLength(of: $0), now: length(of: $0, in: description, beside: tracks)) }
    for (track, length) in zip(tracks, lengths) {
      if let now = length.now, now.isExact, place(of: track) >= now.microseconds, place(of: track) > 0 { return true }
    }
    // It was copied, or saved again, or more of it has come.
    if let print, print == file.beginning { return false }
    // Other tags change the beginning of a file, and nothing of its sound.
    let both = lengths.compactMap { length in length.former.flatMap { former in length.now.map { (former, $0) } } }
    guard both.isEmpty else { return both.contains { !Self.isSame($0, $1) } }
    return print != nil
  }

  private static func isSame(_ a: TrackLength, _ b: TrackLength) -> Bool {
    let (short, long) = (min(a.microseconds, b.microseconds), max(a.microseconds, b.microseconds))
    // An estimate may be wrong by some percent.
    return long - short <= (a.isExact && b.isExact ? slack : slack + Microseconds(long.count / 20))
  }

  /// The place at which a track goes on, in the sound.
  private func place(of track: Track) -> Microseconds {
    let place = track.id == session.player.current ? session.position : session.player.place(of: track.id)
    let inSound = track.keptForm(of: KeptPlace(microseconds: place)).microseconds
    return inSound - track.timeline.gaps.leadingDelay.microseconds(at: track.timeline.sampleRate)
  }

  /// The length of a track without its delays, as it was told; `nil` if it was not known, or was that of an exercise.
  private func formerLength(of track: Track) -> TrackLength? {
    guard track.options.study == nil else { return nil }
    let gaps = track.timeline.gaps
    let delays = (gaps.leadingDelay + gaps.trailingDelay).microseconds(at: track.timeline.sampleRate)
    return session.player.entry(track.id)?.length.map {
      TrackLength(microseconds: $0.microseconds - delays, isExact: $0.isExact)
    }
  }

  /// The length of a track in what its file has now; `nil` if that is not known.
  private func length(
    of track: Track, in description: RecordingDescription, beside tracks: [Track]
  ) -> TrackLength? {
    let isWhole = tracks.count == 1 && Self.isWholeRecording(track)
    let parts = isWhole ? [.whole] : description.parts
    guard parts.indices.contains(track.chapter) else { return TrackLength(microseconds: 0, isExact: true) }
    return parts[track.chapter].length(in: description.frames, isExact: description.isExact).map {
      TrackLength(
        microseconds: $0.frames.microseconds(at: SampleRate(hertz: description.sampleRate)), isExact: $0.isExact)
    }
  }

  /// True if a track is all of a recording.
  private static func isWholeRecording(_ track: Track) -> Bool {
    guard let recording = track.recording, recording.source != nil else { return track.formerCount ?? 1 == 1 }
    return recording.part == .whole
  }

  /// The tracks are those of the file that is open now.
  func note(_ file: any TextFile, of tracks: [Track]) {
    for track in tracks {
      guard case .file(let path, _, _) = track.origin, let identity = file.identity else { continue }
      track.origin = .file(path: path, identity, fingerprint: file.beginning)
    }
  }

  /// Another recording has taken the place of queued tracks: the listener learns it, and it begins at its beginning.
  func beginAgain(_ tracks: [Track]) {
    guard let first = tracks.first else { return }
    for track in tracks {
      // The phrases were those of the other sound.
      track.leaveExercise()
      track.goOn(at: KeptPlace())
    }
    let name = first.origin?.path?.fileName ?? "the file"
    session.failed(
      first.id,
      ReadingError(
        .unreadable, "'\(name)' is another recording than the one that was queued; it begins at its beginning"))
    session.send(.replaced(tracks.map(\.id)))
  }
}
