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

  /// - Parameter environment: `HOME`, `XDG_DATA_HOME`, `XDG_DATA_DIRS`, and `ALOUD_VOICES` for a folder of the
  ///   listener's.
  package init(_ environment: (String) -> String?) {
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let own = absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    let shared = (environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share")
      .split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
    let data = (own.map { [$0] } ?? []) + shared
    var roots = absolute("ALOUD_VOICES").map { [$0] } ?? []
    for folder in data { roots += Self.usual.map { folder + "/" + $0 } }
    if let home { roots += Self.others.map { home + "/" + $0 } }
    self.roots = roots
  }

  /// The voices, and the folders in which they lie or may come to lie, in order. A file that is no voice is left out:
  /// who adds one is told why.
  package func search() -> (voices: [VoiceFile], folders: [String]) {
    var (voices, folders, entries): ([VoiceFile], [String], Int) = ([], [], 0)
    var names: Set<String> = []
    func look(_ folder: String, _ depth: Int) {
      guard depth > 0, entries < Self.mostEntries, let found = Self.entries(of: folder) else { return }
      entries += found.count
      folders.append(folder)
      for entry in found {
        let path = folder + "/" + entry
        if entry.hasSuffix(VoiceFile.ending) {
          if let voice = try? VoiceFile(path), VoiceFolders.isName(voice.name), names.insert(voice.name).inserted {
            voices.append(voice)
          }
        } else if !entry.contains(".") {
          look(path, depth - 1)
        }
      }
    }
    for root in roots { look(root, Self.depth) }
    return (voices, folders)
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
