package import Documents
package import EventLoop
package import Playback
package import Speech
package import Vocabulary

// The interfaces between the reading and its surroundings. They say nothing about the implementations.

/// The format of frames: their rate, and the number of interleaved samples in each.
package struct FrameFormat: Equatable, Sendable {
  /// Frames per second.
  package var sampleRate: Int
  /// Samples in a frame, 1…8.
  package var channels: Int

  /// The value from its parts.
  package init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// That of an utterance of texts and clips. Most outputs have the same, so that its samples are passed on unchanged.
  package static let parts = FrameFormat(sampleRate: 48_000, channels: 2)
}

/// Plays frames to the listener, and knows the instant at which each of them is heard.
///
/// *Stream frames* are counted from the creation of the output and never reset. An order of sound or silence is a level
/// that holds until the next one. No event is sent from within a call, except for ``SoundEvent/held(_:)`` and
/// ``SoundEvent/routeLost(_:)``, which may come at any moment.
@Core
package protocol SoundOutput: AnyObject {
  /// The format of the written frames; see ``SoundEvent/formatChanged``.
  var frameFormat: FrameFormat { get }

  /// Takes as many whole frames as there is room for; samples lie in −1…1. Returns their number.
  func write(_ samples: borrowing Span<Float>) -> Int
  /// Drops the frames that were written and not yet taken by the device.
  func discard()
  /// The next stream frame to be written.
  var writeIndex: UInt64 { get }
  /// The next stream frame that the device takes.
  var readIndex: UInt64 { get }
  /// The number of frames that ``write(_:)`` takes now.
  var free: Int { get }
  /// The number of frames that ``write(_:)`` takes if nothing is buffered.
  var capacity: Int { get }
  /// The number of remaining frames below which ``SoundEvent/lowWater`` is sent.
  var lowWater: Int { get set }

  /// The stream frame that is heard at an instant near now.
  func audible(at instant: Instant) -> UInt64
  /// The instant at which a stream frame is or was heard if the sound continues; `nil` if nothing is sounding.
  func instant(ofAudible frame: UInt64) -> Instant?
  /// Asks for one ``SoundEvent/reached(_:)`` when the device has taken everything before a stream frame; `nil` cancels
  /// the request.
  func notify(at index: UInt64?)

  /// Orders sound or silence; sound opens the output. Returns the serial of the later
  /// ``SoundEvent/obeyed(serial:isSounding:at:)``.
  func order(sound: Bool) -> UInt32
  /// Keeps an open output running while silence is ordered, so that sound can begin at once. False at first.
  func setStandby(_ isOn: Bool)
  /// Waits, for a millisecond at most, until an output that begins to run does so; for a moment in which nothing else
  /// is urgent.
  func finishStart()
  /// Asks for short cycles, in which orders take effect sooner, or for longer ones, which wake the machine less often.
  /// Short at first.
  func setShortCycles(_ areShort: Bool)
  /// Changes a level of our own, 0…1, in addition to the listener's volume.
  func fade(to level: CubicLevel, over duration: Duration)
  /// The listener's volume, 0…1.
  var volume: CubicLevel { get set }
  /// The loudness at the device, as far as it is known: its volume, and the mutes on the way to it.
  var loudness: Loudness { get }
  /// Names what is playing, for mixers.
  func setMediaName(_ name: String)

  /// The present abilities of the output.
  var soundState: SoundState { get }
  /// Gets ready to play, silently. Does nothing if it is ready already.
  func open()
  /// Releases everything except the written frames.
  func close()
  /// Releases the stream, and continues to watch for the return of the route that was lost last.
  func closeStream()
  /// The device that plays the sound; `nil` if it is unknown.
  var endpoint: Endpoint? { get }
  /// Sets if the listener wants to hear sound. A route can be lost only while this is true.
  func setWanted(_ isWanted: Bool)
  /// Lets the sound continue at its former private route, or not at all.
  func goOn(at former: Endpoint)
  /// Sets if the machine has just woken up. Called again when that phase is over.
  func setWakingUp(_ isWakingUp: Bool)
}

