import EventLoop
import Playback
import Vocabulary

@testable import Reading
@testable import ReadingSupport

// What a walk begins with, because it seldom gets there by chance.
extension SessionWalk {
  enum Opening: CaseIterable {
    /// Other texts interrupt one that the listener has paused, and change before they are over.
    case interruptedPause
    /// A part within a sentence of long words is repeated, and the reading is to end after that sentence.
    case repeatedPart
    /// The reading is to end after the only sentence of a text that another one follows.
    case onlySentence
    /// The engine makes long words more slowly than they are heard, and the reading is to end after one of them.
    case slowVoice
    /// The listener goes to a word, and a call comes before its sound is made.
    case callBeforeSound
  }

  /// Takes the first steps of a walk.
  func begin(with opening: Opening) throws(Violation) {
    switch opening {
    case .interruptedPause: try interruptPause()
    case .repeatedPart:
      readLongWords()
      try pass(200 + random.below(400))
      perform("repeat this word") { repeatWord() }
      try pass(random.below(300))
      if random.below(2) == 0 { pause(atEndOf: .sentence) } else { sleep(.sentence) }
      try pass(1200)
    case .onlySentence:
      perform("read") { hand.read("Aaaaa bbbbb ccccc.") }
      perform("read") { hand.read("Ddddd eeeee. Fffff.") }
      try pass(150 + random.below(150))
      if random.below(2) == 0 {
        pause(atEndOf: .sentence)
      } else {
        sleep(random.below(2) == 0 ? .sentence : .paragraph)
      }
      try pass(400)
    case .slowVoice:
      hand.voice.pace = .milliseconds(300 + random.below(300))
      readLongWords(before: " Eeee.")
      try pass(100 + random.below(1200))
      switch random.below(3) {
      case 0: pause(atEndOf: .word)
      case 1: pause(atEndOf: .sentence)
      default: sleep(.sentence)
      }
      try pass(1800)
    case .callBeforeSound:
      hand.voice.pace = .milliseconds(100 + random.below(200))
      readLongWords()
      try pass(50 + random.below(100))
      let place = Int64(300 + random.below(500))
      perform("seek to \(place)", isEnd: true) { hand.seek(to: place) }
      try pass(random.below(30))
      perform("a call") { hand.call() }
      try pass(600 + random.below(900))
      perform("the call's end") { hand.endCall() }
      try pass(300)
    }
  }

  private func interruptPause() throws(Violation) {
    perform("read") { hand.read("\(sentence()) \(sentence())") }
    if random.below(2) == 0 { perform("read") { hand.read(sentence()) } }
    try pass(20 + random.below(200))
    perform("pause") { pause() }
    try pass(random.below(200))
    let text = "\(sentence()) \(sentence())"
    perform("read now \(text)") { _ = hand.add(hand.track(text, isSaid: random.below(4) > 0), .now) }
    var said: [TrackID] = []
    for _ in 0...random.below(2) {
      try pass(random.below(60))
      said.append(say("\(sentence()) \(sentence())"))
    }
    try pass(random.below(100))
    let id = said[random.below(said.count)]
    switch random.below(7) {
    case 0: perform("next") { hand.send(.next(finishing: false)) }
    case 1: remove()
    case 2, 3: perform("remove \(id.number)", isEnd: true) { hand.send(.remove([id])) }
    case 4, 5: move(id)
    default: break
    }
    try pass(random.below(800))
  }

  /// A sentence of four words of up to a third of a second each.
  private func readLongWords(before rest: String = "") {
    let words = ["a", "b", "c", "d"].map { String(repeating: $0, count: 12 + random.below(20)) }
    let text = words.joined(separator: " ") + "." + rest
    perform("read \(text)") { hand.read(text) }
  }
}
