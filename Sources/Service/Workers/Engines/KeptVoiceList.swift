import Glibc
import SpeechWire
import Vocabulary
import Wire

/// A place that outlives the service, for the lists of voices that engines have told. Any thread; may wait for a disk.
public protocol VoiceListStore: Sendable {
  /// The bytes that are kept about an engine, at most ``mostVoiceListBytes``; `nil` if there are none.
  func voiceList(of engine: String) -> [UInt8]?
  /// Keeps bytes in place of those that were kept. A failure is no error: the engine is asked again.
  func keep(_ bytes: [UInt8], of engine: String)
}

/// The most bytes of one kept list. A voice takes some hundred.
public let mostVoiceListBytes = 4 << 20

/// An engine's list of voices from a former run, and the state of the files on which it depends.
///
/// An engine whose program and folders are as they were need not be started before the first text. Its libraries may
/// have changed all the same: the list is asked for anew soon after.
struct KeptVoiceList {
  /// Entries of one folder that are compared. Of more, such as the system's libraries, the folder's own times tell what
  /// has come or gone: to look at each takes longer than a worker's start.
  private static let mostEntries = 100

  /// The folders in which its voices are installed and removed.
  let folders: [String]
  /// The program, its environment, and what lies in the folders.
  private let state: String
  /// The answers in which the engine told the list, from its greeting to the end.
  let answers: [SpeechAnswer]

  /// May wait for a disk; any thread.
  init(_ answers: [SpeechAnswer], folders: [String], of program: HeldProgram) {
    (self.answers, self.folders, self.state) = (answers, folders, Self.state(of: program, folders))
  }

  /// The list that is kept of an engine. May wait for a disk; any thread.
  ///
  /// - Returns: `nil` if there is none, if it cannot be read, or if its files are others now.
  static func recall(of engine: String, _ program: HeldProgram, in store: some VoiceListStore) -> KeptVoiceList? {
    guard let bytes = store.voiceList(of: engine), let list = KeptVoiceList(decoding: bytes),
      list.state == state(of: program, list.folders)
    else { return nil }
    return list
  }

  // MARK: Bytes

  /// See ``init(decoding:)``.
  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.u16(Wire.version)
    writer.count(state.utf8.count)
    writer.raw(state.utf8)
    writer.count(folders.count)
    for folder in folders { writer.string(folder) }
    for answer in answers {
      let packet = answer.encoded(request: 1)
      writer.count(packet.count)
      writer.raw(packet)
    }
    return writer.bytes
  }

  /// Reads ``encoded``; `nil` if the bytes are of another version, or damaged.
  private init?(decoding bytes: [UInt8]) {
    var reader = ByteReader(bytes[...])
    guard bytes.count <= mostVoiceListBytes, reader.u16() == Wire.version, let length = reader.count(),
      let state = reader.raw(length), let count = reader.count(), count <= SpeechAnswer.maximumFolders
    else { return nil }
    var folders: [String] = []
    for _ in 0..<count {
      guard let folder = reader.string() else { return nil }
      folders.append(folder)
    }
    var answers: [SpeechAnswer] = []
    while reader.remaining > 0 {
      guard let length = reader.count(), let packet = reader.raw(length),
        let (_, answer) = try? SpeechAnswer.decode(packet)
      else { return nil }
      answers.append(answer)
    }
    guard Self.isList(answers) else { return nil }
    (self.state, self.folders, self.answers) = (String(decoding: state, as: UTF8.self), folders, answers)
  }

  /// True for a greeting, voices and folders, and an end.
  private static func isList(_ answers: [SpeechAnswer]) -> Bool {
    guard case .hello = answers.first, case .done = answers.last else { return false }
    return answers.dropFirst().dropLast().allSatisfy { answer in
      switch answer {
      case .voiceList(let voices): !voices.isEmpty
      case .voiceFolders: true
      default: false
      }
    }
  }

  // MARK: The files

  private static func state(of program: HeldProgram, _ folders: [String]) -> String {
    var lines = [program.identity] + SpawnedProcess.environment
    for folder in folders {
      lines.append(folder)
      lines += entries(of: folder)
    }
    return lines.joined(separator: "\n")
  }

  /// Name, size, and time of the last change of a folder (`.`) and of what lies in it, if that is not too much; none if
  /// it is missing.
  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory)?.pointee, names.count <= mostEntries + 2 {
      names.append(withUnsafeBytes(of: entry.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    if names.count > mostEntries + 2 { names = ["."] }
    return names.sorted().compactMap { name in
      var status = stat()
      guard name != "..", stat(folder + "/" + name, &status) == 0 else { return nil }
      return "\(name) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
  }
}
