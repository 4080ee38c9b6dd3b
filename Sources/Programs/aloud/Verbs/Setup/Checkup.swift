import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import Configuration
import ConfigurationStorage
import DBusKit
import Documents
import EventLoop
import Glibc
import LanguageFinding
import Morphology
import Speech
import Vocabulary

/// The result of one step of `aloud doctor`.
struct Finding {
  enum Grade: String { case good, warning, bad }

  var step: String
  var grade: Grade
  var detail: String
  var cure: String?
  /// The exit code for a bad finding.
  var status = Outcome.failed

  init(_ step: String, _ grade: Grade, _ detail: String, _ cure: String? = nil, status: Outcome = .failed) {
    self.step = step
    self.grade = grade
    self.detail = detail
    self.cure = grade == .good ? nil : cure
    self.status = status
  }

  init(_ step: String, _ failure: Failure) {
    self.init(step, .bad, failure.message, failure.cure, status: failure.status)
  }
}

/// Prints findings one by one, or all at once as JSON.
@Core
final class Report {
  private let console: Console
  private let json: Bool
  private var findings: [Finding] = []

  init(_ console: Console, json: Bool) {
    self.console = console
    self.json = json
  }

  /// The status of the first bad finding.
  var worst: Outcome? { findings.first { $0.grade == .bad }?.status }

  func add(_ finding: Finding) {
    findings.append(finding)
    guard !json else { return }
    let symbols = console.symbols
    let mark =
      switch finding.grade {
      case .good: console.colored(symbols.good, good: true)
      case .bad: console.colored(symbols.bad, good: false)
      case .warning: symbols.warning
      }
    // The colour is outside of the rows, which are measured.
    let sign = symbols.sign(of: finding.grade)
    let rows = WrappedText.rows(
      "\(finding.step): \(Line.printable(finding.detail))", width: console.width, indentation: "\(sign) ",
      hanging: "    ")
    for (index, row) in rows.enumerated() { console.printPainted(index == 0 ? mark + row.dropFirst(sign.count) : row) }
    guard let cure = finding.cure else { return }
    for row in WrappedText.rows("try: \(cure)", width: console.width, indentation: "    ", hanging: "      ") {
      console.print(row)
    }
  }

  func finish() {
    if json {
      let steps = findings.map { finding in
        JSON.object([
          ("step", .string(finding.step)), ("grade", .string(finding.grade.rawValue)),
          ("detail", .string(finding.detail)), ("cure", .string(finding.cure)),
        ])
      }
      return console.print(JSON.answer([("well", .bool(worst == nil)), ("steps", .array(steps))]).text)
    }
    console.print(Self.conclusion(of: findings))
  }

  /// `all is well, one remark`; `2 problems found`.
  nonisolated static func conclusion(of findings: [Finding]) -> String {
    let bad = findings.count { $0.grade == .bad }
    let remarks = findings.count { $0.grade == .warning }
    let beside = remarks == 0 ? "" : ", \(remarks == 1 ? "one remark" : "\(remarks) remarks")"
    return (bad == 0 ? "all is well" : "\(bad) problem\(bad == 1 ? "" : "s") found") + beside
  }
}

extension Symbols {
  /// The sign before a finding.
  fileprivate func sign(of grade: Finding.Grade) -> String {
    switch grade {
    case .good: good
    case .bad: bad
    case .warning: warning
    }
  }
}

/// The checks that do not need the service.
enum Checkup {
  @Core
  static func configuration() async -> Finding {
    let loaded: SettingsReport
    do throws(Failure) { loaded = try await UserSettings.read(task: "read the configuration") } catch {
      return Finding("configuration", error)
    }
    if let problem = loaded.problems.first {
      let more = loaded.problemCount > 1 ? ", and \(loaded.problemCount - 1) more" : ""
      return Finding("configuration", .bad, "\(problem)\(more)", "aloud config check", status: .usage)
    }
    let files = Config.existing()
    return Finding("configuration", .good, files.isEmpty ? "no file, all defaults" : files.joined(separator: ", "))
  }

  /// Checks the desktop entry, from which desktops take the name and the icon.
  static func desktopEntry(environment: (String) -> String? = ConfigurationFiles.value) -> Finding {
    func directories(_ name: String, _ fallback: String) -> [Substring] {
      let value = environment(name) ?? ""
      return (value.isEmpty ? fallback : value).split(separator: ":").filter { $0.hasPrefix("/") }
    }
    let home = environment("HOME").map { $0 + "/.local/share" } ?? ""
    for folder in directories("XDG_DATA_HOME", home) + directories("XDG_DATA_DIRS", "/usr/local/share:/usr/share") {
      let path = "\(folder)/applications/org.aloud.Aloud.desktop"
      if access(path, R_OK) == 0 { return Finding("desktop entry", .good, path) }
    }
    return Finding(
      "desktop entry", .warning, "not installed: media controls show neither name nor icon", installation())
  }

  /// The cure for missing files: those of a package come with it, all others from the source.
  ///
  /// - Parameter program: the path of this program.
  static func installation(of program: String? = ServiceStarter.ownPath()) -> String {
    program?.hasPrefix("/usr/bin/") == true
      ? "install the package aloud again, then log out and in" : "make install"
  }

  /// Checks the engine without the service, which checks it itself while there is a bus.
  @Core
  static func voices() async -> Finding {
    do throws(Failure) {
      let catalogue = try await InstalledVoices.listed(task: "list the voices")
      let counts = catalogue.engines.map { "\(catalogue.of(engine: $0).voices.count) of \($0)" }
      guard counts.isEmpty else { return Finding("voices", .good, counts.joined(separator: ", ")) }
      return Finding("voices", .bad, "none is installed", "apt install \(UsualEngine.dataPackage)", status: .noVoice)
    } catch {
      return Finding("voices", error)
    }
  }

