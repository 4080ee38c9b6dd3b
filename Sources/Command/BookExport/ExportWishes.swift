package import AloudAPI
import CommandOutput
import Documents
import EventLoop
import Glibc
package import SoundWire
package import Study

/// The wishes of one export, of a document or a recording.
package struct ExportWishes {
  /// The input as the user wrote it.
  package var input: String
  /// The output file; `nil` for standard output.
  package var output: ExportFile?
  /// The format for standard output.
  package var streamFormat: SoundFormat
  /// The formats of the texts with times beside each sound file; empty for none.
  package var cues: [Cues.Form]
  /// True if each chapter gets a file.
  package var isDivided: Bool
  /// True if files that exist are replaced; otherwise the export fails at one of them.
  package var overwrites: Bool
  /// The voice, the speed and the labels; those that are `nil` come from the configuration and the document.
  package var options: SpeakOptions
  /// The exercise that is written in place of the document or the recording as it is; `nil` for none.
  package var study: StudyPlan?

  /// The wishes as the command line tells them. Nothing is checked yet.
  package init(
    input: String, output: ExportFile?, streamFormat: SoundFormat, cues: [Cues.Form], isDivided: Bool,
    overwrites: Bool, options: SpeakOptions, study: StudyPlan? = nil
  ) {
    (self.input, self.output, self.streamFormat, self.cues) = (input, output, streamFormat, cues)
    (self.isDivided, self.overwrites, self.options) = (isDivided, overwrites, options)
    self.study = study
  }

  /// Completes "cannot …".
  var task: String { "export '\(input)'" }

  /// Returns a fingerprint of a recording and of the speed: an export of another one has other temporary names.
  ///
  /// - Parameter descriptor: the file that is read.
  func key(of descriptor: CInt) -> String {
    var status = stat()
    fstat(descriptor, &status)
    var result = Fingerprint()
    for number in [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)] { result.add(number) }
    result.add(Int(truncatingIfNeeded: status.st_ino))
    result.add(Int((options.rate ?? 1) * 1000))
    return result.text
  }

  /// The failure of an export that was interrupted and keeps nothing.
  var interruption: Failure {
    guard output != nil else { return .quiet(.interrupted) }
    return Failure(.interrupted, "stopped before the end of '\(input)'", cure: "the same command, which begins anew")
  }

  /// Ends the export if one of its files, sound or cues, may not be written.
  ///
  /// - Parameter inputs: the files that are read, and the word for each; no export overwrites one of them.
  func refuse(_ files: [ExportFile], over inputs: [(descriptor: CInt, word: String)]) throws(Failure) {
    let paths = files.flatMap { file in [file.path] + cues.map { file.beside($0.ending) } }
    var names: Set<String> = []
    if let twice = paths.first(where: { !names.insert($0).inserted }) {
      throw Failure(
        .usage, "cannot \(task): '\(twice)' would be the sound and its text", cure: "another name after -o")
    }
    let sources = inputs.compactMap { input -> (stat, String)? in
      var source = stat()
      let isFile = fstat(input.descriptor, &source) == 0 && source.st_mode & S_IFMT == S_IFREG
      return isFile ? (source, input.word) : nil
    }
    for path in paths {
      var status = stat()
      if stat(FileName.cString(path), &status) == 0,
        let (_, word) = sources.first(where: { ($0.0.st_dev, $0.0.st_ino) == (status.st_dev, status.st_ino) })
      {
        throw Failure(.usage, "cannot \(task): '\(path)' is the \(word) that is read", cure: "another name after -o")
      }
      guard overwrites || !OwnFile.exists(path) else {
        throw Failure(.usage, "cannot \(task): '\(path)' exists", cure: "--force, or another name after -o")
      }
    }
  }

  /// Ends the process quietly if the reader of standard output has gone: it may have all that it wants, as `head` does.
  @Core
  func endIfAbandoned(_ progress: ExportProgress) {
    guard output == nil, StandardOutput.isAbandoned else { return }
    progress.clear()
    Console.endWithoutReader()
  }

  /// Writes the text with its times in each wanted form beside a sound.
  func write(_ text: Cues, beside file: ExportFile, key: String) async throws(Failure) {
    for form in cues {
      let path = file.beside(form.ending)
      let bytes = Array(text.text(form).utf8)
      try await ExportFile.write(path, key: key, overwrites: overwrites) { descriptor async throws(Failure) in
        try Partial.write(bytes, to: descriptor, path)
      }
    }
  }
}
