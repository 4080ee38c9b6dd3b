import BusValues
import DesktopSupport
import MPRIS
import Playback
import Testing
import Vocabulary

@Suite("Announcements after a turn", .timeLimit(.minutes(3)))
struct AnnouncementTests {
  private typealias Change = (inout Snapshot) -> Void

  private func difference(_ change: Change) -> [Announcement] {
    var new = Sample.playing
    change(&new)
    return Announcement.difference(from: Sample.playing, to: new)
  }

  @Test func eachChangeIsAnnouncedAloneAndOnce() {
    #expect(difference { $0.status = .paused } == [.playbackStatus(.paused)])
    #expect(difference { $0.loop = .none } == [.loopStatus(.none)])
    #expect(difference { $0.rate = 2 } == [.rate(2)])
    #expect(difference { $0.volume = 0 } == [.volume(0)])
    #expect(difference { $0.shuffle = .off } == [.shuffle(false)])
    #expect(difference { $0.canGoNext = false } == [.canGoNext(false)])
    #expect(difference { $0.canGoPrevious = false } == [.canGoPrevious(false)])
    #expect(difference { $0.canPlay = false } == [.canPlay(false)])
    #expect(difference { $0.canPause = false } == [.canPause(false)])
    #expect(difference { $0.canSeek = false } == [.canSeek(false)])
    #expect(difference { $0.tracks = [] } == [.tracks])
    #expect(difference { $0.metadata?.title = "New" }.map(\.property) == ["Metadata"])
    #expect(difference { $0.length?.microseconds = 1 }.map(\.property) == ["Metadata"])
    #expect(difference { $0.track = nil }.map(\.property) == ["Metadata"])
  }

  @Test func aChangeThatNoPropertyShowsIsNotAnnounced() {
    #expect(difference { _ in } == [])
    #expect(difference { $0.pauseReason = PauseReason(.call) } == [])
    #expect(difference { $0.length?.isExact = false } == [])
    #expect(difference { $0.shuffle = .questionChoices } == [])
    let unknown = Snapshot(length: TrackLength(microseconds: 0, isExact: false))
    #expect(Announcement.difference(from: Snapshot(), to: unknown).isEmpty)
    #expect(Announcement.difference(from: Snapshot(rate: .nan), to: Snapshot(rate: .nan)).isEmpty)
  }

  @Test func capabilitiesComeBeforeTheMetadataAndTheseBeforeTheStatus_S3_21() throws {
    let signals = PropertyChanges.signals(for: Announcement.difference(from: Snapshot(), to: Sample.playing))
    let player = try #require(signals.first)
    #expect(player.interface == PlayerInterface.name)
    let names = player.changed.map(\.0)
    let metadata = try #require(names.firstIndex(of: "Metadata"))
    #expect(names[metadata...].prefix(2) == ["Metadata", "PlaybackStatus"])
    #expect(player.changed[metadata].1.asVardict?["xesam:title"] == .string("Title"))
    #expect(names[metadata...].allSatisfy { !$0.hasPrefix("Can") }, "menus read what can be done with the track first")
    #expect(
      signals.dropFirst() == [PropertyChanges(interface: TrackListInterface.name, changed: [], invalidated: ["Tracks"])]
    )
  }

  @Test func nothingToSayIsNoSignal() {
    #expect(PropertyChanges.signals(for: []).isEmpty)
  }

  /// The main rule: a client that applies the announcements knows the result of `Get`, and gets nothing twice.
  @Test(arguments: 0..<500)
  func aClientThatListensKnowsWhatAClientThatAsksIsTold(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var snapshot = Sample.snapshot(&dice)
    var known = answers(snapshot)
    for _ in 0..<20 {
      let next = Bool.random(using: &dice) ? Sample.snapshot(&dice) : changedALittle(snapshot, &dice)
      for signal in PropertyChanges.signals(for: Announcement.difference(from: snapshot, to: next)) {
        #expect(Set(signal.changed.map(\.0)).count == signal.changed.count)
        for (name, value) in signal.changed {
          #expect(!isSame(known[name], value), "\(name) announced without a change")
          known[name] = value
        }
        #expect(signal.invalidated.isEmpty || signal.interface == TrackListInterface.name)
        for name in signal.invalidated { known[name] = TrackListInterface.value(of: name, in: next) }
      }
      let asked = answers(next)
      #expect(known.keys == asked.keys)
      for (name, value) in asked { #expect(isSame(known[name], value), "\(name)") }
      snapshot = next
    }
  }

  @Test(arguments: 0..<500)
  func onlyPropertiesThatMayBeAnnouncedAre(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let changes = Announcement.difference(from: Sample.snapshot(&dice), to: Sample.snapshot(&dice))
    for signal in PropertyChanges.signals(for: changes) {
      let interface =
        signal.interface == PlayerInterface.name ? PlayerInterface.description : TrackListInterface.description
      for (name, value) in signal.changed {
        #expect(interface.property(name)?.emitsChanged == .true)
        #expect(interface.property(name)?.signature == value.signature)
      }
      for name in signal.invalidated { #expect(interface.property(name)?.emitsChanged == .invalidates) }
    }
  }

  private func answers(_ snapshot: Snapshot) -> [String: BusValue] {
    var values: [String: BusValue] = [:]
    for property in PlayerInterface.description.properties where property.emitsChanged != .false {
      let name = property.name.text
      values[name] = PlayerProperties.value(of: name, in: snapshot, position: 0)
    }
    for property in TrackListInterface.description.properties {
      values[property.name.text] = TrackListInterface.value(of: property.name.text, in: snapshot)
    }
    return values
  }

  private func changedALittle(_ snapshot: Snapshot, _ dice: inout SeededGenerator) -> Snapshot {
    var next = snapshot
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: next.status = .paused
    case 1: next.length = Sample.length(&dice)
    case 2: next.shuffle = .once
    case 3: next.pauseReason = .user
    case 4: next.tracks.append(TrackID(99))
    default: next.metadata?.title += "!"
    }
    return next
  }

  private func isSame(_ a: BusValue?, _ b: BusValue?) -> Bool {
    if let a = a?.asDouble, let b = b?.asDouble { return a == b || (a.isNaN && b.isNaN) }
    return a == b
  }
}
