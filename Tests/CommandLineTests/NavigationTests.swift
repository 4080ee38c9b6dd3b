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
    ("2", 1), ("Intro", 0), ("mailing lists", 2), ("MAIL", 2), ("lists", 2), ("The Net", 3), ("3.1", 4),
    ("1984", 5), ("net", 3), ("lists mailing", 2), ("ailin", 2),
  ])
  func aTextIsFoundByItsPlaceOrItsTitle(wanted: String, place: Int) throws {
    var tracks = book(["Intro", "Chapter one", "Mailing lists", "The Net", "Below", "1984"], current: 2)
    tracks[4].contentsNumber = "3.1"
    #expect(try TitleSearch.queue(tracks).find(wanted) == place)
    #expect(try TitleSearch.chapters(tracks).find(wanted) == place)
  }

  @Test func anAmbiguousNameIsNotGuessed() {
    let tracks = book(["Of mice", "Of men", "Other", "Of Mice and men", "7"])
    let queue = TitleSearch.queue(tracks)
    let several = failure { () throws(Failure) in _ = try queue.find("of m") }
    #expect(several?.status == .usage && several?.cure == "aloud queue goto 1")
    #expect(several?.message == "cannot tell which text 'of m' is: 1 'Of mice', 2 'Of men', 4 'Of Mice and men'")
    // A complete title has priority over the beginning of another one.
    #expect(try! queue.find("of mice") == 0)
    let none = failure { () throws(Failure) in _ = try queue.find("whales") }
    #expect(none?.status == .usage && none?.message == "cannot find 'whales' in the queue: no title has that in it")
    #expect(failure { () throws(Failure) in _ = try queue.find("9") }?.message.contains("1 to 5") == true)
    let empty = TitleSearch.queue([])
    #expect(failure { () throws(Failure) in _ = try empty.find("1") }?.message.contains("empty") == true)
    #expect(failure { () throws(Failure) in _ = try empty.find("one") }?.message.contains("empty") == true)
  }

  @Test func textsOfTheQueueAreNamedByNumbersRangesOrOneTitle() throws {
    let tracks = book(["Intro", "Mailing lists", "The Net"], current: 1)
    for (wanted, found) in [("0", 1...1), ("2-", 1...2), ("net", 2...2), ("lists mailing", 1...1)] {
      #expect(try Queue.indices(wanted, in: tracks) == found, "\(wanted)")
    }
    for wrong in ["4", "2-9", "whales", "-"] {
      #expect(failure { () throws(Failure) in _ = try Queue.indices(wrong, in: tracks) } != nil, "\(wrong)")
    }
    #expect(try Queue.indices("1984", in: book(["Intro", "1984"], current: 1)) == 1...1, "a title of figures")
  }

  @Test func theBookThatIsReadComesFirst() throws {
    let tracks = book(["Intro", "End"], document: "/d/1") + book(["Intro", "End"], document: "/d/2", current: 0)
    #expect(try TitleSearch.queue(tracks).find("end") == 3)
  }

  /// `goto`, `chapters`, `status`, the bookmarks and `read --from` count alike, wherever the book is in the queue.
  @Test func aChapterHasOneNumberWhateverIsBeforeItInTheQueue() throws {
    let said = TrackEntry(id: "/a/9", title: "A word before", isCurrent: false)
    var tracks = [said] + book(["Soil", "What a plant wants", "Water"], current: 0)
    (tracks[1].contentsNumber, tracks[2].contentsNumber, tracks[3].contentsNumber) = ("1", "1.1", "2")
    let shown = Chapters.lines(tracks, Chapters.places(tracks), .ascii, width: 80)
    #expect(shown.map { $0.split(separator: " ").first { Int($0) != nil } } == ["1", "2", "3"], "\(shown)")
    for number in 1...3 { #expect(try TitleSearch.chapters(tracks).find("\(number)") == number) }
    #expect(try TitleSearch.chapters(tracks).find("1.1") == 2, "the number in the contents, too")
    #expect(try TitleSearch.chapters(tracks).find("a word") == 0, "a text beside the book has a title only")
    let beyond = failure { () throws(Failure) in _ = try TitleSearch.chapters(tracks).find("4") }
    #expect(beyond?.message == "cannot find '4' in the queue: the book has the numbers 1 to 3")
    #expect(try TitleSearch.queue(tracks).find("4") == 3, "places of the queue")
  }

  @Test func chaptersAreThoseOfTheCurrentDocument() {
    var tracks = book(["One", "Two"], document: "/d/1") + book(["Deep", "Deeper"], document: "/d/2", current: 0)
    tracks[3].contentsNumber = "1.1"
    #expect(Chapters.places(tracks) == [2, 3])
    #expect(
      Chapters.lines(tracks, Chapters.places(tracks), .unicode, width: 80) == [
        "▶ 1   1:00  Deep", "  2  ≈1:00    Deeper",
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
    let marks = [1, 3, 5, 9].map { number in
      BookmarkEntry(
        number: number, document: number < 5 ? "near" : "far", title: "Emma", sentence: "It was \(number).",
        note: number == 9 ? "schön" : "")
    }
    let search = Marks.search(marks, near: "near", task: "remove")
    func numbers(_ wanted: String...) throws(Failure) -> [Int64] {
      try search.find(all: wanted).map { marks[$0].number }
    }
    #expect(try numbers("3-5") == [3, 5] && numbers("4-") == [5, 9] && numbers("9", "1-3", "3") == [1, 3, 9])
    #expect(try numbers("schon") == [9] && numbers("was", "3") == [3])
    for wrong in ["", "-", "x", "0", "5-3", "-3", "3-x", "6-8", "8-12", "it was"] {
      let found = failure { () throws(Failure) in _ = try search.find(all: [wrong]) }
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
