public import Vocabulary

/// The present abilities of a sound output.
public enum SoundState: Equatable, Sendable {
  /// It is not open.
  case closed
  /// It is open; nothing is known yet.
  case connecting
  /// A sound server is missing, or the connection to it has failed: it is tried again.
  case serverMissing
  /// There is no device to play to.
  case noSink
  /// There are devices, but the sound is connected to none.
  case unlinked
  /// It can play.
  case ready
}

/// An event of a sound output. Stream frames are counted from the creation of the output.
public enum SoundEvent: Equatable, Sendable {
  /// An order took effect. For sound `at` is the first frame that was rendered, for silence the first one that was not.
  ///
  /// An order that was replaced at once is never reported. A reported order may have been replaced meanwhile.
  case obeyed(serial: UInt32, isSounding: Bool, at: UInt64)
  /// Sound begins after none, a gap or a discard: the instants of frames are known from now on.
  case began
  /// Few frames are left. Reported once until there were more.
  case lowWater
  /// The sound ran out in its middle, `total` times so far.
  case underrun(total: UInt64)
  /// The device has taken all frames before this one, which was asked for. It is heard a little later.
  case reached(UInt64)
  /// Frames have another rate. What was written before must be written anew; the device takes nothing until this has
  /// been told.
  case formatChanged
  /// Another program, or the stored volume of the session manager, has set the volume.
  case volume(CubicLevel)
  /// The loudness at the device has changed, or is known now.
  case loudness(Loudness)
  /// The state has changed to this one.
  case state(SoundState)
  /// True while it is being decided whether the private route is gone: there is silence until then, for 2.5 s at the
  /// most, or until servers that went away are back.
  case held(Bool)
  /// The private route that was heard is gone against the listener's will. This also ends a hold.
  case routeLost(Endpoint)
  /// The route that was lost last is firmly plugged in again, and plays the sound.
  case routeReturned(Endpoint)
  /// The sound has moved to another device for good.
  case routeChanged(RouteChange)
}
