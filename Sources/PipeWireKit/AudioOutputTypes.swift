public import Playback
import Realtime

extension AudioOutput {
  /// What does not change in the life of an output.
  public struct Configuration: Equatable, Sendable {
    /// Shown by mixers as the program's name.
    public var applicationName: String
    /// The desktop file's base name; session managers store volume and target under it.
    public var applicationID: String
    /// An icon of the icon theme.
    public var iconName: String
    /// The name of the node in the graph.
    public var nodeName: String
    /// Frames a second of what is written into the ring.
    public var sampleRate: Int
    /// Interleaved samples in a frame: 1…8.
    public var channels: Int
    /// Frames at 48,000 Hz that the graph is asked to work in at once: what orders wait for.
    public var quantum: Int
    /// The same while sound goes to headphones, where it decides how much is heard aloud after they are pulled; 0, or
    /// more than ``quantum``: no difference.
    public var privateQuantum: Int

    /// Defaults are those of the service.
    public init(
      applicationName: String = "Aloud", applicationID: String = "org.aloud.Aloud",
      iconName: String = "org.aloud.Aloud", nodeName: String = "aloud", sampleRate: Int = 22050, channels: Int = 1,
      quantum: Int = 256, privateQuantum: Int = 256
    ) {
      self.applicationName = applicationName
      self.applicationID = applicationID
      self.iconName = iconName
      self.nodeName = nodeName
      self.sampleRate = sampleRate
      self.channels = channels
      self.quantum = quantum
      self.privateQuantum = privateQuantum
    }

    /// Frames that the ring holds: the power of two that gives 1.25 s or more.
    var ringFrames: Int {
      var frames = 1024
      while frames < sampleRate * 5 / 4 { frames *= 2 }
      return frames
    }
  }

  /// Which server an output waits for.
  public enum Server: Equatable, Sendable {
    /// PipeWire itself.
    case audioServer
    /// The program that links streams to sinks (WirePlumber).
    case sessionManager
  }

  /// What the output can do now.
  public enum State: Equatable, Sendable {
    /// Not open.
    case closed
    /// Open; nothing is known yet.
    case connecting
    /// A server is away. What was ordered goes on by itself when it is back.
    case serverMissing(Server)
    /// There is nothing to play to. Silent, also when a sink comes, until sound is ordered again.
    case noSink
    /// There are sinks, and the session manager connects the stream to none. Tried again until it does.
    case unlinked
    /// Able to play; `sink` is the node name of what the stream is linked to, nil before it is.
    case ready(sink: String?)
    /// Given up; ``AudioOutput/close()`` and ``AudioOutput/open()`` try again.
    case failed(PipeWireError)
  }

  /// What happened. Stream frames are those of ``RingWriter``.
  public enum Notice: Equatable, Sendable {
    /// An order took effect. Of sound: `at` is the first frame rendered; of silence: the first one not rendered.
    ///
    /// An order that was overtaken at once is never reported, and one may be reported that a later one has overtaken.
    case obeyed(serial: UInt32, sounding: Bool, at: UInt64)
    /// Content begins, after none, a gap or a discard: ``AudioOutput/instant(ofAudible:)`` knows its frames from now on.
    case began
    /// Fewer than ``AudioOutput/lowWater`` frames are left; said once until there were more.
    case lowWater
    /// The frame given to ``AudioOutput/notify(at:)`` has been rendered up to; it is heard a little later.
    case reached(UInt64)
    /// The ring ran dry in the middle of content, `total` times by now.
    case underrun(total: UInt64)
    /// Somebody else (or the session manager's memory) set the stream's volume.
    case volume(Double)
    /// The loudness of the stream has changed, or is known now.
    case loudness(Loudness)
    /// ``AudioOutput/state`` is another one.
    case state(State)
    /// Whether the private route that is heard is gone is being decided: silence until then, for 2.5 s at the most, or
    /// until servers that went are back.
    case held(Bool)
    /// The private route that was heard is gone against the listener's will; ends a hold, too.
    case routeLost(Endpoint)
    /// What was lost last is plugged in again, firmly, and the stream goes there.
    case routeReturned(Endpoint)
    /// The stream goes elsewhere, and stays there.
    case routeChanged(RouteChange)
  }
}

/// Owns the memory that the control side and the data thread share.
final class SharedRender: Sendable {
  // Allocated and freed here; every member of the pointee is atomic.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<RenderShared>

  init(capacity: Int, channels: Int) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: RenderShared(capacity: capacity, channels: channels))
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}

/// The writing side of an output's ring. Frames are counted from the output's birth and never reset.
///
/// One thread at a time may write and discard.
public struct RingWriter: Sendable {
  private let shared: SharedRender

  init(_ shared: SharedRender) { self.shared = shared }

  /// Writes interleaved samples in −1…1, as many whole frames as there is room for.
  ///
  /// - Returns: how many frames were taken.
  @discardableResult
  public func write(_ samples: borrowing Span<Float>) -> Int { shared.pointer.pointee.ring.write(samples) }

  /// What has been written and not yet read will not be heard; frames written from now on follow without a click.
  public func discard() { shared.pointer.pointee.ring.discard() }

  /// The stream frame that is written next.
  public var writeIndex: UInt64 { shared.pointer.pointee.ring.writeIndex }

  /// The stream frame that is rendered next.
  public var readIndex: UInt64 { shared.pointer.pointee.ring.readIndex }

  /// Frames that ``write(_:)`` would take now.
  public var free: Int { shared.pointer.pointee.ring.free }

  /// Frames written and not yet rendered.
  public var buffered: Int { shared.pointer.pointee.ring.readable }

  /// All frames that the ring can hold.
  public var capacity: Int { shared.pointer.pointee.ring.capacity }
}
