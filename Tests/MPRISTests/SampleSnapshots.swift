import DesktopSupport
import Playback
import Vocabulary

enum Sample {
  static let full = TrackMetadata(
    title: "Title", artists: ["One", "Two"], album: "Album", url: "file:///text", artURL: "file:///art.png",
    language: "en", trackNumber: 3, contentsNumber: "1.2", contentCreated: "1998-05")

  static let playing = Snapshot(
    status: .playing, track: TrackID(1), metadata: full, length: TrackLength(microseconds: 9_000_000, isExact: true),
    rate: 1.5, volume: 0.5, loop: .playlist, shuffle: .eachLap, canGoNext: true, canGoPrevious: true, canPlay: true,
    canPause: true, canSeek: true, tracks: [TrackID(1), TrackID(2)])

  static func snapshot(_ dice: inout SeededGenerator) -> Snapshot {
    let tracks = (1...12).map { TrackID($0) }.filter { _ in Bool.random(using: &dice) }
    let order = Int.random(in: 0..<4, using: &dice) == 0 ? tracks.shuffled(using: &dice) : tracks
    let current = order.randomElement(using: &dice)
    return Snapshot(
      status: [.playing, .paused, .stopped].randomElement(using: &dice)!, track: current,
      metadata: current.map { metadata($0, &dice) }, length: length(&dice),
      rate: [1, 1.5, .nan].randomElement(using: &dice)!, volume: [0, 1].randomElement(using: &dice)!,
      loop: LoopStatus.allCases.randomElement(using: &dice)!,
      shuffle: ShuffleMode.allCases.randomElement(using: &dice)!, canGoNext: .random(using: &dice),
      canGoPrevious: .random(using: &dice), canPlay: .random(using: &dice), canPause: .random(using: &dice),
      canSeek: .random(using: &dice), tracks: order)
  }

  static func length(_ dice: inout SeededGenerator) -> TrackLength? {
    let lengths: [Microseconds] = [-1, 0, 1, 5_000_000]
    guard Bool.random(using: &dice) else { return nil }
    return TrackLength(microseconds: lengths.randomElement(using: &dice)!, isExact: .random(using: &dice))
  }

  static func metadata(_ track: TrackID, _ dice: inout SeededGenerator) -> TrackMetadata {
    TrackMetadata(
      title: "T\(track.number)", artists: Bool.random(using: &dice) ? ["A"] : [],
      album: Bool.random(using: &dice) ? "B" : nil)
  }
}
