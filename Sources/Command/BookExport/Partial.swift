import CommandOutput
import Documents
import EventLoop
import Glibc

/// The spoken part of an export: the samples in one file, and a line for each sentence in another. If the process ends
/// for any reason, a second call continues after the last sentence that is complete in both.
final class Partial {
  private let samples: Descriptor
  /// The file of the lines; `nil` if nothing is to outlive the process.
  private var state: Descriptor?
  private let paths: [String]
  private var pending: [UInt8] = []
  /// The sentences of an earlier call.
  private(set) var found: [SpokenBook.Sound] = []

  /// The file of the samples, for reading.
  var descriptor: CInt { samples.number }

  private static let mark = "aloud-export "

  /// Opens the files of an earlier call for the same book, or begins again.
  ///
  /// Other programs use the ending `.part`, too: the export writes to a file only if the state beside it proves that it
  /// belongs to an export.
  ///
  /// - Parameter key: identifies the book.
  /// - Throws: ``Failure`` if one of the files is somebody else's; it stays as it is.
  init(beside output: String, key: String) throws(Failure) {
    paths = [output + ".part", output + ".part.state"]
    // The state is created first: samples without a state do not belong to an export.
    let hadState = OwnFile.exists(paths[1])
    let state = try OwnFile.open(paths[1])
    let lines = try Self.lines(of: state.number, paths[1])
    let isOurs = lines.first?.hasPrefix(Self.mark) == true
    if !isOurs, let stranger = Self.size(of: state.number) > 0 ? paths[1] : OwnFile.exists(paths[0]) ? paths[0] : nil {
      if !hadState { OwnFile.remove(paths[1]) }
      throw Failure(
        .usage, "cannot export to '\(output)': '\(stranger)' exists, and is not part of an export",
        cure: "another name after -o, or move that file away")
    }
    samples = try OwnFile.open(paths[0])
    let (lineFile, sampleFile) = (state.number, samples.number)
    self.state = consume state
    guard flock(sampleFile, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(.failed, "cannot export to '\(output)': another export is writing it", cure: "wait for its end")
    }
    let header = "\(Self.mark)1 \(key)"
    if lines.first == header { found = lines.dropFirst().prefix { Self.sound($0) != nil }.compactMap(Self.sound) }
    guard found.isEmpty else { return }
    guard ftruncate(sampleFile, 0) == 0, ftruncate(lineFile, 0) == 0, lseek(lineFile, 0, SEEK_SET) == 0 else {
      throw Self.failure("write", paths[0])
    }
    try Self.write(Array((header + "\n").utf8), to: lineFile, paths[1])
  }

  /// Keeps the samples only as long as this process needs them.
  init() throws(Failure) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/aloud-export-XXXXXX").utf8CString)
    guard let samples = Descriptor(temporary: &template) else { throw Self.failure("write", folder) }
    unlink(template)
    self.samples = samples
    state = nil
    paths = []
  }

  /// Keeps the first `sentences` of the ones that were found; they take `frames` with the silences around them.
  func goOn(behind sentences: Int, frames: Int) throws(Failure) {
    found = Array(found.prefix(sentences))
    guard ftruncate(samples.number, off_t(frames * 2)) == 0, lseek(samples.number, 0, SEEK_END) >= 0 else {
      throw Self.failure("write", paths.first ?? "a temporary file")
    }
    guard let state = state?.number else { return }
    // The kept part is the header and that many lines.
    let kept = try Self.lines(of: state, paths[1]).prefix(1 + sentences).reduce(0) { $0 + $1.utf8.count + 1 }
    guard ftruncate(state, off_t(kept)) == 0, lseek(state, 0, SEEK_END) >= 0 else {
      throw Self.failure("write", paths[1])
    }
  }

  /// The number of complete samples.
  var frames: Int {
    var status = stat()
    return fstat(samples.number, &status) == 0 ? Int(status.st_size) / 2 : 0
  }

  func append(_ sound: SpokenBook.Sound, samples new: [Int16], silence: (before: Int, after: Int)) throws(Failure) {
    let path = paths.first ?? "a temporary file"
    // Each part on its own: joined, the samples would be copied into fresh memory first, which the kernel has to clear.
    for part in [Self.zeros(silence.before), new, Self.zeros(silence.after)] {
      try Self.write(part, to: samples.number, path)
    }
    guard let state = state?.number else { return }
    // The line is written after the samples, so that every line stands for samples that exist.
    try Self.write(Array((Self.line(sound) + "\n").utf8), to: state, paths[1])
  }

  private static func zeros(_ count: Int) -> [Int16] { [Int16](repeating: 0, count: count) }

  /// Removes both files.
  func remove() { for path in paths { OwnFile.remove(path) } }

  // MARK: Lines

  /// `FRAMES FRAME,BYTE,COUNT FRAME,BYTE,COUNT …`
  private static func line(_ sound: SpokenBook.Sound) -> String {
    ([String(sound.frames)]
      + sound.words.map { "\($0.frame),\($0.bytes.lowerBound),\($0.bytes.count)" }).joined(separator: " ")
  }

  private static func sound(_ line: String) -> SpokenBook.Sound? {
    let parts = line.split(separator: " ")
    guard let frames = parts.first.flatMap({ Int($0) }), frames >= 0 else { return nil }
    var words: [SpokenBook.Word] = []
    for part in parts.dropFirst() {
      let numbers = part.split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 3, numbers.allSatisfy({ 0...Int(Int32.max) ~= $0 }) else { return nil }
      words.append(.init(frame: numbers[0], bytes: numbers[1]..<numbers[1] + numbers[2]))
    }
    return .init(frames: frames, words: words)
  }

  /// Returns the complete lines.
  ///
  /// - Throws: if the lines cannot be read: hours of work may be in them.
  private static func lines(of descriptor: CInt, _ path: String) throws(Failure) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", path) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    return bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Files

  private static func size(of descriptor: CInt) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The failure of the last call, about the file that the listener has named, unless something is in the way that only
  /// its own name tells.
  ///
  /// - Parameter path: the file, or one beside it that is kept until it is complete.
  static func failure(_ verb: String, _ path: String) -> Failure {
    let number = errno
    let hidden = number == EISDIR ? nil : path.firstRange(of: /\.part(\.state|\.[0-9a-f]{8,})?$/)
    let path = hidden.map { String(path[..<$0.lowerBound]) } ?? path
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if number == ENOENT, verb == "write", !folder.isEmpty, access(FileName.cString(folder), F_OK) != 0 {
      return Failure(
        .usage, "cannot write '\(path)': there is no folder '\(folder)'", cure: "mkdir -p \(shellQuoted(folder))")
    }
    let cure: String? =
      switch number {
      case ENOENT, ENOTDIR, EACCES, EPERM, EROFS: "name a folder of your own after -o"
      case ENOSPC, EDQUOT: "make room, then give the same command: it goes on"
      default: nil
      }
    return Failure(
      number == ENOSPC || number == EDQUOT ? .failed : .usage,
      "cannot \(verb) '\(path)': \(String(cString: strerror(number)).lowercased())", cure: cure)
  }

  static func write<Value: BitwiseCopyable>(
    _ values: [Value], to descriptor: CInt, _ path: String
  ) throws(Failure) {
    let size = values.count * MemoryLayout<Value>.stride
    var done = 0
    while done < size {
      let count = values.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("write", path) }
      done += count
    }
  }
}
