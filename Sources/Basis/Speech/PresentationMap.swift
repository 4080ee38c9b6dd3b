/// The relation between frames of the output stream and the media frames heard at them, in both directions.
///
/// Stream frames are counted from the start of the output and never restart at 0. Media frames are those of one epoch's
/// track. The map is piecewise linear: a new piece begins at each discontinuity and at each count of the stretch's
/// input and output frames. At the rate 1 a piece follows a ``FrameGrid``, which is exact however long it grows. Within
/// an epoch both coordinates only grow.
public struct PresentationMap: Equatable, Sendable {
  /// The number of a continuous run of playback; it grows with every discontinuity.
  public typealias Epoch = UInt32

  private struct Piece: Equatable, Sendable {
    var epoch: Epoch
    var stream: UInt64
    var media: Frame
    var streamEnd: UInt64
    var mediaEnd: Frame
    /// The exact relation of both; `nil`: the line through the ends.
    var grid: FrameGrid?

    var streamCount: UInt64 { streamEnd - stream }
    var mediaCount: UInt64 { UInt64(mediaEnd - media) }
    var isUnit: Bool { streamCount == mediaCount }

    /// The media frame at a stream frame; both are within the piece.
    func media(at frame: UInt64) -> Frame {
      if let grid { return max(media, grid.source(at: frame)) }
      guard streamCount > 0 else { return media }
      return media + Frame(scale(frame - stream, by: mediaCount, over: streamCount).quotient)
    }

    /// The first stream frame at which the media frame `frame` is reached; both are within the piece.
    func stream(of frame: Frame) -> UInt64 {
      if let grid { return max(stream, grid.stream(of: frame)) }
      guard mediaCount > 0 else { return stream }
      let (quotient, remainder) = scale(UInt64(frame - media), by: streamCount, over: mediaCount)
      return stream + quotient + (remainder > 0 ? 1 : 0)
    }

    /// Integers of full width keep the result exact however long a piece grows.
    private func scale(
      _ value: UInt64, by factor: UInt64, over divisor: UInt64
    ) -> (quotient: UInt64, remainder: UInt64) {
      divisor.dividingFullWidth(value.multipliedFullWidth(by: factor))
    }
  }

  private var pieces: [Piece] = []
  /// The number of pieces that are kept.
  var pieceCount: Int { pieces.count }

  /// An empty map.
  public init() {}

  /// Starts a new epoch: `media` is heard from the stream frame `stream` on.
  ///
  /// - Parameter grid: the exact relation of stream and media frames, for ``extend(toStream:)``.
  public mutating func begin(epoch: Epoch, stream: UInt64, media: Frame, along grid: FrameGrid? = nil) {
    // The part of an earlier epoch from here on is never heard.
    pieces.removeAll { $0.stream >= stream }
    if let last = pieces.indices.last, pieces[last].streamEnd > stream {
      pieces[last].mediaEnd = pieces[last].media(at: stream)
      pieces[last].streamEnd = stream
    }
    pieces.append(
      Piece(epoch: epoch, stream: stream, media: media, streamEnd: stream, mediaEnd: media, grid: grid))
  }

  /// Records that the sound fed since the last call follows the grid of the epoch, and reaches the stream frame
  /// `stream`.
  public mutating func extend(toStream stream: UInt64) {
    guard let last = pieces.indices.last, pieces[last].grid != nil else {
      preconditionFailure("extended without a grid")
    }
    precondition(stream >= pieces[last].streamEnd, "the map cannot run backward")
    pieces[last].streamEnd = stream
    pieces[last].mediaEnd = pieces[last].media(at: stream)
  }

  /// Records that the sound fed since the last call, which follows no grid, reaches the stream frame `stream` and the
  /// media frame `media`.
  public mutating func extend(toStream stream: UInt64, media: Frame) {
    guard let last = pieces.indices.last else { preconditionFailure("extended before it began") }
    let piece = pieces[last]
    precondition(stream >= piece.streamEnd && media >= piece.mediaEnd, "the map cannot run backward")
    let grown = Piece(
      epoch: piece.epoch, stream: piece.stream, media: piece.media, streamEnd: stream, mediaEnd: media)
    // A stretch takes input before it gives output. A piece without output frames is spread over the next ones.
    if piece.stream == piece.streamEnd || (piece.isUnit && grown.isUnit) {
      pieces[last] = grown
    } else {
      pieces.append(
        Piece(epoch: piece.epoch, stream: piece.streamEnd, media: piece.mediaEnd, streamEnd: stream, mediaEnd: media))
    }
  }

  /// From a media frame on, the fed sound of an epoch belongs to another epoch, which goes on without a discontinuity.
  public mutating func hand(from media: Frame, of epoch: Epoch, to next: Epoch) {
    let joint = pieces.lastIndex { $0.epoch == epoch && $0.media <= media && media <= $0.mediaEnd }
    for index in pieces.indices where pieces[index].epoch == epoch && pieces[index].media > media {
      pieces[index].epoch = next
    }
    // Its piece has been forgotten if it was heard long ago.
    guard let joint else { return }
    var rest = pieces[joint]
    rest.epoch = next
    (rest.stream, rest.media) = (pieces[joint].stream(of: media), media)
    (pieces[joint].streamEnd, pieces[joint].mediaEnd) = (rest.stream, media)
    pieces.insert(rest, at: joint + 1)
  }

  /// The media frame heard at the stream frame `stream`. Before the first piece that is its start, after the last piece
  /// its end.
  public func heard(at stream: UInt64) -> (epoch: Epoch, media: Frame)? {
    guard let first = pieces.first else { return nil }
    guard stream >= first.stream else { return (first.epoch, first.media) }
    let index = pieces.lastIndex { $0.stream <= stream }!
    let piece = pieces[index]
    guard stream < piece.streamEnd else { return (piece.epoch, piece.mediaEnd) }
    return (piece.epoch, piece.media(at: stream))
  }

  /// The media frame at which an epoch begins, if it is still known.
  public func start(of epoch: Epoch) -> Frame? { pieces.first { $0.epoch == epoch }?.media }

  /// The stream frame at which `media` of `epoch` is heard; `nil` if it has not been fed, or is no longer known.
  public func stream(of media: Frame, in epoch: Epoch) -> UInt64? {
    for piece in pieces.reversed() where piece.epoch == epoch && piece.media <= media {
      return media <= piece.mediaEnd ? piece.stream(of: media) : nil
    }
    return nil
  }

  /// Forgets the pieces that end before the stream frame `stream`, except the one that ends last.
  public mutating func forget(before stream: UInt64) {
    guard let keep = pieces.firstIndex(where: { $0.streamEnd >= stream }) else {
      if pieces.count > 1 { pieces.removeFirst(pieces.count - 1) }
      return
    }
    pieces.removeFirst(keep)
  }
}
