package import CommandOutput
import DirectReading
import Documents
package import EventLoop
package import Recordings
import Speech
package import Study
import Vocabulary
import Workers

/// The phrases of a recording, without the service: where it is silent, or those of the text beside it.
@Core
package final class RecordedPhrases {
  /// The phrases with what was seen of the recording.
  package struct Found: Sendable {
    /// The phrases in the order of the recording, at least one.
    package var phrases: [Phrase]
    /// The text of each phrase on one line; empty if the phrases are those of silence.
    package var texts: [String]
    /// The recording as it was described.
    package var description: RecordingDescription
    /// The reason for people why the recording has no more than that; `nil` if it is whole, or was not looked at.
    package var loss: String?
  }

  private let settings: PhraseSettings
  private let source: PhraseSource
  private let edits: PhraseEdits
  private let task: String
  private let progress: ExportProgress
  private var analysis: RecordingLevels?
  private var decoding: RecordingDecoding?
  private var text: RecordedTextReading?

  /// - Parameters:
  ///   - edits: the phrases that the listener has made by hand.
  ///   - task: completes "cannot …".
  package init(
    _ settings: PhraseSettings, by source: PhraseSource, _ edits: PhraseEdits, task: String,
    _ progress: ExportProgress
  ) {
    (self.settings, self.source, self.edits, self.task, self.progress) = (settings, source, edits, task, progress)
  }

  /// Finds them; called once.
  ///
  /// - Parameters:
  ///   - descriptor: the recording, a regular file; remains owned by the caller.
  ///   - path: its absolute path, beside which its text is; `nil` if it has none.
  package func find(_ descriptor: CInt, path: String?) async throws(Failure) -> Found {
    switch source {
    case .silence: try await divided(descriptor)
    case .text: try await told(descriptor, path)
    }
  }

  /// The phrases between silences.
  private func divided(_ descriptor: CInt) async throws(Failure) -> Found {
    let analysis = RecordingLevels { [progress] in progress.looked(at: $0, of: $1.frames) }
    self.analysis = analysis
    defer { progress.clear() }
    let found: RecordingLevels.Found
    do throws(Trouble) { found = try await analysis.find(descriptor) } catch { throw failure(error) }
    let phrases = PhraseDivision.phrases(of: found.levels, settings, borders: Self.borders(found.description))
    guard !phrases.isEmpty else {
      throw Failure(.unsupported, "cannot \(task): nothing is to be heard in it", cure: "aloud read FILE")
    }
    return Found(phrases: edits.applied(to: phrases), texts: [], description: found.description, loss: found.loss)
  }

  /// The phrases of the text beside it.
  private func told(_ descriptor: CInt, _ path: String?) async throws(Failure) -> Found {
    let description: RecordingDescription
    do throws(Trouble) {
      let decoding = try RecordingDecoding(descriptor)
      self.decoding = decoding
      defer { decoding.cancel() }
      description = try await decoding.open()
    } catch {
      throw failure(error)
    }
    let reading = try RecordedTextReading(
      beside: path, language: description.tags.language ?? "", task: task, options: "--by text")
    text = reading
    let text = try await reading.read(task: task)
    func time(_ milliseconds: Int) -> Microseconds { Microseconds(Int64(milliseconds) * 1000) }
    let found = PhraseDivision.phrases(
      ofSentences: text.sentences.map { time($0.time.start)..<max(time($0.time.start), time($0.time.end)) }, settings,
      borders: Self.borders(description))
    guard !found.isEmpty else {
      throw Failure(
        .unsupported, "cannot \(task): no sentence of the text beside it takes any time", cure: "without --by text")
    }
    let phrases = edits.applied(to: found.map(\.phrase))
    let texts = phrases.map { phrase in
      // A phrase that was joined has the sentences of both; one that was divided keeps that of the whole.
      let first = found.partitioningIndex { $0.phrase.middle >= phrase.start }
      let own = found[first...].prefix { $0.phrase.middle < phrase.end }
      let around = found.partitioningIndex { $0.phrase.end > phrase.middle }
      let any = own.isEmpty ? found[around...].prefix(1).filter { $0.phrase.start <= phrase.middle } : Array(own)
      return any.map { text.sentences[$0.sentence].text }.joined(separator: " ")
    }
    return Found(phrases: phrases, texts: texts, description: description, loss: nil)
  }

  private func failure(_ trouble: Trouble) -> Failure {
    var failure = Failure(trouble, task: task)
    // The cure for other files is to make a text of them.
    if failure.status != .noVoice { failure.cure = "get it once more from where it came from" }
    return failure
  }

  /// Ends the search: ``find(_:path:)`` throws.
  package func cancel() {
    analysis?.cancel()
    decoding?.cancel()
    text?.cancel()
  }

  private static func borders(_ description: RecordingDescription) -> [Microseconds] {
    description.parts.map { $0.first.microseconds(at: SampleRate(hertz: description.sampleRate)) }
  }
}

extension Phrase {
  fileprivate var middle: Microseconds { start + Microseconds((end - start).count / 2) }
}
