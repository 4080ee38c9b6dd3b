/// Which media frame is heard at which frame of the output stream, and the other way round.
///
/// The stream's frames are counted since the output began and never again from 0; the media frames are those of one
/// epoch's track. The map is piecewise linear: a new piece begins at each discontinuity and wherever the stretch's
/// frames in and out were counted. Both coordinates only grow within an epoch.
public struct PresentationMap: Equatable, Sendable {
  /// Which continuous run of playing a place belongs to; grows with every discontinuity.
  public typealias Epoch = UInt32

  private struct Piece: Equatable, Sendable {
    var epoch: Epoch
    var stream: UInt64
    var media: Frame
    var streamEnd: UInt64
    var mediaEnd: Frame

    var streamCount: UInt64 { streamEnd - stream }
    var mediaCount: UInt64 { UInt64(mediaEnd - media) }
    var isUnit: Bool { streamCount == mediaCount }

    /// The media frame that the stream's frame falls into; both within the piece.
    func media(at frame: UInt64) -> Frame {
      guard streamCount > 0 else { return media }
      return media + Frame(scale(frame - stream, by: mediaCount, over: streamCount).quotient)
    }

    /// The first stream frame at which `frame` has been reached; both within the piece.
    func stream(of frame: Frame) -> UInt64 {
      guard mediaCount > 0 else { return stream }
      let (quotient, remainder) = scale(UInt64(frame - media), by: streamCount, over: mediaCount)
      return stream + quotient + (remainder > 0 ? 1 : 0)
    }

    /// Whole numbers of full width, so that the place stays exact however long a piece grows.
    private func scale(
      _ value: UInt64, by factor: UInt64, over divisor: UInt64
    ) -> (quotient: UInt64, remainder: UInt64) {
      divisor.dividingFullWidth(value.multipliedFullWidth(by: factor))
    }
  }

  private var pieces: [Piece] = []
  /// How much is remembered.
  var pieceCount: Int { pieces.count }

  /// A map of nothing yet.
  public init() {}

  /// Starts a new epoch: from the stream's frame `stream` on, `media` is heard.
  public mutating func begin(epoch: Epoch, stream: UInt64, media: Frame) {
    // What an earlier epoch had planned from here on is never heard.
    pieces.removeAll { $0.stream >= stream }
    if let last = pieces.indices.last, pieces[last].streamEnd > stream {
      pieces[last].mediaEnd = pieces[last].media(at: stream)
      pieces[last].streamEnd = stream
    }
    pieces.append(Piece(epoch: epoch, stream: stream, media: media, streamEnd: stream, mediaEnd: media))
  }

  /// Says that what was fed since the last call reaches to the stream's frame `stream` and to `media`.
  public mutating func extend(toStream stream: UInt64, media: Frame) {
    guard let last = pieces.indices.last else { preconditionFailure("extended before it began") }
    let piece = pieces[last]
    precondition(stream >= piece.streamEnd && media >= piece.mediaEnd, "the map cannot run backward")
    let grown = Piece(
      epoch: piece.epoch, stream: piece.stream, media: piece.media, streamEnd: stream, mediaEnd: media)
    // A stretch takes media in before any sound comes out: such a piece without frames is spread over the next ones.
    if piece.stream == piece.streamEnd || (piece.isUnit && grown.isUnit) {
      pieces[last] = grown
    } else {
      pieces.append(
        Piece(epoch: piece.epoch, stream: piece.streamEnd, media: piece.mediaEnd, streamEnd: stream, mediaEnd: media))
    }
  }

  /// What is heard when the stream's frame `stream` is. Before the first piece its start, behind the last its end.
  public func heard(at stream: UInt64) -> (epoch: Epoch, media: Frame)? {
    guard let first = pieces.first else { return nil }
    guard stream >= first.stream else { return (first.epoch, first.media) }
    let index = pieces.lastIndex { $0.stream <= stream }!
    let piece = pieces[index]
    guard stream < piece.streamEnd else { return (piece.epoch, piece.mediaEnd) }
    return (piece.epoch, piece.media(at: stream))
  }

  /// The media frame at which an epoch begins, as far as it is remembered.
  public func start(of epoch: Epoch) -> Frame? { pieces.first { $0.epoch == epoch }?.media }

  /// When `media` of `epoch` is heard; `nil` when that has not been fed, or is no longer known.
  public func stream(of media: Frame, in epoch: Epoch) -> UInt64? {
    for piece in pieces.reversed() where piece.epoch == epoch && piece.media <= media {
      return media <= piece.mediaEnd ? piece.stream(of: media) : nil
    }
    return nil
  }

  /// Forgets what lies wholly before the stream's frame `stream`, but for the piece that ends last.
  public mutating func forget(before stream: UInt64) {
    guard let keep = pieces.firstIndex(where: { $0.streamEnd >= stream }) else {
      if pieces.count > 1 { pieces.removeFirst(pieces.count - 1) }
      return
    }
    pieces.removeFirst(keep)
  }
}
