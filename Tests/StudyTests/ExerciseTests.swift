import DesktopSupport
import Speech
import Study
import Testing
import Vocabulary

/// The timeline of an exercise, and its map to the recording.
@Suite(.timeLimit(.minutes(1)))
struct ExerciseTests {
  private let rate = SampleRate(hertz: 10_000)

  /// Phrases of so many hundredths of voice, each with a lead of 0.1 s and a tail of 0.3 s, and 5 s of silence between.
  private func phrases(_ lengths: [Int]) -> [Phrase] {
    var time: Int64 = 0
    return lengths.map { length in
      let start = time + 100_000
      time = start + Int64(length) * 10_000 + 5_300_000
      return Phrase(
        start: Microseconds(start - 100_000), voiceStart: Microseconds(start),
        voiceEnd: Microseconds(start + Int64(length) * 10_000),
        end: Microseconds(start + Int64(length) * 10_000 + 300_000))
    }
  }

  private func settings(_ gap: ExerciseSettings.Gap, _ speeds: [Double]) -> ExerciseSettings {
    var settings = ExerciseSettings()
    settings.gap = gap
    settings.speeds = speeds
    return settings
  }

  @Test func aGapIsAsLongAsTheVoiceWhateverTheRecordedPauseIs_S2_19() {
    let exercise = Exercise(phrases([100, 250]), ExerciseSettings(), at: rate)
    #expect((0..<2).map { exercise.turn($0).length } == [14_000, 29_000])
    #expect((0..<2).map { exercise.turn($0).gap } == [10_000, 25_000])
    #expect(exercise.length == 78_000)
    // The last gap is like the others.
    #expect(exercise.place(at: 77_999) == .gap(turn: 1, offset: 24_999) && exercise.place(at: 78_000) == .end)
  }

  @Test func eachPhraseIsHeardAtEachSpeedBeforeTheNextOne() {
    let exercise = Exercise(phrases([100, 50]), settings(.time(2_000_000), [0.7, 0.7, 1, 1.5]), at: rate)
    let turns = (0..<exercise.turnCount).map { exercise.turn($0) }
    #expect(turns.map(\.phrase) == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(turns.map(\.repetition) == [0, 1, 2, 3, 0, 1, 2, 3])
    #expect(turns.map(\.length) == [20_000, 20_000, 14_000, 9334, 12_858, 12_858, 9000, 6000])
    #expect(turns.allSatisfy { $0.gap == 20_000 })
    // A factor is one of the length that was heard.
    let half = Exercise(phrases([100]), settings(.factor(0.5), [0.5, 1]), at: rate)
    #expect((0..<2).map { half.turn($0).gap } == [10_000, 5000])
  }

  @Test func thePlaceOfTheRecordingIsThatOfTheSound() {
    let exercise = Exercise(phrases([100, 100]), settings(.time(1_000_000), [0.5, 1]), at: rate)
    let second = exercise.phrases[1].start.count / 100
    #expect(exercise.recordedFrame(at: .sound(turn: 0, offset: 2000)) == 1000)
    #expect(exercise.recordedFrame(at: .sound(turn: 1, offset: 2000)) == 2000)
    #expect(exercise.recordedFrame(at: .gap(turn: 1, offset: 7)) == 14_000)
    #expect(exercise.recordedFrame(at: .sound(turn: 2, offset: 2)) == second + 1)
    #expect(exercise.place(ofRecorded: 1000) == .sound(turn: 0, offset: 2000))
    // The pause between two phrases belongs to neither: what follows it is next.
    #expect(exercise.place(ofRecorded: 20_000) == .sound(turn: 2, offset: 0))
    #expect(exercise.place(ofRecorded: second + 50_000) == .end)
  }

  @Test func anotherOrderHasEachPhraseInItsPlace() {
    let exercise = Exercise(phrases([10, 20, 30]), settings(.time(0), [1]), at: rate, order: [2, 0, 1])
    #expect((0..<3).map { exercise.turn($0).phrase } == [2, 0, 1])
    #expect(exercise.place(ofRecorded: exercise.turn(0).source.lowerBound) == .sound(turn: 0, offset: 0))
    #expect(exercise.recordedFrame(at: .sound(turn: 1, offset: 0)) == 0)
  }

