import Playback
import Testing

@Suite("Going back when a document is opened again", .timeLimit(.minutes(1)))
struct ResumeRewindTests {
  @Test(
    arguments: [
      (.seconds(-100_000), 0), (.zero, 0), (.seconds(10), 0), (.seconds(299), 0), (.seconds(300), 1),
      (.seconds(3599), 1), (.seconds(3600), 2), (.seconds(86_399), 2), (.seconds(86_400), 3), (.seconds(604_799), 3),
      (.seconds(604_800), 5), (.seconds(40_000_000), 5),
    ] as [(Duration, Int)])
  func theLongerItIsAgoTheFartherBack_S2_28(absence: Duration, sentences: Int) {
    #expect(ResumeRewind.sentences(after: absence) == sentences)
  }
}