/// The listener's settings of documents, in the queue or not.
@Core
package protocol DocumentSettings: AnyObject {
  /// The place at which a document continues; `nil`: its beginning. Called once for each opening of the document.
  func place(for document: OpenDocument) -> ChapterPlace?
  /// The document's own rate.
  func rate(of document: OpenDocument) -> Double?
  /// The scalars of a track's text at which there are bookmarks.
  func bookmarks(in track: TrackID) -> [Int]
}

/// The lengths of sentences that earlier runs measured.
///
/// The object learns new lengths from ``SessionNotice/measured(_:)``.
@Core
package protocol KnownLengths: AnyObject {
  /// Enters the known lengths of a track with a complete text. Returns true if the rest may be measured now. Otherwise
  /// the track is surveyed again later.
  func takeUp(_ track: Track) -> Bool
  /// The fit of a voice's lengths by what earlier runs have learnt; `nil` if there is none, or not yet.
  func fit(of voice: VoiceConfiguration) -> LengthFit?
  /// Keeps a fit for later runs.
  func keep(_ fit: LengthFit, of voice: VoiceConfiguration)
}

/// Knows the times that a scheduler's clock does not count.
@Core
package protocol MachineClock: AnyObject {
  /// The time that the machine has slept since it was started, to some milliseconds.
  var suspended: Duration { get }
  /// The time of day. It may be set back.
  var wallTime: WallTime { get }
}

/// Makes the sound of texts, one sentence at a time.
///
/// The same text with the same voice always gives the same sound. Events are never sent from within the call that asks
/// for them.
@Core
package protocol Synthesizer: AnyObject {
  /// Speaks a text of UTF-8. Urgent texts are spoken before the others.
  ///
  /// - Parameters:
  ///   - runs: the parts that other voices speak, in order.
  ///   - rate: the samples a second in which frames are counted, whatever the voices have.
  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    _ urgency: SpeechUrgency,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> SynthesisRequest
  /// Finds out the number of frames of a text, when there is nothing more urgent.
  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> SynthesisRequest
  /// Ends a request: it sends no further event. A request that has ended already is ignored.
  func cancel(_ request: SynthesisRequest)
  /// True if measuring is suspended.
  var isMeasuringHeld: Bool { get set }
  /// Lists the voices; `done` is called once, in a later turn.
  ///
  /// - Parameter some: gets the voices that are known when others take long, and again when more are.
  func listVoices(
    some: @escaping @Core ([Voice]) -> Void, _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void)
  /// True if nothing tells that there are other voices than those that are known. It is asked for each text.
  var knowsVoices: Bool { get }
  /// Before a voice counts as missing: calls `done` when all that are installed now are known, and after some seconds
  /// in any case.
  ///
  /// - Returns: false if they are known; `done` is not called then.
  func awaitVoices(_ done: @escaping @Core () -> Void) -> Bool
  /// The engines that speak nothing now, whatever the text is, and why; other voices speak in their place.
  var troubles: [(engine: String, trouble: Trouble)] { get }
  /// The voices that speak nothing now although their engines are well, and why.
  var voiceTroubles: [(voice: VoiceID, trouble: Trouble)] { get }
  /// The effort of speaking with a voice.
  func effort(of voice: VoiceID) -> SpeechEffort
  /// True if the machine makes the sound of a voice in time for a listener who hears it at a rate.
  func keepsUp(with voice: Voice, at rate: Double) -> Bool
  /// The time that a natural voice takes for its sound, as far as it is known.
  func pace(of voice: Voice) -> SpeakingPace
  /// Gets ready to speak with a voice.
  func warm(_ voice: VoiceConfiguration)
  /// Releases everything that is kept ready.
  func release()
}

extension Synthesizer {
  /// Lists all voices.
  package func listVoices(_ done: @escaping @Core (Result<[Voice], Trouble>) -> Void) {
    listVoices(some: { _ in }, done)
  }
}

/// Identifies a request to a synthesizer while it runs.
package struct SynthesisRequest: Hashable, Sendable {
  /// Unique among those of one driver.
  package let number: UInt64

  /// The value from its parts.
  package init(number: UInt64) {
    self.number = number
  }
}

