import CommandOutput
import Glibc

/// The files of a voice that the listener has downloaded: a model, its description, and a card with the licence.
struct VoiceFiles: Equatable {
  /// The largest file of a voice.
  static let mostBytes: Int64 = 512 << 20

  /// The name of the voice: that of the model without its end.
  let name: String
  /// The path of the model.
  let model: String
  /// The path of the description.
  var description: String { model + ".json" }
  /// The path of the card; the same for all voices of a folder.
  var card: String { (model.lastIndex(of: "/").map { String(model[...$0]) } ?? "") + "MODEL_CARD" }

  /// The voices that typed files belong to, each once: a voice may be named by its model or by its description.
  ///
  /// - Returns: `nil` for a file with another ending, which is told.
  static func named(by files: [String], unknown: (String) -> Void) -> [VoiceFiles]? {
    var found: [VoiceFiles] = []
    for file in files {
      let model = file.hasSuffix(".onnx.json") ? String(file.dropLast(".json".count)) : file
      if file.hasSuffix("MODEL_CARD") { continue }
      let name = String(model.split(separator: "/").last?.dropLast(".onnx".count) ?? "")
      guard model.hasSuffix(".onnx"), isName(name) else {
        unknown(file)
        return nil
      }
      let files = VoiceFiles(name: name, model: model)
      if !found.contains(files) { found.append(files) }
    }
    return found
  }

  /// True for a name that may stand in commands and settings.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".") && !name.hasPrefix("-")
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+".contains($0)) }
  }
}

/// A file that cannot be copied: the file, and errno.
struct CopyFault: Error {
  var path: String
  var number: CInt

  /// The reason in words.
  var reason: String { String(cString: strerror(number)).lowercased() }
}

/// The folder in which the listener's voices lie, each in one of its own.
struct VoiceFolder {
  /// Its path, which need not exist.
  let path: String

  /// `nil` if the environment does not say where.
  init?(environment: (String) -> String?) {
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let data = absolute("XDG_DATA_HOME") ?? absolute("HOME").map({ $0 + "/.local/share" }) else { return nil }
    path = data + "/aloud/voices"
  }

  /// The folder of a voice.
  func folder(of name: String) -> String { "\(path)/\(name)" }

  /// True if there is something of this name.
  func has(_ name: String) -> Bool {
    var status = stat()
    return lstat(folder(of: name), &status) == 0
  }

  /// Copies the files of a voice to a place beside its own, where no engine looks for voices.
  func draft(_ files: VoiceFiles) throws(CopyFault) -> VoiceDraft {
    try Self.make(path)
    var template = Array("\(path)/.adding.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw CopyFault(path: path, number: errno) }
    let draft = VoiceDraft(name: files.name, root: String(cString: made))
    do throws(CopyFault) {
      try Self.make(draft.folder)
      try Self.copy(files.model, to: "\(draft.folder)/\(files.name).onnx")
      try Self.copy(files.description, to: "\(draft.folder)/\(files.name).onnx.json")
      if access(files.card, R_OK) == 0 { try Self.copy(files.card, to: draft.folder + "/MODEL_CARD") }
    } catch {
      draft.remove()
      throw error
    }
    return draft
  }

  /// Puts a draft into its place, in one step.
  func take(_ draft: VoiceDraft) throws(CopyFault) {
    let target = folder(of: draft.name)
    guard rename(draft.folder, target) == 0 else { throw CopyFault(path: target, number: errno) }
    draft.remove()
  }

  /// Makes a folder with those above it.
  private static func make(_ folder: String) throws(CopyFault) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      if mkdir(path, 0o755) != 0, errno != EEXIST { throw CopyFault(path: path, number: errno) }
    }
  }

  private static func copy(_ source: String, to target: String) throws(CopyFault) {
    // A pipe in its place would wait for ever.
    let from = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard from >= 0 else { throw CopyFault(path: source, number: errno) }
    defer { close(from) }
    var status = stat()
    guard fstat(from, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw CopyFault(path: source, number: EINVAL)
    }
    guard status.st_size <= VoiceFiles.mostBytes else { throw CopyFault(path: source, number: EFBIG) }
    let into = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard into >= 0 else { throw CopyFault(path: target, number: errno) }
    defer { close(into) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(from, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw CopyFault(path: source, number: errno)
      }
      if count == 0 { break }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(into, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw CopyFault(path: target, number: errno) }
        rest = rest.dropFirst(written)
      }
    }
    guard fsync(into) == 0 else { throw CopyFault(path: target, number: errno) }
  }
}

/// The copy of a voice before it is in its place.
struct VoiceDraft {
  /// The name of the voice.
  let name: String
  /// A folder for data as the engine looks for it (`XDG_DATA_HOME`), which has this voice alone.
  let root: String
  /// The folder of the voice in it.
  var folder: String { "\(root)/aloud/voices/\(name)" }

  /// Removes what is left of it.
  func remove() {
    for file in ["\(name).onnx", "\(name).onnx.json", "MODEL_CARD"] { unlink("\(folder)/\(file)") }
    for path in [folder, root + "/aloud/voices", root + "/aloud", root] { rmdir(path) }
  }
}
