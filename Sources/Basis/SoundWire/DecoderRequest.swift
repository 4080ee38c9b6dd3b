package import Wire

/// A request of the service to `aloud-decode`.
public enum DecoderRequest: Equatable, Sendable {
  /// Once, before the others; the recording's descriptor travels with the packet. Answered by `recording`,
  /// `recordingChapters` and `cover`, or by `failed`; later at any time by `length` and `index`.
  case decode
  /// So many more frames are wanted; several requests add up. Its number is that of the last `seek`. Answered by
  /// `sound`, at last perhaps by `soundEnd` or `soundBroken`.
  case want(frames: Int)
  /// As `want`, but of the next frames only the loudest sample of each `each` is told.
  /// Answered by `peaks` instead of `sound`.
  case wantPeaks(frames: Int, each: Int)
  /// As `want`, but the levels of the next `count` hundredths of a second are told; see `Levels`. A decoder that does
  /// this does nothing else: it begins at the beginning, and goes on there each time. Answered by `levels` instead of
  /// `sound`.
  case wantLevels(count: Int)
  /// A piece of the `index` of `total` bytes that another decoder of this file has made, without gaps from byte 0 on,
  /// at any time. Not answered, but perhaps by `length`.
  case index(firstByte: Int, total: Int, [UInt8])
  /// The next samples begin at this frame. Ends all that was wanted before. Its number is higher than all before.
  case seek(frame: Int64)

  /// The argument of a decoder that runs only when no other process needs the processor.
  public static let idleArgument = "--idle"
}

extension DecoderRequest: WireMessage {
  /// The kinds of requests.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case decode = 23
    case want = 24
    case seek = 25
    case wantPeaks = 26
    case index = 27
    case wantLevels = 28
  }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .decode: .decode
    case .want: .want
    case .wantPeaks: .wantPeaks
    case .wantLevels: .wantLevels
    case .index: .index
    case .seek: .seek
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .decode: break
    case .want(let frames): payload.count(frames)
    case .wantLevels(let count): payload.count(count)
    case .wantPeaks(let frames, let each):
      payload.count(frames)
      payload.count(each)
    case .index(let firstByte, let total, let bytes): payload.piece(first: firstByte, total: total, bytes)
    case .seek(let frame): payload.frame(frame)
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> DecoderRequest? {
    switch kind {
    case .decode: return .decode
    case .want: return payload.count().map { .want(frames: $0) }
    case .wantPeaks:
      // None, or more than one answer holds, is no wish.
      guard let frames = payload.count(), let each = payload.count(), frames > 0, each > 0,
        (frames - 1) / each < DecoderAnswer.maximumPeaks
      else { return nil }
      return .wantPeaks(frames: frames, each: each)
    case .wantLevels:
      guard let count = payload.count(), 1...DecoderAnswer.maximumLevels ~= count else { return nil }
      return .wantLevels(count: count)
    case .index: return payload.piece().map { .index(firstByte: $0.first, total: $0.total, $0.bytes) }
    case .seek: return payload.frame().map { .seek(frame: $0) }
    }
  }
}
