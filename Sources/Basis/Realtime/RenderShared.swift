import Synchronization

/// The reasons for waking the control side, as bits that accumulate until they are taken.
public struct Happenings: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// An order took effect; see ``RenderShared/acknowledgement``.
  public static let obeyed = Happenings(rawValue: obeyedBit)
  /// The ring fell below ``RenderShared/lowWater``. Reported once until it was refilled above it.
  public static let lowWater = Happenings(rawValue: lowWaterBit)
  /// The frame set with ``RenderShared/notify(at:)`` was reached; see ``RenderShared/reachedFrame``.
  public static let reached = Happenings(rawValue: reachedBit)
  /// The ring ran dry in the middle of content; see ``RenderShared/underruns``.
  public static let underrun = Happenings(rawValue: underrunBit)
  /// Content begins, after the start, a gap or a jump. From now on the clock knows when it is heard.
  public static let began = Happenings(rawValue: beganBit)
}

// The data thread adds plain bits: the set algebra of OptionSet is generic, which may allocate.
extension Happenings {
  static var obeyedBit: UInt32 { @_noLocks get { 1 } }
  static var lowWaterBit: UInt32 { @_noLocks get { 2 } }
  static var reachedBit: UInt32 { @_noLocks get { 4 } }
  static var underrunBit: UInt32 { @_noLocks get { 8 } }
  static var beganBit: UInt32 { @_noLocks get { 16 } }
}

/// An order that took effect, and the frame at which it did.
public struct Acknowledgement: Equatable, Sendable {
  /// The order.
  public var order: Order
  /// For sound: the first stream frame rendered under it. For silence: the first one not rendered.
  public var frame: UInt64
}

/// The memory shared by the control side and the data thread. Every member is atomic or made of atomics.
public struct RenderShared: ~Copyable, Sendable {
  /// Written by the control side, read by the data thread.
  public let ring: SampleRing
  /// Published by the data thread.
  public let clock = AudibleClock()
  /// Stored by the control side, loaded by the data thread.
  let orderWord = Atomic<UInt32>(0)
  /// Set by the control side before a stream starts, taken by the data thread.
  let restart = Atomic<Bool>(false)
  /// Stored by the control side, loaded by the data thread.
  let fadeWord = Atomic<UInt64>(FadeOrder.none.rawValue)
  /// The low-water mark in frames. Stored by the control side, loaded by the data thread.
  let lowWaterFrames = Atomic<Int>(0)
  /// `UInt64.max`: none. Stored by the control side, taken by the data thread.
  let notifyFrame = Atomic<UInt64>(.max)
  /// Stored by the data thread, loaded by the control side.
  let reached = Atomic<UInt64>(0)
  /// Added to by the data thread, taken by the control side.
  let happenings = Atomic<UInt32>(0)
  /// Stored by the data thread, loaded by the control side.
  let underrunCount = Atomic<UInt64>(0)
  private let sequence = SequenceLock()
  // Stored by the data thread, loaded by the control side, both within the sequence.
  private let obeyedWord = Atomic<UInt32>(0)
  private let obeyedFrame = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - capacity: the capacity of the ring in frames, a power of two.
  ///   - channels: 1…8.
  public init(capacity: Int, channels: Int = 1) {
    ring = SampleRing(capacity: capacity, channels: channels)
  }

  // MARK: Control side

  /// The newest order. Control side only.
  public var order: Order {
    get { Order(rawValue: orderWord.load(ordering: .relaxed)) }
    nonmutating set { orderWord.store(newValue.rawValue, ordering: .releasing) }
  }

  /// The newest fade order, which takes effect with the next rendered frames. Control side only.
  public var fade: FadeOrder {
    get { FadeOrder(rawValue: fadeWord.load(ordering: .relaxed)) }
    nonmutating set { fadeWord.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// Announces a new stream, whose pipe contains no earlier frames. Control side only.
  public func prepareStart() { restart.store(true, ordering: .releasing) }

  /// The data thread reports when fewer than this many frames are readable. Control side only.
  public var lowWater: Int {
    get { lowWaterFrames.load(ordering: .relaxed) }
    nonmutating set { lowWaterFrames.store(newValue, ordering: .relaxed) }
  }

  /// Asks to be woken once when the read index has reached `frame`; `nil` cancels that. Control side only.
  ///
  /// If the ring runs dry exactly there, it is the end of the content, not an underrun.
  public func notify(at frame: UInt64?) { notifyFrame.store(frame ?? .max, ordering: .releasing) }

  /// Cancels the request of ``notify(at:)`` for `frame`. Control side only.
  ///
  /// - Returns: false if the data thread has already taken it, and has reported it or is about to.
  public func takeNotify(at frame: UInt64) -> Bool {
    notifyFrame.compareExchange(expected: frame, desired: .max, ordering: .acquiringAndReleasing).exchanged
  }

  /// The frame that was reported as reached last. Control side only.
  public var reachedFrame: UInt64 { reached.load(ordering: .acquiring) }

  /// The number of times that the ring ran dry in the middle of content. Any thread.
  public var underruns: UInt64 { underrunCount.load(ordering: .relaxed) }

  /// The order that took effect last. Any thread.
  public var acknowledgement: Acknowledgement {
    sequence.read {
      Acknowledgement(
        order: Order(rawValue: obeyedWord.load(ordering: .relaxed)), frame: obeyedFrame.load(ordering: .relaxed))
    }
  }

  /// The happenings since the last call. Control side only.
  public func takeHappenings() -> Happenings {
    Happenings(rawValue: happenings.exchange(0, ordering: .acquiringAndReleasing))
  }

  // MARK: Data thread

  @_noLocks func acknowledge(_ word: UInt32, at frame: UInt64) {
    sequence.beginWriting()
    obeyedWord.store(word, ordering: .relaxed)
    obeyedFrame.store(frame, ordering: .relaxed)
    sequence.endWriting()
  }
}
