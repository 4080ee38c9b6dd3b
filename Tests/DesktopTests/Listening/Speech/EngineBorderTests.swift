import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Moves across the border between two engines in a sentence.
  struct EngineBorderTests {
    @Test(arguments: [SpeakingVoices.humming, .both])
    func aSeekToAWordIsHeardFromThatWordOn_S2_09(voices: SpeakingVoices) async throws {
      try await EngineScene.with(voices) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let length = try await scene.begin()
        try await scene.expectEveryWordInItsPlace()
        let words = recorder.all("Word")
        try await remote(.pause(.immediate))
        // Before and behind each border, back and forth.
        for number in [7, 1, 10, 4, 6, 3, 0, 9] {
          let asked = try await recorder.barrier(remote)
          try await remote(.setPosition(microseconds: Microseconds(words[number].media), track: nil))
          #expect(try await remote.player(get: "Position").asInt64 == words[number].media)
          try await remote(.play)
          let next = try await scene.wait(forWord: number + 1, since: asked)
          #expect(Array(scene.told(since: asked).prefix(2)) == [number, number + 1])
          try await remote(.pause(.immediate))
          if voices.hums(number), number % 6 != 0 {
            let heard = HummedTones(try await recorder.recording(until: next.moment), from: asked)
            #expect(heard.moments(of: scene.words[number]).count == 1, "\(scene.words[number]): \(heard.tones)")
          }
        }
        #expect(try await remote.exactLength() == length)
      }
    }

    @Test func aPartAcrossTheBorderIsRepeated_S3_25() async throws {
      try await EngineScene.with(.both) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let length = try await scene.begin()
        try await scene.wait(forWord: 2)
        try await remote(.repeat(.a))
        try await scene.wait(forWord: 4)
        try await remote(.repeat(.b))
        #expect(try await remote.text(.repeated) == "ab")
        // One engine speaks the second and third word, the other one the fourth.
        try await eventually("three rounds") { scene.told().count { $0 == 3 } >= 4 }
        let told = scene.told()
        let begin = try #require(told.drop { $0 < 4 }.first { $0 < 4 })
        let rounds = told.drop { $0 < 4 }.split(separator: begin).dropFirst().dropLast()
        #expect(rounds.count >= 2 && Set(rounds.map(Array.init)) == [Array(begin + 1...4)], "\(told)")
        let moment = try #require(recorder.all("Word").last).moment
        let heard = HummedTones(try await recorder.recording(until: moment))
        #expect(heard.moments(of: scene.words[3]).count >= 3, "\(told), \(heard.tones)")
        try await remote(.repeat(.off))
        #expect(try await remote.length() == length)
      }
    }
  }
}
