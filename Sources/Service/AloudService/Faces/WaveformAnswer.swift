import AloudAPI
import BusValues
import EventLoop
import MPRIS
import Playback
import Reading
import Recordings
import Speech
import Vocabulary

// The answer to `GetWaveform`.
extension AloudObject {
  /// The picture of a recording, with its marks; a text has none. Its times are those of the recording, also while that
  /// is studied.
  func waveform(of path: ObjectPath) throws(APIError) -> WaveformEntry {
    let track = try text(of: path)
    guard track.isRecording, let file = track.origin?.path else {
      throw APIError(.unsupported, "track \(track.id.objectPath) is a text; only a recording has a picture")
    }
    var entry = WaveformEntry()
    // A chapter begins in the middle of the picture of its file.
    entry.start = WaveformEntry.soundStart(of: track) - track.timeBefore
    (entry.a, entry.b) = WaveformEntry.marks(session.player.repetition, of: track)
    entry.chapters = WaveformEntry.chapterStarts(of: track)
    entry.bookmarks = library.library.bookmarks(in: track.id).compactMap { scalar in
      track.exercise == nil
        ? track.time(atScalar: scalar) : Microseconds(Int64(scalar) * 1000) - track.timeBefore
    }
    entry.length = track.originalLength
    let (waveform, isComplete) = waveforms.picture(of: track.id, at: file)
    entry.isComplete = isComplete
    entry.covered = max(0, entry.start)
    guard let waveform else { return entry }
    entry.peaks = waveform.peaks
    entry.step = Double(waveform.framesPerPeak) * 1_000_000 / Double(waveform.sampleRate)
    let reach = entry.start + Frame(waveform.frames).microseconds(at: SampleRate(hertz: waveform.sampleRate))
    entry.covered = max(0, min(reach, track.originalLength))
    return entry
  }
}

extension WaveformEntry {
  /// The media time at which the sound of a recording begins, after its delay.
  @Core
  fileprivate static func soundStart(of track: Track) -> Microseconds {
    track.timeline.gaps.leadingDelay.microseconds(at: track.timeline.sampleRate)
  }

  /// The media times of the chapters within the track, as far as its file has been opened in this run. There are some
  /// if the file was queued as a whole.
  @Core
  fileprivate static func chapterStarts(of track: Track) -> [Microseconds] {
    guard let description = track.recording?.source?.description else { return [] }
    let rate = SampleRate(hertz: description.sampleRate)
    let length = track.originalLength
    return description.chapters.map {
      soundStart(of: track) - track.timeBefore + Frame($0.firstFrame).microseconds(at: rate)
    }.filter { $0 >= 0 && $0 < length }
  }

  /// The media times of the marks of a repetition.
  @Core
  fileprivate static func marks(
    _ repetition: Repetition?, of track: Track
  ) -> (a: Microseconds?, b: Microseconds?) {
    guard let repetition, repetition.track == track.id else { return (nil, nil) }
    func time(_ point: SpeechPoint) -> Microseconds {
      track.originalTime(at: soundStart(of: track) + point.offset.microseconds(at: track.timeline.sampleRate))
    }
    return switch repetition.extent {
    case .sentence, .paragraph: (nil, nil)
    case .from(let start): (time(start), nil)
    case .between(let start, let end): (time(start), time(end))
    }
  }
}
