import DesktopSupport
import Foundation
import Testing

/// The code that is permitted in each kind of target.
@Suite(.timeLimit(.minutes(3)))
struct PurityTests {
  private let files = SourceFile.all

  private func files(in kind: Rooms.Kind) -> [SourceFile] {
    files.filter { Rooms.all[$0.target].map { $0.kind == kind } == true }
  }

  private static let isolations: Set<Substring> = ["@Core", "@MainActor", "@globalActor", "actor", "async", "await"]

  @Test func pureTargetsAreValuesAndFunctionsOfValues() throws {
    let pure = Set(Rooms.all.filter { $0.value.kind == .pure }.keys)
    #expect(Set(try DeclaredTarget.all().filter(\.isPure).map(\.name)) == pure, "strict memory safety is for these")
    for file in files(in: .pure) {
      for module in file.imports {
        let isPure = Rooms.all[module].map { $0.kind == .pure } ?? Rooms.modulesOfValues.contains(module)
        #expect(isPure, "\(file.path) imports \(module)")
      }
      for line in file.code {
        let isIsolated = line.words.contains { Self.isolations.contains($0) }
        #expect(!isIsolated, "\(file.path):\(line.number) \(line.text)")
      }
    }
  }

  @Test func onlyTheRealTimeTargetSaysUnsafe() {
    for file in files where file.target != "Realtime" {
      for line in file.code {
        let isUnsafe = line.words.contains { ["unsafe", "@unsafe", "@safe"].contains($0) }
        let isVariable = line.text.utf8.firstRange(of: "nonisolated(unsafe)".utf8) != nil
        #expect(!isUnsafe || isVariable, "\(file.path):\(line.number) \(line.text)")
      }
    }
  }

  @Test func onlyTheExecutorPromisesToBeSendableUnchecked() {
    for file in files where file.target != "EventLoop" {
      for line in file.code {
        #expect(!line.words.contains("@unchecked"), "\(file.path):\(line.number)")
      }
    }
  }

  @Test func everyVariableOutsideTheCheckNamesItsThread() {
    for file in files {
      for line in file.code where line.text.utf8.firstRange(of: "nonisolated(unsafe)".utf8) != nil {
        // One comment may apply to several variables in a row.
        var above = line.number - 2
        while above >= 0, file.lines[above].contains("nonisolated(unsafe)") { above -= 1 }
        let isExplained = (above >= 0 && file.lines[above].contains("//")) || file.lines[line.number - 1].contains("//")
        #expect(isExplained, "\(file.path):\(line.number) \(line.text)")
      }
    }
  }

  @Test func theServiceAndTheWorkersDoWithoutFoundation() {
    for file in files where Rooms.all[file.target]?.isLean == true {
      for module in file.imports {
        #expect(!module.hasPrefix("Foundation"), "\(file.path): it costs megabytes in each process")
      }
    }
  }

  @Test func theCommandDoesWithoutFoundationToo() {
    let heavy = files.filter { $0.target == "aloud" && $0.imports.contains { $0.hasPrefix("Foundation") } }
    #expect(heavy.map(\.path) == [], "it would start slower")
  }

  /// Only data are C: `#embed` makes bytes of a file, which Swift cannot do.
  @Test func thereIsNoCFileWithCode() {
    let paths = FileManager.default.enumerator(atPath: Project.file("Sources"))?.allObjects as? [String] ?? []
    let endings = ["c", "cc", "cpp", "cxx", "m", "mm", "s", "S"]
    #expect(!paths.isEmpty)
    #expect(paths.filter { path in endings.contains { path.hasSuffix(".\($0)") } } == ["C/CHanziReadings/readings.c"])
  }

  /// The wall clock, which can be set and jumps with the time zone, is not used for timelines and time-outs;
  /// CLOCK_MONOTONIC is. The date of a reading is the exception, with one file that asks for it.
  @Test func theServiceAndItsWorkersNeverAskForTheTimeOfDay() {
    let wallClocks: Set<Substring> = ["CLOCK_REALTIME", "gettimeofday", "localtime", "Date", "SystemClock"]
    var count = 0
    // The names of permitted system calls are not calls; the command may show people the time.
    let others = files.filter { !$0.path.hasSuffix("Store/WallTime.swift") }
    for file in others where file.target != "aloud" && file.target != "aloud-bench" && file.target != "Confinement" {
      for line in file.code {
        count += 1
        #expect(wallClocks.isDisjoint(with: line.words), "\(file.path):\(line.number) \(line.text)")
      }
    }
    #expect(count > 5000)
  }

  @Test func filesAreShortEnoughToBeRead() {
    for file in files where file.lines.count > 400 {
      #expect(Rooms.longFiles[file.path] != nil, "\(file.path) has \(file.lines.count) lines and no reason for it")
    }
    for path in Rooms.longFiles.keys {
      #expect(files.contains { $0.path == path && $0.lines.count > 400 }, "\(path) needs no reason")
    }
  }

  /// To the other targets, a declaration with the access `package` is what a public one is to other packages.
  @Test func everyPublicDeclarationIsDocumented() {
    var counts: [Substring: Int] = [:]
    for file in files {
      for line in file.code {
        guard let level = levelOfSharedDeclaration(line) else { continue }
        counts[level, default: 0] += 1
        // Attributes may be between the comment and the declaration.
        var above = line.number - 2
        while above >= 0, isAttribute(file.lines[above]) { above -= 1 }
        let isDocumented = above >= 0 && file.lines[above].drop { $0 == " " }.hasPrefix("///")
        #expect(isDocumented, "\(file.path):\(line.number) \(line.text)")
      }
    }
    #expect(counts["public", default: 0] > 500)
    #expect(counts["package", default: 0] > 500)
  }

  /// The access level of a declaration that other targets can use; `nil` for any other line.
  private func levelOfSharedDeclaration(_ line: SourceFile.Line) -> Substring? {
    // Other lines are not divided into words, which would take long.
    guard let first = line.text.utf8.first(where: { $0 != UInt8(ascii: " ") }),
      first == UInt8(ascii: "p") || first == UInt8(ascii: "@")
    else { return nil }
    let words = line.words.drop { $0.hasPrefix("@") }
    guard let level = words.first, level == "public" || level == "package", let next = words.dropFirst().first,
      // The members of an extension document its purpose.
      next != "import", next != "extension",
      // `package(set)` follows another level, and `package` can be the name of a variable.
      line.text[level.endIndex..<next.startIndex] == " "
    else { return nil }
    return level
  }

  private func isAttribute(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("@") && !text.contains(" ")
  }

  /// The speaking side is a plug: an engine is known to its own rooms, and by name to one file.
  @Test func anEngineIsNamedInItsOwnRooms() {
    let named = SourceFile.all.filter { file in
      !["Espeak", "EspeakSpelling", "NaturalVoices", "aloud-speak"].contains(file.target)
        && file.lines.contains { line in
          line.utf8.split { !($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
            .contains { $0.prefix(6).map { $0 | 0x20 }.elementsEqual("espeak".utf8) }
        }
    }
    #expect(named.map(\.path) == ["Sources/Basis/Vocabulary/UsualEngine.swift"])
  }
}
