import AloudAPI
import BusValues
import CommandOutput
import Testing
import Vocabulary

@testable import aloud

/// The lists in which a listener looks for a place, and the words that find one.
@Suite(.timeLimit(.minutes(3)))
struct NavigationTests {
  private func book(_ titles: [String], document: ObjectPath = "/d/1", current: Int? = nil) -> [TrackEntry] {
    titles.enumerated().map { index, title in
      TrackEntry(
        id: ObjectPath("/a/\(index + 1)") ?? "/", title: title, artists: ["An Author"], album: "The Book",
        document: document, trackNumber: index + 1, lengthMicroseconds: 60_000_000, isLengthExact: index % 2 == 0,
        isCurrent: index == current)
    }
  }

  private func failure(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("2", 1), ("0", 2), ("Intro", 0), ("mailing lists", 2), ("MAIL", 2), ("lists", 2), ("The Net", 3), ("3.1", 4),
    ("1984", 5), ("net", 3),
  ])
  func aTextIsFoundByItsPlaceOrItsTitle(wanted: String, place: Int) throws {
    var tracks = book(["Intro", "Chapter one", "Mailing lists", "The Net", "Below", "1984"], current: 2)
    tracks[4].contentsNumber = "3.1"
    #expect(try TitleSearch.place(of: wanted, in: tracks) == place)
  }

  @Test func anAmbiguousNameIsNotGuessed() {
    let tracks = book(["Of mice", "Of men", "Other", "Of Mice and men", "7"])
    let several = failure { () throws(Failure) in _ = try TitleSearch.place(of: "of m", in: tracks) }
    #expect(several?.status == .usage && several?.cure == "aloud goto 1")
    #expect(several?.message == "cannot tell which text 'of m' is: 1 'Of mice', 2 'Of men', 4 'Of Mice and men'")
    // A complete title has priority over the beginning of another one.
    #expect(try! TitleSearch.place(of: "of mice", in: tracks) == 0)
    let none = failure { () throws(Failure) in _ = try TitleSearch.place(of: "whales", in: tracks) }
    #expect(none?.status == .usage && none?.message.contains("no title in the queue has that in it") == true)
    #expect(
      failure { () throws(Failure) in _ = try TitleSearch.place(of: "9", in: tracks) }?.message.contains("1 to 5")
        == true)
    #expect(
      failure { () throws(Failure) in _ = try TitleSearch.place(of: "1", in: []) }?.message.contains("empty") == true)
  }

  @Test func theBookThatIsReadComesFirst() throws {
    let tracks = book(["Intro", "End"], document: "/d/1") + book(["Intro", "End"], document: "/d/2", current: 0)
    #expect(try TitleSearch.place(of: "end", in: tracks) == 3)
  }

  @Test func chaptersAreThoseOfTheCurrentDocument() {
    var tracks = book(["One", "Two"], document: "/d/1") + book(["Deep", "Deeper"], document: "/d/2", current: 0)
    tracks[3].contentsNumber = "1.1"
    #expect(Chapters.places(tracks) == [2, 3])
    #expect(
      Chapters.lines(tracks, Chapters.places(tracks), .unicode, width: 80) == [
        "▶ 3   1:00  Deep", "  4  ≈1:00    1.1 Deeper",
      ])
    #expect(Chapters.places([TrackEntry(id: "/a/1", title: "A text", isCurrent: true)]) == [])
    #expect(Chapters.places(book(["One"])) == [], "nothing is current")
  }

  @Test func aTerminalIsShownWhatIsAroundTheCurrentText() {
    let tracks = book((1...225).map { "Chapter \($0)" }, current: 73)
    let window = QueueWindow(tracks, rows: 24)
    #expect(window.places == 67..<87 && window.places.contains(73))
    #expect(window.heading == "68 to 87 of 225, the current one is 74; aloud queue --all shows all")
    #expect(Queue.List.lines(tracks, window.places, .unicode, width: 80).count == 21, "with the name of the book")
    #expect(QueueWindow(tracks, rows: .max) == QueueWindow(tracks, rows: 500))
    #expect(QueueWindow(tracks, rows: .max).places == 0..<225 && QueueWindow(tracks, rows: .max).heading == nil)
    for current in [0, 1, 219, 224] {
      let edge = QueueWindow(book((1...225).map { "\($0)" }, current: current), rows: 1)
      #expect(edge.places.count == 5 && edge.places.contains(current) && edge.places.upperBound <= 225)
    }
    #expect(QueueWindow([], rows: 24).places.isEmpty)
  }

  @Test func aRangeOfBookmarksIsThoseThatThereAre() throws {
    #expect(try Marks.Remove.range("3-5", among: [1, 3, 5, 9]) == [3, 5])
    #expect(try Marks.Remove.range("4-", among: [1, 3, 5, 9]) == [5, 9])
    for wrong in ["", "-", "x", "0", "5-3", "-3", "3-x", "6-8"] {
      let found = failure { () throws(Failure) in _ = try Marks.Remove.range(wrong, among: [1, 3, 5, 9]) }
      #expect(found?.status == .usage && found?.cure != nil, "\(wrong)")
    }
  }

  @Test(arguments: [
    ("a b.rtf", "it is an RTF document", "convert it: pandoc 'a b.rtf' -o 'a b.epub' && aloud read 'a b.epub'"),
    ("/x/y.tex", "no", "convert it: pandoc /x/y.tex -o y.epub && aloud read y.epub"),
    ("b.fb2", "it is a FictionBook", "ebook-convert b.fb2 b.epub && aloud read b.epub"),
    ("-x", "no", "convert it: pandoc ./-x -o ./-x.epub && aloud read ./-x.epub"),
  ])
  func aCureCanBeTypedAsItIs(file: String, reason: String, cure: String) {
    let error = BusError(name: APIErrorCode.unsupported.busName, message: reason)
    let failure = Failure(error, task: "read it").naming(file: file, isForCalibre: file.hasSuffix(".fb2"))
    #expect(failure.cure == cure && failure.status == .unsupported)
    #expect(Failure(error, task: "read it").naming(file: nil) == Failure(error, task: "read it"))
  }

  @Test func aListenerIsToldOfReadingAndNotOfItsStates() {
    for state in ["speaking", "gap", "delay", "preparing"] {
      let status = Status(properties: [
        "State": .string(state), "QueueLength": .uint32(1), "PlaybackStatus": .string("Playing"),
      ])
      #expect(status.word == "reading" && status.json.text.contains(#""state":"\#(state)""#))
    }
  }

  @Test func sleepTakesTimesOfOneMeaning() {
    #expect(SleepArgument(["1:30:00"]) == .timer(.time, amount: 5_400_000_000, adding: false))
    #expect(SleepArgument(["+10m30s"]) == .timer(.time, amount: 630_000_000, adding: true))
    #expect(SleepArgument(["1,5h"]) == .timer(.time, amount: 5_400_000_000, adding: false))
    for wrong in ["1:75", "1:", ":30", "25:00:00", "1:30", "+10:00"] {
      #expect(SleepArgument([wrong]) == nil, "\(wrong)")
    }
  }
}
