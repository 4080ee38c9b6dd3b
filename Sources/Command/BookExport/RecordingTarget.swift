import AloudAPI
import Recordings
import SoundWire
import Workers

/// A sound file that an export of a recording writes.
struct RecordingTarget {
  /// `nil` for standard output.
  var file: ExportFile?
  var format: SoundFormat
  /// The frames of the recording in it; the end is `nil` for the recording's end.
  var first: Int64
  var end: Int64?
  /// The chapters in it, at least one.
  var parts: ArraySlice<RecordingPart>
  var tags: RecordingLabels

  /// The files of an export in their order: one for each chapter, or one with all of them.
  static func all(_ recording: RecordingDescription, _ wishes: ExportWishes) -> [RecordingTarget] {
    let parts = recording.parts
    guard wishes.isDivided, let output = wishes.output else {
      let format = wishes.output?.format ?? wishes.streamFormat
      let tags = RecordingLabels(recording, options: wishes.options, format: format)
      return [RecordingTarget(file: wishes.output, format: format, first: 0, parts: parts[...], tags: tags)]
    }
    return parts.indices.map { index in
      let chapter = parts.count > 1 ? (parts[index].title, index, parts.count) : nil
      return RecordingTarget(
        file: output.ofPart(index, of: parts.count), format: output.format, first: parts[index].first,
        end: parts[index].end, parts: parts[index...index],
        tags: RecordingLabels(recording, options: wishes.options, format: output.format, chapter: chapter))
    }
  }

  /// - Parameter places: the places in the file of the whole recording's frames; `nil` at its own speed.
  func labels(cover: [UInt8], _ places: RecordingSpeed?) -> SoundEncoder.Labels {
    // A recording with only one chapter needs no chapter marks.
    let marked = parts.count > 1 ? parts.prefix(format.mostChapters ?? .max) : []
    return SoundEncoder.Labels(
      tags: tags.tags,
      parts: marked.map { part in
        SoundPart(start: Int(places?.place(of: part.first) ?? part.first - first), title: part.title)
      }, cover: cover)
  }
}
