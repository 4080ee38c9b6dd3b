import EventLoop
import Playback
import Speech

// The reading's needs of the world, and nothing of how the world provides for them.

/// The frames of a sound: their rate, and the interleaved samples of one.
struct SoundFormat: Equatable, Sendable {
  /// Frames a second.
  var sampleRate: Int
  /// Samples in a frame, 1…8.
  var channels: Int
}

/// Plays frames to the listener, and knows when each of them is heard.
///
/// *Stream frames* are counted from the output's birth on and never reset. An order of sound or silence is a level that
/// stands until the next one. Nothing is reported from within a call, but for ``SoundEvent/held(_:)`` and
/// ``SoundEvent/routeLost(_:)``, which may come at any moment.
@Core
protocol SoundOutput: AnyObject {
  /// Of the frames that are written.
  var soundFormat: SoundFormat { get }

  /// Takes as many whole frames as there is room for; samples lie in −1…1. Returns their number.
  func write(_ samples: borrowing Span<Float>) -> Int
  /// Frames that were written and not yet taken by the device are not heard.
  func discard()
  /// The stream frame that is written next.
  var writeIndex: UInt64 { get }
  /// The stream frame that the device takes next.
  var readIndex: UInt64 { get }
  /// Frames that ``write(_:)`` takes now.
  var free: Int { get }
  /// Frames that ``write(_:)`` takes where nothing was written yet.
  var capacity: Int { get }
  /// Frames left below which ``SoundEvent/lowWater`` is told.
  var lowWater: Int { get set }

  /// The stream frame that is heard at an instant near now.
  func audible(at instant: Instant) -> UInt64
  /// The instant at which a stream frame is or was heard if the sound goes on; `nil` where nothing sounds.
  func instant(ofAudible frame: UInt64) -> Instant?
  /// Asks for one ``SoundEvent/reached(_:)`` when the device has taken everything before a stream frame; `nil` takes the
  /// wish back.
  func notify(at index: UInt64?)

  /// Orders sound or silence; sound opens the output. Returns the serial that ``SoundEvent/obeyed(serial:isSounding:)``
  /// names.
  func order(sound: Bool) -> UInt32
  /// Changes a gain of our own, 0…1, beside the listener's volume.
  func fade(to level: Double, over duration: Duration)
  /// The listener's volume, 0…1.
  var volume: Double { get set }
  /// The loudness at the device, as far as it is known: its volume, and the mutes on the way to it.
  var loudness: Loudness { get }
  /// Names what is playing, for mixers.
  func setMediaName(_ name: String)

  /// The present abilities of the output.
  var soundState: SoundState { get }
  /// Gets ready to play, silently. Does nothing where that is so already.
  func open()
  /// Gives up everything but what is written.
  func close()
  /// Gives up the stream, and goes on watching for the return of the route that was lost last.
  func closeStream()
  /// The device that the sound goes to, where one is known.
  var endpoint: Endpoint? { get }
  /// Tells whether the listener wants to hear: only then a route can be lost.
  func setWanted(_ isWanted: Bool)
  /// The sound is to go on at the private route where it was, or not at all.
  func goOn(at former: Endpoint)
  /// Tells that the machine has just woken up, and when that is over.
  func setWakingUp(_ isWakingUp: Bool)
}

/// The abilities of an output.
enum SoundState: Equatable, Sendable {
  /// It is not open.
  case closed
  /// It is open; nothing is known yet.
  case connecting
  /// The sound server is away.
  case serverMissing
  /// There is no device to play to.
  case noSink
  /// There are devices, and the sound is connected to none.
  case unlinked
  /// It can play.
  case ready
}

/// Something that happens to an output.
enum SoundEvent: Equatable, Sendable {
  /// An order took effect.
  case obeyed(serial: UInt32, isSounding: Bool)
  /// Sound begins, after none, a gap or a discard: the instants of frames are known from now on.
  case began
  /// Few frames are left, or none.
  case lowWater
  /// The frame given to ``SoundOutput/notify(at:)`` was taken; it is heard a little later.
  case reached(UInt64)
  /// The volume was set elsewhere.
  case volume(Double)
  /// The loudness at the device has changed, or is known now.
  case loudness(Loudness)
  /// ``SoundOutput/soundState`` has become this.
  case state(SoundState)
  /// True if silence is kept while it is being decided whether the private route is gone.
  case held(Bool)
  /// The private route that was heard is gone against the listener's will.
  case routeLost(Endpoint)
  /// The route that was lost last is back, and the sound goes there.
  case routeReturned(Endpoint)
  /// The sound goes elsewhere, and stays there.
  case routeChanged(RouteChange)
}

/// Knows what listeners have said of documents, in the queue or not.
@Core
protocol DocumentSettings: AnyObject {
  /// The place at which a document goes on: a chapter's index, and a Unicode scalar of its text; `nil`: its beginning.
  /// Asked once for each opening of the document.
  func place(for document: OpenDocument) -> (chapter: Int, scalar: Int)?
  /// The rate that a document keeps of its own.
  func rate(of document: OpenDocument) -> Double?
  /// The scalars of a track's text at which there are bookmarks.
  func bookmarks(in track: TrackID) -> [Int]
}

/// Knows how long sentences are that earlier runs measured.
///
/// It learns of new lengths by ``SessionNotice/measured(_:)``.
@Core
protocol KnownLengths: AnyObject {
  /// Enters what is known of a track whose text is all there. Answers whether the rest may be measured; otherwise the
  /// track is surveyed again when it may.
  func takeUp(_ track: SpokenTrack) -> Bool
}

/// Makes the sound of texts, a sentence at a time.
///
/// The same text with the same voice gives the same sound whenever it is asked for. Events never come from within the
/// call that asks for them.
@Core
protocol Synthesizer: AnyObject {
  /// Speaks a text of UTF-8; those that are urgent are spoken before the others.
  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ urgency: SynthesisUrgency,
    events: @escaping @Core (SynthesisEvent) -> Void
  ) -> SynthesisRequest
  /// Finds out how many frames a text will have, when there is nothing better to do.
  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, done: @escaping @Core (Result<Frame, SynthesisError>) -> Void
  ) -> SynthesisRequest
  /// Ends a request: no event of it comes any more. One that has ended already is ignored.
  func cancel(_ request: SynthesisRequest)
  /// True if nothing is measured for now.
  var isMeasuringHeld: Bool { get set }
}

/// Names a request to a synthesizer for as long as it runs.
struct SynthesisRequest: Hashable, Sendable {
  let number: UInt64
}

/// The time at which a sound is needed.
enum SynthesisUrgency: Sendable {
  /// The listener waits for it.
  case now
  /// It will be heard later.
  case ahead
}

/// Something that becomes of a text that is spoken. The last event is `done` or `failed`.
enum SynthesisEvent: Equatable, Sendable {
  /// The next samples of one channel; `firstFrame` counts from the start of the text, without holes.
  case samples(firstFrame: Int, [Int16])
  /// The next word, in order.
  case mark(WordMark)
  /// A piece of the text cannot be spoken, and was left out.
  case skipped
  /// All of it is spoken, and has so many frames.
  case done(frames: Frame)
  case failed(SynthesisError)
}

/// Why a text is not spoken.
struct SynthesisError: Error, Equatable, Sendable {
  enum Kind: Sendable {
    /// There is no such voice.
    case noVoice
    /// There is no engine that works.
    case noEngine
    /// The engine was given up for now; nothing is known of the text. A later request tries again.
    case givenUp
    /// The engine cannot speak this text.
    case unspeakable
  }

  var kind: Kind
  /// A sentence that says what happened.
  var message: String
}
