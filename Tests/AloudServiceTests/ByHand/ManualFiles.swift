import AloudAPI
import BusValues
import Documents
import EventLoop
import Playback
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The files of a test, which are opened at once.
@Core
final class ManualFiles: TextOpening {
  private var files: [String: ScriptedFile] = [:]
  /// Scripts of texts that come as a string; others are read as they are.
  var strings: [String: Script] = [:]
  private var version: Int64 = 0
  private var pipes: [CInt: Script] = [:]
  private var opened: [CInt: ScriptedFile] = [:]
  /// True while no file is opened, as on a file system that does not answer yet.
  var isHeld = false {
    didSet {
      guard !isHeld else { return }
      let waiting = held
      held = []
      for body in waiting { body() }
    }
  }
  private var held: [@Core () -> Void] = []
  var isIdle: Bool { held.isEmpty }

  /// A descriptor of the file at a path.
  func descriptor(of path: String) -> ReceivedDescriptor {
    let number = CInt(opened.count + 1 << 21)
    opened[number] = files[path]
    return ReceivedDescriptor(number)
  }

  /// A descriptor of a pipe.
  func pipe(_ script: Script) -> CInt {
    let number = CInt(pipes.count + 1 << 20)
    pipes[number] = script
    return number
  }

  /// Puts a text at a path, in place of what is there.
  func put(_ script: Script, at path: String) {
    version += 1
    files[path] = ScriptedFile(script, path: path, version: version)
  }

  /// Gives a file another path.
  func move(_ path: String, to other: String) {
    guard let file = files.removeValue(forKey: path) else { return }
    files[other] = ScriptedFile(file.script, path: other, identity: file.identity)
  }

  /// Lets each event of reading a file come later.
  func slow(_ path: String, _ pace: Duration) {
    guard let file = files[path] else { return }
    var script = file.script
    script.pace = pace
    files[path] = ScriptedFile(script, path: path, identity: file.identity)
  }

  func remove(_ path: String) { files[path] = nil }

  func open(
    _ request: TextRequest, isHung: @escaping @Core (Bool) -> Void,
    done: @escaping @Core (Result<TextSource, ReadingError>) -> Void
  ) {
    if isHeld { return held.append { self.open(request, done: done) } }
    switch request {
    case .string(let text):
      let file = ScriptedFile(strings[text] ?? Script(text), isLive: false)
      done(.success(TextSource(unnamed: file, isString: true)))
    case .stored(let read):
      let bytes = Result { () throws(ReadingError) in try read() }
      done(
        bytes.map { bytes in
          let file = ScriptedFile(Script(String(decoding: bytes, as: UTF8.self)), isLive: false)
          return TextSource(unnamed: file, isString: false)
        })
    case .uri(let uri):
      done(file(at: (try? FileURI.path(of: uri)) ?? "").map { TextSource($0.0, name: $0.1, uri: uri) })
    case .path(let path): done(file(at: path).map { TextSource($0.0, name: $0.1) })
    case .anyOf(let paths):
      let path = paths.first { files[$0] != nil } ?? paths[0]
      done(file(at: path).map { TextSource($0.0, name: $0.1, uri: FileURI.uri(path: path)) })
    case .refused(let error): done(.failure(error))
    case .descriptor(let received):
      let number = received.take() ?? -1
      if let file = opened[number] { return done(.success(TextSource(file))) }
      guard let script = pipes.removeValue(forKey: number) else { preconditionFailure("there is no such pipe") }
      done(.success(TextSource(ScriptedFile(script, isLive: true))))
    }
  }

  private func file(at path: String) -> Result<(ScriptedFile, String?), ReadingError> {
    guard let file = files[path] else { return .failure(ReadingError(.noSuchFile, "there is no file '\(path)'")) }
    return .success((file, path.fileName))
  }

  func check(_ uris: [String], done: @escaping @Core (ReadingError?) -> Void) {
    for uri in uris {
      if case .failure(let error) = file(at: (try? FileURI.path(of: uri)) ?? "") { return done(error) }
    }
    done(nil)
  }
}

/// The playlists of a test, whose scripts tell their entries.
@Core
final class ManualPlaylists: PlaylistFiles {
  /// The names of the lists that were read, in order.
  private(set) var asked: [String] = []
  private let scheduler: ManualScheduler

  init(scheduler: ManualScheduler) { self.scheduler = scheduler }

  func entries(
    of list: any TextFile, name: String, done: @escaping @Core (Result<[PlaylistEntry], ReadingError>) -> Void
  ) {
    guard let entries = (list as? ScriptedFile)?.script.playlist else { preconditionFailure("no playlist") }
    asked.append(name)
    scheduler.schedule(after: .zero) { done(entries) }
  }
}

/// The texts of an earlier run: files, and those that it stored.
@Core
final class ManualTexts: KeptTexts {
  /// The files of the listener.
  weak var files: ManualFiles?
  var texts: [TrackID: String] = [:]
  /// The tracks whose texts were asked for.
  private(set) var asked: [TrackID] = []

  func open(
    _ track: TrackID, from origin: TextOrigin?, done: @escaping @Core (Result<TextSource, ReadingError>) -> Void
  ) {
    asked.append(track)
    if let path = origin?.path {
      files?.open(.path(path), done: done)
    } else if let text = texts[track] {
      files?.open(.stored { Array(text.utf8) }, done: done)
    } else {
      done(.failure(ReadingError(.unreadable, "the text was not kept")))
    }
  }
}