  @Test func numbersFromOutsideAreBounded() {
    let wild = settings(.time(.max), [])
    #expect(wild.speeds == [1] && wild.gap == .time(600_000_000))
    #expect(settings(.factor(.nan), [.nan, 1e9, -3, .infinity]).speeds == [0.25, 4, 0.25, 4])
    #expect(settings(.factor(.nan), [1]).gap == .factor(0) && settings(.factor(1e9), [1]).gap == .factor(10))
    #expect(settings(.time(-5), [Double](repeating: 1, count: 1000)).speeds.count == 50)
    #expect(settings(.time(-5), [1]).gap == .time(0))
    let empty = Exercise([], wild, at: rate)
    #expect(empty.turnCount == 0 && empty.length == 0 && empty.place(at: 0) == .end)
    #expect(empty.place(ofRecorded: 5) == .end && empty.recordedFrame(at: .end) == 0)
  }

  /// Places and frames are the same thing, over the whole lap, at any speeds: nothing drifts.
  @Test(arguments: 0..<60) func placesAndFramesAgree(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...1000, using: &random)
    let speeds = (0..<Int.random(in: 1...5, using: &random)).map { _ in Double.random(in: 0.25...4, using: &random) }
    let gap: ExerciseSettings.Gap =
      Bool.random(using: &random)
      ? .time(Microseconds(.random(in: 0...3_000_000, using: &random))) : .factor(.random(in: 0...3, using: &random))
    let rate = SampleRate(hertz: [8000, 22_050, 24_000, 44_100, 48_000].randomElement(using: &random)!)
    let exercise = Exercise(
      phrases((0..<count).map { _ in Int.random(in: 1...900, using: &random) }), settings(gap, speeds), at: rate,
      order: Bool.random(using: &random) ? nil : Array(0..<count).shuffled(using: &random))
    let sum = (0..<exercise.turnCount).reduce(Frame(0)) { $0 + exercise.turn($1).length + exercise.turn($1).gap }
    #expect(exercise.length == sum && exercise.start(of: exercise.turnCount) == sum)
    for _ in 0..<50 {
      let frame = Frame.random(in: 0..<exercise.length, using: &random)
      let place = exercise.place(at: frame)
      #expect(exercise.frame(of: place) == frame)
      guard case .sound(let index, let offset) = place else { continue }
      let turn = exercise.turn(index)
      #expect(offset < turn.length)
      let recorded = exercise.recordedFrame(at: place)
      #expect(turn.source.contains(recorded) || recorded == turn.source.upperBound)
      // The same frame of the recording, in the first turn of its phrase.
      if turn.repetition == 0, case .sound(index, let again) = exercise.place(ofRecorded: recorded) {
        #expect(abs(Double(again - offset)) <= 2 + 1 / turn.speed)
      }
    }
  }

  /// Whatever pieces the sound comes in, each of its frames is fed once and in order, at any speed.
  @Test(arguments: 0..<200) func noFrameOfAPhraseIsLeftOutOrHeardTwice(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let speeds = (0..<3).map { _ in Double.random(in: 0.25...4, using: &random) } + [0.25, 0.7, 1, 1.5, 4]
    let source = Frame.random(in: 1...60_000, using: &random)
    let turns = PhraseTurns(source: source, voiced: source / 2, settings(.factor(0.3), speeds), at: rate)
    for (index, turn) in turns.turns.enumerated() {
      var (frame, next) = (turn.start, Frame(0))
      var available = Frame(0)
      while case .sound(index, let place) = turns.place(at: frame) {
        // The frame goes on exactly where the sound before it has ended.
        guard place == next else {
          Issue.record("\(place) follows \(next) at \(turn.speed)")
          return
        }
        // A few frames may not fill one of the exercise: more of them come.
        available = min(source - next, available + .random(in: 1...5000, using: &random))
        let part = turns.fill(from: frame, in: index, with: available)
        #expect(part.source <= available && part.frames >= 0)
        (frame, next, available) = (frame + part.frames, next + part.source, available - part.source)
      }
      #expect(next == source && frame == turn.start + turn.length, "\(next) of \(source) at \(turn.speed)")
    }
  }
}
