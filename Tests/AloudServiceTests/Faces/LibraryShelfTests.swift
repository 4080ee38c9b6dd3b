import BusValues
import Documents
import MPRIS
import Playback
import Store
import Study
import Testing
import Vocabulary

@testable import AloudService

@Suite("The library in players", .timeLimit(.minutes(1)))
struct LibraryShelfTests {
  private func document(
    _ number: UInt64, _ title: String, path: String = "", heard: Int64? = nil, finished: Int64? = nil
  ) -> KeptDocument {
    KeptDocument(
      id: ContentID(high: 0, low: number), path: path.isEmpty ? "/books/\(number).txt" : path, kind: .article,
      title: title, added: WallTime(milliseconds: Int64(number)), opened: WallTime(milliseconds: Int64(number)),
      heard: heard.map(WallTime.init(milliseconds:)), finished: finished.map(WallTime.init(milliseconds:)))
  }

  private func mark(
    _ number: Int64, in document: UInt64, _ note: String, _ sentence: String = "It was."
  ) -> KeptBookmark {
    KeptBookmark(
      number: number, document: ContentID(high: 0, low: document),
      place: DocumentPlace(chapter: 0, scalar: 0, microseconds: 0), sentence: sentence, note: note,
      created: WallTime(milliseconds: 100 + number))
  }

  @Test func theMostWantedDocumentComesFirst_S2_32() {
    let all = [
      document(1, "heard to its end", heard: 90, finished: 90), document(2, "never heard"),
      document(3, "heard last", heard: 80), document(4, "being read", heard: 10),
      document(5, "heard before", heard: 70),
    ]
    let titles = KeptDocument.ordered(all, current: all[3].id).map(\.title)
    #expect(titles == ["being read", "heard last", "heard before", "never heard", "heard to its end"])
    #expect(KeptDocument.ordered(all.reversed(), current: nil).map(\.title).first == "heard last")
  }

  @Test func documentsThatWereNeverHeardDoNotPushAwayThoseThatWere_S2_32() {
    // As an earlier version left them after the opening of a folder.
    let opened = (100..<400).map { document($0, "\($0).txt") }
    let books = [document(1, "Emma", heard: 10), document(2, "Persuasion", heard: 20)]
    #expect(KeptDocument.ordered(opened + books, current: nil).prefix(2).map(\.title) == ["Persuasion", "Emma"])
  }

  @Test func playlistsOfOneNameAreToldApart_S2_32() {
    let all = [
      document(1, "A small book", path: "/b/garden.opus", heard: 2), document(2, "A small book", path: "/c/g.md"),
    ]
    let shelf = LibraryShelf.shelf(all, [mark(1, in: 1, "here")], current: all[0].id)
    #expect(
      shelf.playlists.map(\.name) == [
        "A small book (garden.opus)", "A small book (garden.opus): here", "A small book (g.md)",
      ])
    #expect(shelf.active == shelf.playlists[0])
  }

  @Test func documentsTheirBookmarksAndFoldersOfSeveralArePlaylists_S2_32() {
    var emma = document(1, "Emma", path: "/books/austen/emma.epub", heard: 5)
    emma.authors = ["Jane Austen", "Somebody"]
    emma.artURL = "file:///c.png"
    let all = [emma, document(2, "Persuasion", path: "/books/austen/p.epub"), document(3, "Notes", path: "/n.txt")]
    let long = String(repeating: "word ", count: 40)
    let shelf = LibraryShelf.shelf(all, [mark(1, in: 1, "here"), mark(2, in: 1, "", long)], current: emma.id)
    let names = shelf.playlists.map(\.name)
    #expect(names.first == "Emma – Jane Austen, Somebody" && names.last == "austen/" && names.count == 6)
    #expect(names[1] == "Emma: here" && names[2].hasPrefix("Emma: word word") && names[2].hasSuffix("…"))
    #expect(names[2].count <= 66)
    #expect(shelf.playlists[0].icon == "file:///c.png" && shelf.playlists[0].modified == 102)
    #expect(shelf.active == shelf.playlists[0])
    #expect(Set(shelf.playlists.map(\.id)).count == 6)
    let folder = LibraryShelf.entry(shelf.playlists[5].id)
    guard case .folder(let fingerprint)? = folder else {
      Issue.record("no folder: \(shelf.playlists[5].id)")
      return
    }
    #expect(LibraryShelf.documents(of: fingerprint, in: all).map(\.title) == ["Emma", "Persuasion"])
    #expect(LibraryShelf.shelf([], [], current: nil) == Shelf())
  }

  @Test func whatIsStudiedIsAShelfOfItsOwn_S2_43() {
    var all = [document(1, "Lesson 1", heard: 5), document(2, "Emma", heard: 9), document(3, "Lesson 2", heard: 7)]
    all[0].study = KeptStudy(plan: StudyPlan(), isOn: true)
    all[1].study = KeptStudy(plan: StudyPlan(), isOn: false)
    all[2].study = KeptStudy(plan: StudyPlan(), isOn: true)
    let shelf = LibraryShelf.shelf(all, [], current: all[0].id, several: .studied)
    let studied = shelf.playlists.last
    #expect(studied?.name == "Studied" && studied.flatMap { LibraryShelf.entry($0.id) } == .studied)
    #expect(shelf.active == studied && studied?.played == 7)
    #expect(
      LibraryShelf.documents(studiedOf: KeptDocument.ordered(all, current: nil)).map(\.title) == [
        "Lesson 2", "Lesson 1",
      ])
    // One that is heard as it is ends the shelf.
    #expect(LibraryShelf.shelf(all, [], current: all[1].id, several: .studied).active != studied)
    #expect(!LibraryShelf.shelf([all[1]], [], current: nil).playlists.contains { $0.name == "Studied" })
  }

  @Test func everyIdIsReadBackAndNothingElseIs() {
    let entries: [LibraryShelf.Entry] = [
      .document(ContentID(high: .max, low: 0)), .bookmark(1), .bookmark(.max), .folder(0), .folder(.max), .studied,
    ]
    for entry in entries { #expect(LibraryShelf.entry(LibraryShelf.path(entry)) == entry) }
    let foreign: [ObjectPath] = [
      "/", "/org/aloud/Aloud1", "/org/aloud/Aloud1/document", "/org/aloud/Aloud1/bookmark/01",
      "/org/aloud/Aloud1/folder/0F", "/org/aloud/Aloud1/bookmark/1/2", "/org/aloud/Aloud1/track/1",
      "/org/aloud/Aloud1/document/FFFFFFFFFFFFFFFF0000000000000000",
    ]
    for path in foreign { #expect(LibraryShelf.entry(path) == nil, "\(path)") }
  }
}
