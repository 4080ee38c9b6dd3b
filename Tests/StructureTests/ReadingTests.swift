import Testing

/// The reading knows the world by its ports alone.
@Suite(.timeLimit(.minutes(1)))
struct ReadingTests {
  /// Values of the domain, time, and other speeds and sample rates, which are functions of samples.
  private static let allowed: Set<String> = [
    "Documents", "EventLoop", "Playback", "Realtime", "Recordings", "Resampling", "Speech", "Stretch", "Study",
    "Vocabulary",
  ]

  @Test func theReadingImportsNothingOfTheWorld() {
    let files = SourceFile.all.filter { $0.target == "Reading" }
    #expect(files.count > 30)
    for file in files {
      let foreign = Set(file.imports).subtracting(Self.allowed)
      #expect(foreign == [], "\(file.path): the reading meets the world through a port")
    }
  }

  /// A driver that is in another target cannot be part of a decision.
  @Test func thePortsAreDeclaredInOneFileAndConformElsewhere() {
    let files = SourceFile.all.filter { $0.path == "Sources/Player/Reading/Ports.swift" }
    #expect(files.count == 1)
    let ports = files.flatMap(\.code).filter { $0.words.contains("protocol") }.compactMap { line in
      line.words.drop { $0 != "protocol" }.dropFirst().first.map { String($0) }
    }
    #expect(
      Set(ports).isSuperset(of: ["SoundOutput", "Synthesizer", "TextReader", "KnownLengths", "DocumentSettings"]))
    for port in ports {
      let conforming = SourceFile.all.filter { file in
        file.target != "Reading"
          && file.code.contains { line in
            let isType = line.words.contains { ["class", "struct", "extension"].contains($0) }
            return isType && line.words.contains { $0 == port }
          }
      }
      #expect(!conforming.isEmpty, "\(port): no driver")
    }
  }
}
