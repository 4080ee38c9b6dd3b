package import CommandOutput
import Documents
import Glibc
package import SoundWire

/// The folder for the export of several documents, each under its own name.
package struct ExportFolder {
  /// A document and its output file.
  package struct File {
    /// The path of the document; `-` for standard input.
    package var input: String
    /// The sound file, which lies in the folder and has the name of the document.
    package var output: ExportFile
  }

  private let path: String

  /// `nil` if one document becomes one file.
  package init?(_ output: String, for inputs: [String]) {
    guard output != "-" || inputs.count > 1 else { return nil }
    var status = stat()
    let isFolder = stat(FileName.cString(output), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    let hasFolder = inputs.contains { stat(FileName.cString($0), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR }
    guard isFolder || hasFolder || inputs.count > 1 || output.hasSuffix("/") else { return nil }
    path = output
  }

  /// The files, in the order of the arguments.
  ///
  /// - Parameter documents: returns the documents for an argument: those of a folder, else the argument itself.
  /// - Throws: if two documents would become one file, or if the path is not a folder; nothing has been done then.
  package func files(
    for inputs: [String], _ format: SoundFormat, documents: (String) throws(Failure) -> [String]
  ) throws(Failure) -> [File] {
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard path != "-" else {
      throw Failure(.usage, "cannot export them: standard output holds one file", cure: "-o FOLDER/")
    }
    var files: [File] = []
    for input in inputs {
      for name in try documents(input) {
        let output = ExportFile("\(folder)/\(Self.stem(name)).\(format)", format)
        if let other = files.first(where: { $0.output.path == output.path }) {
          throw Failure(
            .usage, "cannot export them: '\(other.input)' and '\(name)' would both be '\(output.path)'",
            cure: "one of them by itself, with another name after -o")
        }
        files.append(File(input: name, output: output))
      }
    }
    return files
  }

  /// Creates the folder if it is missing.
  package func make() throws(Failure) {
    guard mkdir(FileName.cString(path), 0o777) != 0 else { return }
    let reason = errno
    var status = stat()
    if reason == EEXIST, stat(FileName.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    let word = reason == EEXIST ? "it is not a folder" : String(cString: strerror(reason)).lowercased()
    throw Failure(.usage, "cannot make the folder '\(path)': \(word)", cure: "another name after -o")
  }

  /// Returns a file's name without its ending.
  private static func stem(_ input: String) -> String {
    input == "-" ? "standard-input" : FileName.stem(FileName.last(of: input))
  }
}
