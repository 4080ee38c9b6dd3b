import Realtime

/// The writing side of an output's ring. Frames are counted from the creation of the output and never reset.
///
/// One thread at a time may write and discard.
public struct RingWriter: Sendable {
  private let shared: SharedRender

  init(_ shared: SharedRender) { self.shared = shared }

  /// Writes interleaved samples in −1…1, as many whole frames as fit.
  ///
  /// - Returns: the number of frames taken.
  @discardableResult
  public func write(_ samples: borrowing Span<Float>) -> Int { shared.pointer.pointee.ring.write(samples) }

  /// Discards the frames that have not been read. Frames written from now on follow without a click.
  public func discard() { shared.pointer.pointee.ring.discard() }

  /// The stream frame that will be written next.
  public var writeIndex: UInt64 { shared.pointer.pointee.ring.writeIndex }

  /// The stream frame that will be rendered next.
  public var readIndex: UInt64 { shared.pointer.pointee.ring.readIndex }

  /// Frames that ``write(_:)`` would take now.
  public var free: Int { shared.pointer.pointee.ring.free }

  /// Frames written and not yet rendered.
  public var buffered: Int { shared.pointer.pointee.ring.readable }

  /// The capacity of the ring in frames.
  public var capacity: Int { shared.pointer.pointee.ring.capacity }
}
