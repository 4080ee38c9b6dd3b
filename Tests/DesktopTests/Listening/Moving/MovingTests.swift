import AloudAPI
import BusValues
import DesktopSupport
import DocumentSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Stepping by meaning, with the keys of a desktop and by verbs.
  struct MovingTests {
    private static let text = """
      Apples are eaten by otters in the evening. Oranges are eaten by owls in the early morning.

      An eagle asks an otter for an apple. An uncle offers eleven oranges to an owl.
      """

    /// A press of a media key, as desktops send it.
    @Core
    private static func press(_ key: String, in scene: Scene) async throws {
      let result = try await scene.desktop.run("playerctl", "-p", "aloud", key)
      #expect(result.succeeded && result.errors.isEmpty, "\(result)")
    }

    /// The starts of the units of a paused text, from the service.
    @Core
    private static func beginnings(_ remote: Remote) async throws -> (sentence: Int64, paragraph: Int64) {
      try await remote(.next(.sentence))
      let sentence = try await remote.position()
      try await remote(.setPosition(microseconds: 0, track: nil))
      try await remote(.next(.paragraph))
      let paragraph = try await remote.position()
      try await remote(.setPosition(microseconds: 0, track: nil))
      #expect(sentence > 1_500_000 && paragraph > sentence + 1_500_000)
      return (sentence, paragraph)
    }

    @Test(arguments: SpeakingVoices.quickReaders)
    func twoPressesAreOneParagraphAndThreeAreAChapter_S2_04(voices: SpeakingVoices) async throws {
      try await Scene.with(
        configuration: "[player]\nnext-means = \"sentence\"\ndouble-press = \"2s\"\n", voices: voices
      ) { scene in
        let remote = scene.remote
        let first = try await remote.speak(Self.text, SpeakOptions(paused: true))
        let second = try await remote.speak(Self.text, SpeakOptions(paused: true))
        // A step to a place that is an estimate leads elsewhere than the same step later.
        try await eventually("both texts are measured") {
          try await remote.tracks(2).allSatisfy { $0.isLengthExact }
        }
        let begin = try await Self.beginnings(remote)
        // One text more than the keys can reach, so that they stay enabled.
        #expect(try await remote.player(get: "CanGoPrevious").asBool == true)

        try await Self.press("next", in: scene)
        #expect(try await remote.position() == begin.sentence)
        try await Self.press("next", in: scene)
        #expect(try await remote.position() == begin.paragraph)
        #expect(try await remote.get(.track).asObjectPath == first)
        try await Self.press("next", in: scene)
        #expect(try await remote.get(.track).asObjectPath == second)
        #expect(try await remote.position() == 0)
        #expect(try await remote.text(.playbackStatus) == "Paused")
        // In the other direction the first press acts, and the second one counts from its start.
        try await remote(.setPosition(microseconds: Microseconds(begin.paragraph), track: nil))
        try await Self.press("previous", in: scene)
        #expect(try await remote.position() == begin.sentence)
        try await Self.press("previous", in: scene)
        #expect(try await remote.position() == 0)
        #expect(try await remote.get(.track).asObjectPath == second)
      }
    }

    @Test(arguments: SpeakingVoices.quickReaders)
    func withoutADoubleClickTimeTwoPressesAreTwo_S2_04(voices: SpeakingVoices) async throws {
      try await Scene.with(configuration: "[player]\nnext-means = \"sentence\"\ndouble-press = 0\n", voices: voices) {
        scene in
        let remote = scene.remote
        try await remote.speak("One owl. Two owls. Three owls.", SpeakOptions(paused: true))
        _ = try await remote.exactLength()
        var places: [Int64] = []
        for _ in 0..<2 {
          try await Self.press("next", in: scene)
          places.append(try await remote.position())
        }
        try await remote(.setPosition(microseconds: 0, track: nil))
        for place in places {
          try await remote(.next(.sentence))
          #expect(try await remote.position() == place)
        }
      }
    }

    /// Two chapters with sections and printed pages; a page begins in the middle of a sentence.
    private static func book() -> [UInt8] {
      func page(_ number: Int) -> String { "<span epub:type='pagebreak' id='p\(number)' title='\(number)'/>" }
      let one = """
        <h1>Chapter one</h1><p>\(page(1))An owl eats. An otter \(page(2)) eats an apple.</p>
        <h2>A section</h2><p>An eagle asks an uncle. An uncle answers.</p>
        """
      let two = "<h1>Chapter two</h1><p>An apple falls. \(page(3))An orange rolls.</p><h2>Another</h2><p>The end.</p>"
      return Library.book([Book.Part("c1.xhtml", body: one), Book.Part("c2.xhtml", body: two)]).bytes
    }

    @Test(arguments: SpeakingVoices.quickReaders)
    func headingsAndPagesAreFoundAcrossTheChaptersOfABook_S2_02_S3_19(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let remote = scene.remote
        let path = try scene.file("book.epub", Self.book())
        _ = try await remote.open(path, SpeakOptions(paused: true))
        let tracks = try await remote.tracks(2).map(\.id)
        try await eventually("both chapters are measured") {
          try await remote.tracks(2).allSatisfy { $0.isLengthExact }
        }
        // The starts of the sentences, by the service's own steps.
        var starts: [[Int64]] = []
        for (track, count) in zip(tracks, [6, 5]) {
          try await remote(.goTo(track))
          var places = [try await remote.position()]
          for _ in 1..<count {
            try await remote(.next(.sentence))
            places.append(try await remote.position())
          }
          #expect(try await remote.get(.track).asObjectPath == track)
          starts.append(places)
        }
        try await remote(.goTo(tracks[0]))
        /// The chapters and sentences that steps lead to, until there are no more.
        func walk(_ call: AloudCall) async throws -> [[Int]] {
          var places: [[Int]] = []
          while await remote.failure(of: call).isEmpty, places.count < 9 {
            let track = try await remote.get(.track).asObjectPath
            let position = try await remote.position()
            let chapter = tracks.firstIndex { $0 == track } ?? 0
            places.append([chapter, starts[chapter].firstIndex(of: position) ?? -1])
          }
          #expect(await remote.failure(of: call) == "OutOfRange")
          return places
        }
        #expect(try await walk(.next(.heading)) == [[0, 3], [1, 0], [1, 3]])
        #expect(try await walk(.previous(.heading)) == [[1, 0], [0, 3], [0, 0]])
        #expect(try await walk(.next(.page)) == [[0, 1], [0, 2], [1, 2]])
        #expect(try await walk(.previous(.page)) == [[0, 2], [0, 1]])
        // A step back over the start of a chapter leads to the last sentence before it.
        try await remote(.goTo(tracks[1]))
        try await remote(.previous(.sentence))
        #expect(try await remote.get(.track).asObjectPath == tracks[0])
        #expect(try await remote.position() == starts[0][5])
        // A missing unit is reported in two lines.
        let last = try await scene.desktop.run(Project.program("aloud"), "prev", "page")
        #expect(last.succeeded, "\(last)")
        let refused = try await scene.desktop.run(Project.program("aloud"), "prev", "bookends")
        #expect(refused.status == .exited(2) && refused.errors.contains("cannot move by 'bookends'"), "\(refused)")
        #expect(refused.errors.contains("try: aloud prev "), "\(refused)")
      }
    }
  }
}
