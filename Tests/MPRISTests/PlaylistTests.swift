import BusValues
import MPRIS
import Testing

@Suite("The library as playlists", .timeLimit(.minutes(1)))
struct PlaylistTests {
  private static func playlist(
    _ number: Int, _ name: String, created: Int64 = 0, modified: Int64 = 0, played: Int64? = nil, icon: String = ""
  ) -> Playlist {
    Playlist(
      id: ObjectPath("/org/aloud/Aloud1/document/\(number)")!, name: name, icon: icon, created: created,
      modified: modified, played: played)
  }

  /// The entries in the library's own order.
  private static let shelf = Shelf(playlists: [
    playlist(1, "emma", created: 30, modified: 31, played: 99), playlist(2, "Dracula", created: 10, modified: 50),
    playlist(3, "Alice", created: 20, modified: 20, played: 40, icon: "file:///a.png"),
    playlist(4, "Emma", created: 40, modified: 41, played: 10),
  ])

  private func numbers(_ playlists: [Playlist]) -> [Int] {
    playlists.compactMap { $0.id.text.split(separator: "/").last.flatMap { Int($0) } }
  }

  @Test(
    arguments: [
      (.alphabetical, [3, 2, 4, 1]), (.creationDate, [2, 3, 1, 4]), (.modifiedDate, [3, 1, 4, 2]),
      (.lastPlayDate, [2, 4, 3, 1]), (.userDefined, [1, 2, 3, 4]),
    ] as [(PlaylistOrdering, [Int])])
  func eachOrderOfTheSpecificationOrders_S2_32(ordering: PlaylistOrdering, expected: [Int]) {
    let playlists = Self.shelf.playlists
    #expect(numbers(PlaylistQuery(ordering: ordering).answer(from: playlists)) == expected)
    #expect(numbers(PlaylistQuery(ordering: ordering, isReversed: true).answer(from: playlists)) == expected.reversed())
    // The pages together are the same list.
    let pages = (0..<4).flatMap {
      PlaylistQuery(index: UInt32($0), maximum: 1, ordering: ordering).answer(from: playlists)
    }
    #expect(numbers(pages) == expected)
    #expect(
      numbers(PlaylistQuery(index: 1, maximum: 2, ordering: ordering).answer(from: playlists)) == Array(expected[1...2])
    )
  }

  @Test func beyondTheEndThereIsNothing() {
    for index: UInt32 in [4, 5, .max] {
      #expect(PlaylistQuery(index: index, ordering: .alphabetical).answer(from: Self.shelf.playlists).isEmpty)
    }
    #expect(PlaylistQuery(maximum: 0, ordering: .alphabetical).answer(from: Self.shelf.playlists).isEmpty)
    #expect(PlaylistQuery(ordering: .userDefined).answer(from: []).isEmpty)
  }

  @Test func theWordsAreThoseOfTheSpecification() {
    #expect(PlaylistOrdering.allCases.map(\.rawValue) == ["Alphabetical", "Created", "Modified", "Played", "User"])
    let names = ["Alphabetical", "CreationDate", "ModifiedDate", "LastPlayDate", "UserDefined"]
    #expect(names.map { PlaylistOrdering(word: $0) } == PlaylistOrdering.allCases)
    #expect(PlaylistOrdering(word: "alphabetical") == nil && PlaylistOrdering(word: "") == nil)
  }

  @Test func propertiesHaveTheTypesOfTheSpecification() {
    for shelf in [Self.shelf, Shelf(), Shelf(playlists: [], active: Self.shelf.playlists[2])] {
      for property in PlaylistsInterface.description.properties {
        let value = PlaylistsInterface.value(of: property.name.text, in: shelf)
        #expect(value?.conforms(to: property.signature) == true, "\(property.name)")
      }
    }
    #expect(PlaylistsInterface.value(of: "Playlists", in: Self.shelf) == nil)
    #expect(PlaylistsInterface.value(of: "PlaylistCount", in: Self.shelf) == .uint32(4))
    #expect(
      PlaylistsInterface.value(of: "ActivePlaylist", in: Shelf(active: Self.shelf.playlists[2]))
        == .structure([
          .bool(true),
          .structure([
            .objectPath("/org/aloud/Aloud1/document/3"), .string("Alice"), .string("file:///a.png"),
          ]),
        ]))
    #expect(PlaylistsInterface.value(of: "ActivePlaylist", in: Shelf())?.asStructure?.first == .bool(false))
    let reply = PlaylistsInterface.reply(PlaylistQuery(ordering: .alphabetical), in: Self.shelf)
    #expect(BusValue.conform(reply, to: ["a(oss)"]))
    #expect(
      BusValue.conform(PlaylistsInterface.reply(PlaylistQuery(ordering: .userDefined), in: Shelf()), to: ["a(oss)"]))
  }

  @Test func callsBecomeCommands() throws {
    let interface = PlaylistsInterface.name.text
    #expect(
      try MPRISCommand(
        interface: interface, method: "GetPlaylists",
        arguments: [.uint32(1), .uint32(2), .string("Played"), .bool(true)])
        == .getPlaylists(PlaylistQuery(index: 1, maximum: 2, ordering: .lastPlayDate, isReversed: true)))
    #expect(
      try MPRISCommand(interface: interface, method: "ActivatePlaylist", arguments: [.objectPath("/x")])
        == .activatePlaylist("/x"))
    for word in ["", "alphabetical", "Random"] {
      #expect {
        try MPRISCommand(
          interface: interface, method: "GetPlaylists",
          arguments: [.uint32(1), .uint32(2), .string(word), .bool(true)])
      } throws: {
        ($0 as? BusError)?.name == BusError.Name.invalidArguments
      }
    }
  }

  // MARK: Changes

  @Test func nothingIsSaidOfALibraryThatIsTheSame() {
    let same = PlaylistChanges.difference(from: Self.shelf, to: Self.shelf)
    #expect(same.changed.isEmpty && same.properties == nil)
    // A change of a sort key alone is not reported to clients.
    var later = Self.shelf
    later.playlists[0].played = 1000
    later.playlists.swapAt(0, 3)
    #expect(PlaylistChanges.difference(from: Self.shelf, to: later) == same)
  }

  @Test func anotherNameOrIconIsToldOfThatPlaylist() {
    var later = Self.shelf
    later.playlists[1].name = "Dracula, a novel"
    later.playlists[2].icon = ""
    let changes = PlaylistChanges.difference(from: Self.shelf, to: later)
    #expect(changes.changed == Array(later.playlists[1...2]) && changes.properties == nil)
    for playlist in changes.changed {
      #expect(BusValue.conform(PlaylistChanges.arguments(playlist), to: ["(oss)"]))
    }
  }

  @Test func countAndActivePlaylistAreAnnouncedWithTheirValues() {
    var later = Self.shelf
    later.playlists.append(Self.playlist(5, "New"))
    later.active = later.playlists[4]
    let changes = PlaylistChanges.difference(from: Self.shelf, to: later)
    #expect(changes.changed.isEmpty, "it is new, not changed")
    #expect(changes.properties?.interface == PlaylistsInterface.name && changes.properties?.invalidated == [])
    #expect(changes.properties?.changed.map(\.0) == ["PlaylistCount", "ActivePlaylist"])
    #expect(changes.properties?.changed.first?.1 == .uint32(5))
    let back = PlaylistChanges.difference(from: later, to: Self.shelf)
    #expect(back.properties?.changed.last?.1.asStructure?.first == .bool(false))
  }
}
