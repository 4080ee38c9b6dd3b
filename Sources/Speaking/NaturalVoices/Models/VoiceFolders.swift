import Glibc

/// The folders in which natural voices lie.
package struct VoiceFolders: Sendable {
  /// In the order in which they are looked at: the first voice of a name counts.
  package let roots: [String]

  /// Below the folders for data.
  private static let usual = ["aloud/voices", "piper-voices", "piper/voices"]
  /// Below the home folder: what other programs have downloaded (Speech Note, Pied).
  private static let others = [
    ".var/app/net.mkiol.SpeechNote/cache/net.mkiol/dsnote/speech-models",
    ".var/app/com.mikeasoft.pied/data/pied", ".local/share/pied",
  ]
  /// How deep voices lie below a root: Piper has `LANGUAGE/REGION/NAME/QUALITY`.
  private static let depth = 5
  /// Entries of folders that are looked at, in all.
  private static let mostEntries = 20_000
  private static let mostFaults = 100

  /// - Parameters:
  ///   - program: the path of this program, `PREFIX/libexec/aloud/engines/…`: the voices that are installed with it lie
  ///     under the same prefix.
  ///   - environment: `HOME`, `XDG_DATA_HOME`, `XDG_DATA_DIRS`.
  package init(program: String, _ environment: (String) -> String?) {
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let own = absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    let shared = (environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share")
      .split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
    let data = (own.map { [$0] } ?? []) + shared
    let installed = Self.prefix(of: program).map { $0 + "/share" }
    var roots: [String] = []
    for folder in data + (installed.map { data.contains($0) ? [] : [$0] } ?? []) {
      roots += Self.usual.map { folder + "/" + $0 }
    }
    if let home { roots += Self.others.map { home + "/" + $0 } }
    self.roots = roots
  }

  /// The prefix of an installation, by the path of a program in its `libexec/aloud` or a folder of that; `nil` for a
  /// program elsewhere.
  package static func prefix(of program: String) -> String? {
    guard program.hasPrefix("/") else { return nil }
    let parts = program.split(separator: "/").dropLast()
    guard let end = parts.indices.last(where: { $0 > 0 && parts[$0] == "aloud" && parts[$0 - 1] == "libexec" }) else {
      return nil
    }
    return "/" + parts[..<(end - 1)].joined(separator: "/")
  }

  /// What lies in the folders.
  package struct Content {
    /// The voices, in order.
    package var voices: [VoiceFile] = []
    /// The folders in which they lie or may come to lie.
    package var folders: [String] = []
    /// The files that are no voices, by the names that they would have, and why. Nobody is told unless they ask.
    package var faults: [String: String] = [:]
  }

  /// Looks for voices. A file that is none is left out.
  package func search() -> Content {
    var (found, entries) = (Content(), 0)
    var names: Set<String> = []
    func look(_ folder: String, _ depth: Int) {
      guard depth > 0, entries < Self.mostEntries, let content = Self.entries(of: folder) else { return }
      entries += content.count
      found.folders.append(folder)
      for entry in content {
        let path = folder + "/" + entry
        if entry.hasSuffix(VoiceFile.ending) {
          do throws(OnnxVoiceFault) {
            let voice = try VoiceFile(path)
            guard VoiceFolders.isName(voice.name), names.insert(voice.name).inserted else { continue }
            found.voices.append(voice)
          } catch {
            guard found.faults.count < Self.mostFaults else { continue }
            found.faults[String(entry.dropLast(VoiceFile.ending.utf8.count))] = error.message(entry)
          }
        } else if !entry.contains(".") {
          look(path, depth - 1)
        }
      }
    }
    for root in roots { look(root, Self.depth) }
    return found
  }

  /// True for the name of a voice: it stands in commands and settings.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 100
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.+".unicodeScalars.contains($0))
      }
  }

  private static func entries(of folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < mostEntries {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
