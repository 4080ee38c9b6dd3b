import BusValues
import MPRIS
import Testing

/// Compares member by member with the introspection files of MPRIS 2.2.
@Suite("The interfaces are those of MPRIS 2.2", .timeLimit(.minutes(3)))
struct InterfaceTests {
  private func shape(_ methods: [MethodDescription]) -> [String] {
    methods.map { method in
      let input = method.input.map { "\($0.signature) \($0.name)" }.joined(separator: ", ")
      let output = method.output.map { "\($0.signature) \($0.name)" }.joined(separator: ", ")
      return "\(method.name)(\(input))" + (output.isEmpty ? "" : " -> \(output)")
    }.sorted()
  }

  private func shape(_ signals: [SignalDescription]) -> [String] {
    signals.map { signal in
      "\(signal.name)(\(signal.arguments.map { "\($0.signature) \($0.name)" }.joined(separator: ", ")))"
    }.sorted()
  }

  private func shape(_ properties: [PropertyDescription]) -> [String] {
    properties.map { "\($0.name) \($0.signature) \($0.access.rawValue) \($0.emitsChanged.rawValue)" }.sorted()
  }

  @Test func theRootInterface() {
    let interface = RootInterface.description
    #expect(interface.name == "org.mpris.MediaPlayer2")
    #expect(shape(interface.methods) == ["Quit()", "Raise()"])
    #expect(interface.signals.isEmpty)
    #expect(
      shape(interface.properties) == [
        "CanQuit b read true", "CanRaise b read true", "CanSetFullscreen b read true", "DesktopEntry s read true",
        "Fullscreen b readwrite true", "HasTrackList b read true", "Identity s read true",
        "SupportedMimeTypes as read true", "SupportedUriSchemes as read true",
      ])
  }

  @Test func thePlayerInterface() {
    let interface = PlayerInterface.description
    #expect(interface.name == "org.mpris.MediaPlayer2.Player")
    #expect(
      shape(interface.methods) == [
        "Next()", "OpenUri(s Uri)", "Pause()", "Play()", "PlayPause()", "Previous()", "Seek(x Offset)",
        "SetPosition(o TrackId, x Position)", "Stop()",
      ])
    #expect(shape(interface.signals) == ["Seeked(x Position)"])
    #expect(
      shape(interface.properties) == [
        "CanControl b read false", "CanGoNext b read true", "CanGoPrevious b read true", "CanPause b read true",
        "CanPlay b read true", "CanSeek b read true", "LoopStatus s readwrite true", "MaximumRate d read true",
        "Metadata a{sv} read true", "MinimumRate d read true", "PlaybackStatus s read true", "Position x read false",
        "Rate d readwrite true", "Shuffle b readwrite true", "Volume d readwrite true",
      ])
  }

  @Test func theTrackListInterface() {
    let interface = TrackListInterface.description
    #expect(interface.name == "org.mpris.MediaPlayer2.TrackList")
    #expect(
      shape(interface.methods) == [
        "AddTrack(s Uri, o AfterTrack, b SetAsCurrent)", "GetTracksMetadata(ao TrackIds) -> aa{sv} Metadata",
        "GoTo(o TrackId)", "RemoveTrack(o TrackId)",
      ])
    #expect(
      shape(interface.signals) == [
        "TrackAdded(a{sv} Metadata, o AfterTrack)", "TrackListReplaced(ao Tracks, o CurrentTrack)",
        "TrackMetadataChanged(o TrackId, a{sv} Metadata)", "TrackRemoved(o TrackId)",
      ])
    #expect(shape(interface.properties) == ["CanEditTracks b read true", "Tracks ao read invalidates"])
  }

  @Test func thePlaylistsInterface() {
    let interface = PlaylistsInterface.description
    #expect(interface.name == "org.mpris.MediaPlayer2.Playlists")
    #expect(
      shape(interface.methods) == [
        "ActivatePlaylist(o PlaylistId)",
        "GetPlaylists(u Index, u MaxCount, s Order, b ReverseOrder) -> a(oss) Playlists",
      ])
    #expect(shape(interface.signals) == ["PlaylistChanged((oss) Playlist)"])
    #expect(
      shape(interface.properties) == [
        "ActivePlaylist (b(oss)) read true", "Orderings as read true", "PlaylistCount u read true",
      ])
  }

  @Test func everyMemberIsDocumented() {
    let interfaces = [
      RootInterface.description, PlayerInterface.description, TrackListInterface.description,
      PlaylistsInterface.description,
    ]
    for interface in interfaces {
      #expect(interface.methods.allSatisfy { !$0.doc.isEmpty })
      #expect(interface.signals.allSatisfy { !$0.doc.isEmpty })
      #expect(interface.properties.allSatisfy { !$0.doc.isEmpty })
    }
  }

  @Test func namesAreThoseOfTheSpecification() {
    #expect(MPRISBus.name == "org.mpris.MediaPlayer2.aloud")
    #expect(MPRISBus.path == "/org/mpris/MediaPlayer2")
    #expect(MPRISBus.noTrack == "/org/mpris/MediaPlayer2/TrackList/NoTrack")
    #expect(MPRISBus.instanceName(processID: 7389) == "org.mpris.MediaPlayer2.aloud.instance7389")
  }
}