  /// Checks for natural voices, without which the usual engine reads everything, and the files beside them: those that
  /// are none, and an engine that does not work.
  ///
  /// - Parameter program: the path of this program.
  @Core
  static func naturalVoices(of program: String? = ServiceStarter.ownPath()) async -> [Finding] {
    do throws(Failure) {
      let (catalogue, engines) = try await InstalledVoices.all(task: "list the voices")
      let odd = await InstalledVoices.oddFiles(of: engines, beside: catalogue.voices).map {
        Finding("natural voice", .warning, $0, "get the file anew (aloud voices get NAME), or remove it")
      }
      return [naturalVoices(catalogue, of: program)] + odd
    } catch {
      return [Finding("natural voice", .warning, error.message, error.cure)]
    }
  }

  /// The same for the voices that are installed.
  static func naturalVoices(_ catalogue: VoiceCatalogue, of program: String?) -> Finding {
    let voices = catalogue.of(engine: InstalledVoices.naturalEngine).voices
    guard !voices.isEmpty else {
      return Finding(
        "natural voice", .warning, "none installed, so that \(UsualEngine.name) reads everything",
        program?.hasPrefix("/usr/bin/") == true
          ? "apt install aloud-voice-heart" : "scripts/fetch-voices, then make install-voice")
    }
    let some = voices.prefix(3).map { "\($0.id.text) (\(LanguageSpelling.usual($0.language)))" }
    let more = voices.count > some.count ? " and \(voices.count - some.count) more" : ""
    return Finding("natural voice", .good, some.joined(separator: ", ") + more)
  }

  /// Checks the readings of Chinese characters in Japanese texts.
  static func japanese(_ dictionary: JapaneseDictionary = JapaneseDictionary()) -> Finding {
    do throws(DictionaryFault) {
      let opened = try MeCab(dictionary).dictionary
      return Finding("Japanese", .good, "readings of \(opened.size) words in \(opened.folder)")
    } catch {
      return Finding("Japanese", .warning, "kanji are left out: \(error.reason)", DictionaryFault.cure)
    }
  }

  /// Checks the library that finds the language of a text.
  static func languages(_ finder: LanguageFinder = LanguageFinder()) -> Finding {
    if finder.prepare() { return Finding("languages", .good, "found in texts by CLD2 and frequent words") }
    return Finding(
      "languages", .warning, "found by frequent words alone: the library CLD2 is missing", "apt install libcld2-0")
  }

  /// Checks the buttons of Bluetooth headsets: BlueZ hands them to `mpris-proxy`, which hands them to players. `nil` on
  /// a machine without Bluetooth.
  static func headsetButtons(adapters: String = "/sys/class/bluetooth", processes: String = "/proc") -> Finding? {
    guard !names(in: adapters).isEmpty else { return nil }
    let runs = names(in: processes).contains {
      Int($0) != nil && name(ofProcess: "\(processes)/\($0)") == "mpris-proxy"
    }
    guard !runs else {
      return Finding("headset buttons", .good, "mpris-proxy hands those of Bluetooth headsets to players")
    }
    return Finding(
      "headset buttons", .warning, "mpris-proxy does not run: a Bluetooth headset's buttons may do nothing",
      "systemctl --user enable --now mpris-proxy.service, or run mpris-proxy; it comes with BlueZ")
  }

  private static func names(in folder: String) -> [String] {
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func name(ofProcess folder: String) -> String {
    guard let file = fopen(folder + "/comm", "re") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 32)
    guard fgets(&line, CInt(line.count), file) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func pipeWire(
    environment: (String) -> String? = ConfigurationFiles.value, systemd: String = "/run/systemd/system"
  ) -> Finding {
    let remote = environment("PIPEWIRE_REMOTE").flatMap { $0.isEmpty ? nil : $0 } ?? "pipewire-0"
    let folders = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"].compactMap(environment).filter { !$0.isEmpty }
    let path = remote.hasPrefix("/") ? remote : folders.first.map { "\($0)/\(remote)" }
    // A container has no systemd, and sd_booted(3) looks at this folder.
    let cure =
      access(systemd, F_OK) == 0
      ? "systemctl --user start pipewire wireplumber" : "pipewire & wireplumber & (no systemd runs here)"
    guard let path else {
      return Finding(
        "PipeWire", .bad, "XDG_RUNTIME_DIR is not set, so that its socket cannot be found",
        "log in to a desktop, or: export XDG_RUNTIME_DIR=/run/user/$(id -u)", status: .noAudio)
    }
    let error = connectionError(path)
    guard error != 0 else { return Finding("PipeWire", .good, "answers at \(path)") }
    let reason = error == ENOENT ? "it does not run" : String(cString: strerror(error)).lowercased()
    return Finding("PipeWire", .bad, "cannot be reached at \(path): \(reason)", cure, status: .noAudio)
  }

  /// 0 if a server listens on the socket, else errno.
  private static func connectionError(_ path: String) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    guard let socket = Descriptor(owning: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)) else {
      return errno
    }
    let number = socket.number
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return result == 0 ? 0 : errno
  }

  /// The exit code for the failure of a part.
  static func status(of part: DiagnosedPart) -> Outcome {
    switch part {
    case .output: .noAudio
    case .voices, .engine, .speech: .noVoice
    case .sleep, .state, .notifications, .lock: .failed
    }
  }
}
