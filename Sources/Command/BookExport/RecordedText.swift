package import CommandOutput
import DirectReading
import Documents
import EventLoop
import Glibc
import Recordings
import Speech
import Vocabulary
import Workers

/// The text beside a recording, with its times.
struct RecordedText {
  struct Sentence {
    var text: String
    /// The words by their bytes in the sentence, as far as they have times.
    var time: SentenceTime
    /// The sentence's bytes.
    var bytes: ArraySlice<UInt8>
  }

  var sentences: [Sentence]

  /// Returns the cues of one sound file.
  ///
  /// - Parameters:
  ///   - sampleRate: of the recording and of the file.
  ///   - source: the frames of the recording that are in the file.
  ///   - length: of the file, in frames.
  ///   - place: the place in the file of a frame of the recording.
  ///   - parts: the chapters in the file with the frames of the recording at which they begin.
  func cues(
    sampleRate: Int, source: Range<Int64>, length: Int64, place: (Int64) -> Int64,
    parts: [(title: String, first: Int64)], labels: RecordingLabels
  ) -> Cues {
    func frame(_ milliseconds: Int) -> Int64 { (Int64(milliseconds) * Int64(sampleRate) + 500) / 1000 }
    func local(_ milliseconds: Int) -> Frame { min(length, place(frame(milliseconds))) }
    let cues = sentences.filter { source.contains(frame($0.time.start)) }.map { sentence in
      Cues.Cue(
        part: max(0, (parts.firstIndex { $0.first > frame(sentence.time.start) } ?? parts.count) - 1),
        start: local(sentence.time.start), end: local(sentence.time.end), text: sentence.text,
        words: sentence.time.words.map { word in
          let bytes = sentence.bytes.dropFirst(word.utf8.lowerBound).prefix(word.utf8.count)
          return (local(word.start), Self.line(bytes))
        })
    }
    return Cues(
      cues, parts: parts.map { ($0.title, max(0, place($0.first))) }, length: length, title: labels.title,
      authors: labels.artists, sampleRate: SampleRate(hertz: sampleRate))
  }

  /// Bytes of text on one line.
  static func line(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Reads the text beside a recording.
@Core
final class RecordedTextReading {
  /// The file of the text, which remains open.
  let file: Descriptor
  private let path: String
  private let options: String
  /// The words for where it is: `beside it `, or none for a file that was named.
  private let beside: String
  private let reader: DocumentReader
  private var token: RequestToken?
  private var continuation: CheckedContinuation<Trouble?, Never>?
  private var text: [UInt8] = []
  private var spans: [Range<Int>] = []
  private var times: [SentenceTime] = []

  /// Opens the first text beside a recording that has times.
  ///
  /// - Parameters:
  ///   - recording: the absolute path; `nil` if it has no name.
  ///   - language: the recording's (BCP 47); empty if it is unknown.
  ///   - task: completes "cannot …".
  ///   - options: the options that ask for the text.
  init(
    beside recording: String?, language: String, task: String, options: String = "--srt, --vtt and --json"
  ) throws(Failure) {
    (self.options, self.beside) = (options, "beside it ")
    let paths = recording.map { TextBeside.paths(beside: $0, language: language) } ?? []
    let found = paths.first { access(FileName.cString($0), F_OK) == 0 }
    guard let found, !found.hasSuffix(".txt") else {
      let name = found.map { Self.name(of: $0) }
      throw Failure(
        .usage, "cannot \(task): \(name.map { "'\($0)' beside it has no times" } ?? "there is no text beside it")",
        cure: "without \(options), or put \(Self.example(recording)) beside it")
    }
    file = try Self.open(found)
    path = found
    reader = try Self.reader(task)
  }

  /// Opens a text for a recording.
  ///
  /// - Parameters:
  ///   - path: its absolute path.
  ///   - task: completes "cannot …".
  ///   - option: the option that names the text.
  init(at path: String, task: String, option: String) throws(Failure) {
    (options, beside) = (option, "")
    file = try Self.open(path)
    self.path = path
    reader = try Self.reader(task)
  }

  private static func open(_ path: String) throws(Failure) -> Descriptor {
    guard let file = Descriptor(opening: FileName.cString(path), O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
      throw Partial.failure("read", path)
    }
    return file
  }

  private static func reader(_ task: String) throws(Failure) -> DocumentReader {
    do throws(Trouble) { return DocumentReader(try WorkerExecutable.read.program()) } catch {
      throw Failure(error, task: task)
    }
  }

  private static func name(of path: String) -> String {
    FileName.last(of: path)
  }

  /// The name of the text that is looked for first.
  private static func example(_ recording: String?) -> String {
    recording.flatMap { TextBeside.paths(beside: $0, language: "").first }.map { "'\(name(of: $0))'" }
      ?? "a text such as talk.srt"
  }

  /// Reads the text; called once.
  func read(task: String) async throws(Failure) -> RecordedText {
    let error: Trouble? = await withCheckedContinuation { continuation in
      self.continuation = continuation
      token = reader.read(
        file.number, format: .auto, languages: .one, name: Self.name(of: path), isTimed: true
      ) { [weak self] in self?.take($0) }
    }
    reader.release()
    func failure(_ reason: String) -> Failure {
      Failure(
        .unsupported, "cannot \(task): the text '\(Self.name(of: path))' \(beside)cannot be read: \(reason)",
        cure: "without \(options)")
    }
    if let error { throw failure("\(error)") }
    guard !times.isEmpty, times.count == spans.count else { throw failure("it has no times") }
    return RecordedText(
      sentences: zip(spans, times).map { span, time in
        let bytes = text[span.clamped(to: 0..<text.count)]
        return RecordedText.Sentence(text: RecordedText.line(bytes), time: time, bytes: bytes)
      })
  }

  /// Ends the reading.
  func cancel() {
    if let token { reader.cancel(token) }
    end(Trouble(.died, "interrupted"))
  }

  private func take(_ event: DocumentEvent) {
    switch event {
    case .text(let bytes): text += bytes
    case .sentences(let batch, _): spans += batch.map(\.span.utf8)
    case .times(let batch): times += batch
    case .done: end(nil)
    case .recording: end(Trouble(.notText, "it is a recording itself"))
    case .failed(let error): end(error)
    case .description, .cover, .chapter, .chapterFailed, .page: break
    }
  }

  private func end(_ error: Trouble?) {
    token = nil
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: error)
  }
}

/// Texts for recordings, checked before the service gets them.
package enum TimedText {
  /// Reads a text once.
  ///
  /// - Parameters:
  ///   - path: its absolute path.
  ///   - task: completes "cannot …".
  ///   - option: the option that names the text.
  /// - Throws: if it cannot be read, or tells no times.
  @Core
  package static func check(_ path: String, task: String, option: String) async throws(Failure) {
    _ = try await RecordedTextReading(at: path, task: task, option: option).read(task: task)
  }
}
