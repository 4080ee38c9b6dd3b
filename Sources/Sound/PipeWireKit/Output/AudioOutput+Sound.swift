public import EventLoop
public import Playback
import Realtime
public import Vocabulary

// Orders, the clock of the sound, and the listener's settings.
extension AudioOutput {
  /// To be written by the owner of the output; see ``RingWriter``.
  public var ring: RingWriter { rendering.ring }

  /// Frames per second in the ring. It changes only while there is no stream, with ``SoundEvent/formatChanged``.
  public var sampleRate: Int { rendering.sampleRate }

  /// ``state`` without its details.
  public var soundState: SoundState { state.soundState }

  // MARK: Orders

  /// Orders sound or silence; opens the output for sound when it is closed.
  ///
  /// An order of sound survives restarts of the server, but not the state ``State/noSink``: after it, sound must be
  /// ordered again when a sink is there.
  ///
  /// - Returns: the serial that ``SoundEvent/obeyed(serial:isSounding:at:)`` will carry, unless a later order replaces
  ///   this one.
  @discardableResult
  public func order(sound: Bool) -> UInt32 {
    orders.take(sound: sound)
    if sound {
      routes.handle(.wanted(true))
      orders.prepareSound(hasSink: state != .noSink)
      open()
      orders.begin()
      orders.finishStart()
    } else {
      orders.silence()
    }
    return orders.current.serial
  }

  /// Keeps an open stream running while silence is ordered, so that sound begins within a cycle: nothing has to join
  /// the graph. An order of silence that finds it on leaves the stream running, and silent, until it is off.
  public func setStandby(_ isOn: Bool) { orders.setStandby(isOn) }

  /// Waits, for a millisecond at most, until the server has started a stream that was told to run. Its questions would
  /// otherwise be answered between other work, one in a turn.
  public func finishStart() { orders.finishStart() }

  /// Fades the sound in or out, evenly to the ear and independently of the stream's volume.
  ///
  /// A fade takes effect within a cycle and starts at the level that an earlier fade has reached. It pauses in silence,
  /// and survives the end of streams and connections.
  ///
  /// - Parameters:
  ///   - level: 0 (silent) to 1 (unchanged).
  ///   - duration: the duration of the fade in sound; at most a day.
  public func fade(to level: CubicLevel, over duration: Duration) { rendering.fade(to: level, over: duration) }

  // MARK: Clock

  /// The stream frame that the listener hears at `instant`, which must be near now. The delays of device, graph and
  /// resampler are subtracted.
  ///
  /// The result is never before the last discard and never beyond the rendered frames. Between two discards or gaps it
  /// does not step back.
  public func audible(at instant: Instant) -> UInt64 { rendering.audible(at: instant) }

  /// The instant at which `frame` is or was heard if sound continues. `nil` if no sound is ordered or the order has not
  /// taken effect, and for frames before the last discard or gap.
  public func instant(ofAudible frame: UInt64) -> Instant? {
    orders.isSounding ? rendering.instant(ofAudible: frame) : nil
  }

  /// Asks for one ``SoundEvent/reached(_:)`` when everything before `index`, the end of the content, has been rendered.
  ///
  /// If the ring runs dry exactly there, it is not an underrun. A later call replaces an earlier one; `nil` cancels it.
  public func notify(at index: UInt64?) { rendering.notify(at: index) }

  /// Frames left in the ring below which ``SoundEvent/lowWater`` is sent while cycles run.
  public var lowWater: Int {
    get { rendering.lowWater }
    set { rendering.lowWater = newValue }
  }

  /// The number of times that the ring ran dry in the middle of content.
  public var underruns: UInt64 { rendering.underruns }

  // MARK: Properties of the stream

  /// Sets the title that mixers show.
  public func setMediaName(_ name: String) { stream.setMediaName(name) }

  /// Changes the lengths of cycles to ask the graph for.
  public func setCycles(_ lengths: CycleLengths) { stream.setCycles(lengths, isPrivate: routes.isPrivate) }

  /// Asks the graph for short cycles or for long ones, where the lengths are chosen by need. The sound goes on without
  /// a gap.
  public func setShortCycles(_ areShort: Bool) { stream.setShortCycles(areShort, isPrivate: routes.isPrivate) }

  /// The stream's own volume, 0…1, cubic as in mixers. It is 1 until it is set or reported.
  public var volume: CubicLevel {
    get { stream.volume }
    set { stream.volume = newValue }
  }
}
