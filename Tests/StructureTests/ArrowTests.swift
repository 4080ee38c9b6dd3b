import DesktopSupport
import Foundation
import Testing

/// Imports go from higher to lower ranks, and only as the manifest and ``Rooms`` permit.
@Suite(.timeLimit(.minutes(3)))
struct ArrowTests {
  private let files = SourceFile.all

  @Test func everyTargetHasARoomAndEveryRoomATarget() throws {
    let declared = try DeclaredTarget.all().filter { $0.folder.hasPrefix("Sources/") }
    let swift = Set(declared.filter { $0.kind != "systemLibrary" && !Rooms.isC($0.name) }.map(\.name))
    #expect(swift.subtracting(Rooms.all.keys) == [], "give it a rank")
    #expect(Set(Rooms.all.keys).subtracting(swift).subtracting(["aloud-bench"]) == [])
    let folders = Set(files.map(\.target))
    #expect(folders.subtracting(swift) == [])
  }

  /// A folder shows the rank of its targets where it has one, and its subject otherwise.
  @Test func foldersShowTheRanks() throws {
    var ranks: [Substring: Set<Int>] = [:]
    for target in try DeclaredTarget.all() where target.folder.hasPrefix("Sources/") {
      let parts = target.folder.split(separator: "/")
      try #require(parts.count == 3, "\(target.folder) is in no folder of the manifest's table")
      #expect(String(parts[2]) == target.name)
      ranks[parts[1], default: []].insert(Rooms.isC(target.name) ? 0 : Rooms.all[target.name]?.rank ?? -1)
    }
    #expect(ranks["C"] == [0] && ranks["Basis"] == [1] && ranks["Programs"] == [6])
    for (folder, ranks) in ranks where !["C", "Basis", "Programs"].contains(folder) {
      #expect(ranks.isSubset(of: [2, 3, 4, 5]), "\(folder) has targets of the ranks \(ranks.sorted())")
    }
  }

  @Test func importsPointDown() {
    #expect(!files.isEmpty)
    for file in files {
      guard let room = Rooms.all[file.target] else { continue }
      for module in file.imports {
        guard let other = Rooms.all[module] else { continue }
        let isAllowed = other.rank < room.rank || Rooms.sideways[file.target]?.contains(module) == true
        #expect(isAllowed, "\(file.path) imports \(module), which does not stand below it")
      }
    }
  }

  @Test func theManifestDeclaresWhatIsImportedAndNothingElse() throws {
    let declared = try DeclaredTarget.all().filter { $0.folder.hasPrefix("Sources/") }
    let own = Set(declared.map(\.name))
    #expect(own.count > 20)
    for target in declared where target.kind != "systemLibrary" {
      let imported = Set(files.filter { $0.target == target.name }.flatMap(\.imports))
      #expect(imported.intersection(own) == target.dependencies, "\(target.name)")
      #expect(target.products.subtracting(imported) == [], "\(target.name) declares packages that it does not import")
    }
  }

  /// The targets that are linked into a program.
  private func targets(of program: String, _ declared: [DeclaredTarget]) -> Set<String> {
    var reached: Set<String> = []
    var next: Set<String> = [program]
    while !next.isEmpty {
      reached.formUnion(next)
      next = Set(declared.filter { next.contains($0.name) }.flatMap(\.dependencies)).subtracting(reached)
    }
    return reached
  }

  @Test func aTextThatIsSpokenWaitsForNoLibraryOfBooks() throws {
    let reached = targets(of: "aloud-read", try DeclaredTarget.all())
    #expect(reached.intersection(["CICU", "CUchardet"]).count == 2)
    #expect(reached.isDisjoint(with: ["CArchive", "CXML2", "CMarkdown", "CPoppler", "DocumentReading", "PDFReading"]))
  }

  @Test func theServiceParsesNothingThatItDidNotWrite() throws {
    let declared = try DeclaredTarget.all()
    let reached = targets(of: "aloudd", declared)
    #expect(reached.isSuperset(of: ["AloudService", "Configuration", "CDBus"]))
    #expect(
      reached.isDisjoint(with: ["ConfigurationReading", "DocumentReading", "Linguistics", "Espeak", "TextDecoding"]))
    #expect(Set(declared.filter { reached.contains($0.name) }.flatMap(\.products)) == ["Logging"])
  }

  /// The command is linked with the parser for its other name, `aloud-settings`, and uses it only under that name.
  @Test func onlyTheWorkerParsesTheConfiguration() throws {
    let users = files.filter { $0.imports.contains("ConfigurationReading") }.map(\.path)
    #expect(users.sorted() == ["Sources/Programs/aloud-settings/Main.swift", "Sources/Programs/aloud/Main.swift"])
    let declared = try DeclaredTarget.all()
    #expect(declared.filter { $0.products.contains("TOMLKit") }.map(\.name) == ["ConfigurationReading"])
  }

  @Test func theTestsDeclareWhatTheyImport() throws {
    let declared = try DeclaredTarget.all()
    let own = Dictionary(uniqueKeysWithValues: declared.map { ($0.module, $0.name) })
    let tests = declared.filter { $0.folder.hasPrefix("Tests/") }
    #expect(tests.count > 15)
    for target in tests {
      let files = SourceFile.tests.filter { "Tests/\($0.target)" == target.folder }
      let imported = Set(files.flatMap(\.imports).compactMap { own[$0] })
      #expect(imported.subtracting(target.dependencies) == [], "\(target.name)")
    }
    let folders = Set(tests.map(\.folder))
    #expect(Set(SourceFile.tests.map { "Tests/\($0.target)" }).subtracting(folders) == [], "folders without a target")
  }

  @Test func eachCModuleHasOneOwner() throws {
    let modules = try DeclaredTarget.all().filter { $0.kind == "systemLibrary" }.map(\.name)
    #expect(modules.count > 5)
    for module in modules {
      let users = Set(files.filter { $0.imports.contains(module) }.map(\.target))
      #expect(users.count == 1, "\(module) is imported by \(users.sorted())")
    }
  }

  @Test func noCModuleShowsInAnInterface() throws {
    let modules = Set(try DeclaredTarget.all().filter { $0.kind == "systemLibrary" }.map(\.name))
    for file in files {
      for line in file.code where line.text.hasPrefix("public import ") {
        let isC = line.words.last.map { modules.contains(String($0)) } == true
        #expect(!isC, "\(file.path): \(line.text)")
      }
    }
  }
}