/// Reads open texts: their sentences and their parts.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
package protocol TextReader: AnyObject {
  /// Reads a text: a file from its start, a pipe from its current place.
  ///
  /// - Parameters:
  ///   - language: BCP 47, for texts that declare none; empty if it is unknown.
  ///   - languages: the languages that are told of parts of the text.
  ///   - name: the file's name, which helps to detect the format; empty if there is none.
  ///   - isTimed: true if the times of subtitles are wanted; each is a sentence then.
  func read(
    _ text: any TextFile, as format: DocumentFormat, language: String, _ languages: LanguageMode, name: String,
    isTimed: Bool, events: @escaping @Core (DocumentEvent) -> Void
  ) -> TextReading
  /// Ends a reading: it sends no further event. A reading that has already ended is ignored.
  func cancel(_ reading: TextReading)
}

/// Identifies a text while it is being read.
package struct TextReading: Hashable, Sendable {
  /// Unique among those of one driver.
  package let number: UInt64

  /// The value from its parts.
  package init(number: UInt64) {
    self.number = number
  }
}

/// An open file with its known properties, so that no later query has to wait for the disk.
package protocol TextFile: AnyObject, Sendable {
  /// The file, for the reader alone; open as long as this object lives.
  var descriptor: CInt { get }
  /// The length in bytes; 0 for a pipe or socket, as its length is unknown.
  var byteCount: Int { get }
  /// True if its first bytes are those of a recording.
  var isRecording: Bool { get }
  /// True if its first bytes and its name are those of a list of files.
  var isPlaylist: Bool { get }
  /// True for a pipe or socket: its writer may take any time.
  var isLive: Bool { get }
  /// The identity of the file; `nil` for a pipe or socket.
  var identity: FileIdentity? { get }
  /// The place from which its text can be read again.
  var origin: TextOrigin? { get }
  /// The identity of its contents; `nil` for a pipe or socket, and for a file that cannot be read.
  var contentID: ContentID? { get }
  /// The fingerprint of its first bytes, by which a file that grows is still the same; `nil` for a pipe or socket, and
  /// for a file that cannot be read.
  var beginning: UInt64? { get }
  /// The bytes of a regular file from a place on, `most` of them at the most.
  func contents(from start: Int, most: Int) -> [UInt8]
}

/// Opens recordings: audio files, and the sound of video files.
@Core
package protocol RecordingOpener: AnyObject {
  /// Opens a recording. Events never come from within a call; all calls are allowed within events.
  func open(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any RecordingDecoder
}

/// Decodes an open recording, as far as it is asked for.
@Core
package protocol RecordingDecoder: AnyObject {
  /// Asks for so many frames more from where it is. Several calls add up.
  func want(frames: Int)
  /// Forgets what was wanted. The samples from exactly that frame on follow the next ``want(frames:)``.
  func seek(to frame: Frame)
  /// Closes the recording. No event follows.
  func abandon()
}

/// Opens the texts that an earlier run left in the queue.
@Core
package protocol KeptTexts: AnyObject {
  /// Opens the text of a track; `done` is called once, perhaps within the call.
  func open(
    _ track: TrackID, from origin: TextOrigin?, done: @escaping @Core (Result<TextSource, ReadingError>) -> Void)
}

/// Knows the voices of the engine.
@Core
package protocol VoiceDirectory: AnyObject {
  /// Calls back with all voices, at once if they are known; `nil` if they are not available.
  func withCatalogue(_ body: @escaping @Core (VoiceCatalogue?) -> Void)
}

/// Decides how much text the queue holds.
@Core
package protocol Admission: AnyObject {
  /// The number of tracks that the queue can take in addition to its present ones.
  var room: Int { get }
  /// Notes that the text of a queued track has become longer. False if there is no room for so many bytes.
  func grow(_ track: TrackID, to bytes: Int) -> Bool
}

/// Stores the covers of documents for desktops.
@Core
package protocol CoverKeeper: AnyObject {
  /// Stores a picture under a name.
  ///
  /// - Parameter known: gets its `file:` URI when it is stored, perhaps within the call, and later once that of a
  ///   better copy, if one is made. It is not called for a picture that cannot be stored.
  func keep(_ image: CoverImage, named name: String, known: @escaping @Core (String) -> Void)
}
