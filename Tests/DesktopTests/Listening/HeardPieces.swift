/// The pieces of a known sound in a recording of it, sample by sample.
///
/// An overloaded machine loses whole cycles of a graph: the sink then plays silence, or the recorder misses what the
/// sink has played. Everything else that differs is a fault of the player.
struct HeardPieces {
  /// Successive samples that are equal to those of the sound.
  struct Piece: Equatable {
    /// The first sample in the recording.
    var start: Int
    /// The first sample in the sound.
    var place: Int
    var count: Int
  }

  /// In the order of the recording.
  private(set) var pieces: [Piece] = []
  /// Samples of the recording that are neither silent nor part of a piece. A piece that is cut off by the end of the
  /// recording may be too short to be recognised.
  private(set) var strangers = 0

  /// Equal samples from which a place in the sound is recognised; noise has no such piece twice.
  private static let recognised = 8

  init(of sound: [Float], in heard: [Float]) {
    var at = 0
    while at < heard.count {
      guard heard[at] != 0 || pieces.isEmpty else {
        at += 1
        continue
      }
      let rest = heard[at...].prefix(Self.recognised)
      guard let place = Self.place(of: rest, in: sound) else {
        if rest.count == Self.recognised { strangers += 1 }
        at += 1
        continue
      }
      var count = 0
      while at + count < heard.count, place + count < sound.count, heard[at + count] == sound[place + count] {
        count += 1
      }
      pieces.append(Piece(start: at, place: place, count: count))
      at += count
    }
  }

  private static func place(of first: ArraySlice<Float>, in sound: [Float]) -> Int? {
    sound.indices.first { sound[$0...].starts(with: first) }
  }

  /// The samples that are missing before each further piece: in the recording, and in the sound.
  var gaps: [(silent: Int, skipped: Int)] {
    zip(pieces, pieces.dropFirst()).map { before, after in
      (after.start - before.start - before.count, after.place - before.place - before.count)
    }
  }
}
