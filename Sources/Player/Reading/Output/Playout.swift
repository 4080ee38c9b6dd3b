import EventLoop
import Playback
import Speech
import Stretch

/// The way from media frames to the ear: the stretch, the sample rate and the channels of the output, the ring, and the
/// map from frames to instants.
///
/// Written sound belongs to the epoch set by ``begin(epoch:media:rate:format:)``, in the order of media time. It comes
/// in *runs*, such as the speech of a sentence or a recording; silence is between two runs.
///
/// *Source frames* are the frames behind the stretch, which are as many a second as media frames. At the rate 1 they
/// are the media frames themselves. Sound with a *speed* of its own, such as a slow phrase, is stretched by that as
/// well; its media frames count what is heard at the rate 1.
@Core
final class Playout {
  private let output: any SoundOutput
  private let scheduler: any Scheduler
  /// The listener's rate.
  private var rate = 1.0
  /// The speed of the sound itself.
  private var speed = 1.0
  /// `nil` at rate and speed 1: the samples are passed on unchanged.
  private var stretch: SpeechStretch?
  private var conversion: FrameConversion
  /// The stream frame of each source frame.
  private var grid: FrameGrid
  /// The source frame after the written sound.
  private var source: Int64 = 0
  private var isInRun = false
  /// Samples that did not fit into the ring yet.
  private var overflow: ArraySlice<Float> = []
  /// The fraction of a frame left over from a stretched silence.
  private var silenceRemainder = 0.0
  private var map = PresentationMap()
  private var epoch: Player.Epoch = 0
  /// The media frame after the written sound.
  private(set) var media: Frame = 0
  /// The media frame up to which the map has instants; less than ``media`` while the stretch holds sound back.
  private var mapped: Frame = 0
  /// The silence in which the output rests.
  private var rest: SilentRest?

  init(output: any SoundOutput, scheduler: any Scheduler) {
    self.output = output
    self.scheduler = scheduler
    conversion = FrameConversion(from: output.frameFormat, to: output.frameFormat)
    grid = conversion.grid(at: 0, source: 0)
  }

  /// Forgets the plan. The sound written from now on is heard next, from the media frame `media` on.
  ///
  /// - Parameters:
  ///   - speed: that of the sound itself, beside the listener's rate.
  ///   - format: that of the written sound; `nil` for that of the output.
  func begin(epoch: Player.Epoch, media: Frame, rate: Double, speed: Double = 1, format: FrameFormat?) {
    let format = format ?? output.frameFormat
    discard()
    if conversion.input != format || conversion.output != output.frameFormat {
      conversion = FrameConversion(from: format, to: output.frameFormat)
    }
    self.epoch = epoch
    self.media = media
    isInRun = false
    beginPiece(at: rate, speed)
  }

  /// Samples that are written from now on have another rate, or another speed of their own. Those before are heard to
  /// their end.
  ///
  /// - Parameter gain: that of an open run, which ends.
  func change(rate new: Double, speed newSpeed: Double = 1, gain: Float) {
    guard new != rate || newSpeed != speed else { return }
    endRun(gain: gain)
    silenceRemainder = 0
    beginPiece(at: new, newSpeed)
  }

  /// Samples that are written from now on have a rate, and begin at the media frame ``media``.
  private func beginPiece(at new: Double, _ newSpeed: Double) {
    (rate, speed) = (new, newSpeed)
    mapped = media
    stretch =
      rate == 1 && speed == 1
      ? nil
      : SpeechStretch(
        sampleRate: conversion.input.sampleRate, channels: conversion.input.channels, rate: Self.bounded(rate * speed))
    // The grid begins at the start of the track, so that the same text has the same samples however one gets there.
    source = stretch == nil ? media : 0
    grid = conversion.grid(at: end, source: source)
    map.begin(epoch: epoch, stream: end, media: media, along: stretch == nil ? grid : nil)
  }

  /// The stretch that the library can do.
  private nonisolated static func bounded(_ stretch: Double) -> Double { max(0.05, min(stretch, 20)) }

  /// Forgets the plan.
  func discard() {
    rest = nil
    output.discard()
    overflow = []
    silenceRemainder = 0
  }

  // MARK: Writing

  private var channels: Int { output.frameFormat.channels }

  /// Moves samples that were left over into the ring. Returns true if there is room for more.
  func makeRoom() -> Bool {
    guard !overflow.isEmpty else { return output.free > 0 }
    overflow.removeFirst(output.write(overflow.span) * channels)
    return overflow.isEmpty && output.free > 0
  }

  /// The stream frame after all written sound.
  var end: UInt64 { output.writeIndex + UInt64(overflow.count / channels) }

  /// True if all written sound is in the ring.
  var isFlushed: Bool { overflow.isEmpty }

  /// Writes the next samples of a run; a run begins if none is open.
  ///
  /// - Parameters:
  ///   - samples: interleaved. Their first index belongs to the frame of the run.
  ///   - history: the frames of the run before them, if it begins in its middle.
  ///   - frames: the media frames that they take; `nil`: as many as they are, at the speed 1.
  func write(
    _ samples: ArraySlice<Int16>, after history: ArraySlice<Int16> = [], gain: Float, lasting frames: Frame? = nil
  ) {
    let channels = conversion.input.channels
    if !isInRun {
      let offset = Frame(samples.startIndex / channels)
      beginRun(at: offset, after: Self.floats(history.suffix(historyLength(before: offset) * channels), gain))
    }
    media += frames ?? Frame(samples.count / channels)
    if stretch == nil { put(Self.floats(samples, gain)[...]) } else { stretch(samples, gain) }
  }

  /// Writes the next interleaved samples of a recording; a run begins if none is open.
  ///
  /// - Parameters:
  ///   - frame: the frame of the recording with which they begin.
  ///   - frames: the media frames that they take; `nil`: as many as they are, at the speed 1.
  ///   - history: returns the last frames before it, if a run begins.
  func write(
    _ samples: ArraySlice<Float>, at frame: Frame, gain: Float, lasting frames: Frame? = nil,
    after history: (Int) -> [Float]
  ) {
    func louder(_ samples: ArraySlice<Float>) -> ArraySlice<Float> {
      gain == 1 ? samples : samples.map { $0 * gain }[...]
    }
    if !isInRun {
      beginRun(at: frame, after: Array(louder(history(historyLength(before: frame))[...])))
    }
    media += frames ?? Frame(samples.count / conversion.input.channels)
    guard stretch != nil else { return put(louder(samples)) }
    // The stretch calculates with 16 bits.
    stretch(samples.map { $0 > -1 ? Int16(min($0 * 32_768, 32_767)) : .min }[...], gain)
  }

  /// The frames before a frame of a recording or a sentence that have to be known to write it: some where a run begins
  /// in the middle of it, and none within a run.
  func historyLength(before frame: Frame) -> Int {
    isInRun || stretch != nil ? 0 : conversion.historyLength(before: frame)
  }

  private func stretch(_ samples: ArraySlice<Int16>, _ gain: Float) {
    var stretched: [Int16] = []
    stretch?.process(samples, into: &stretched)
    put(Self.floats(stretched[...], gain)[...])
    // The stretch has taken samples and given none yet: they belong to the sound that it will give.
    guard !stretched.isEmpty else { return }
    let unheard = Frame(Double(source - grid.source(at: end)) * rate)
    let heldBack = Frame(Double(stretch?.framesHeldBack ?? 0) / speed)
    extendMap(to: media - heldBack - unheard)
  }

  /// Ends a run: the stretch and the change of the sample rate release the sound that they held back.
  func endRun(gain: Float) {
    guard isInRun else { return }
    if stretch != nil {
      var rest: [Int16] = []
      stretch?.flush(into: &rest)
      put(Self.floats(rest[...], gain)[...])
    }
    isInRun = false
    conversion.endRun(frames: missing, into: &overflow)
    extendMap(to: media)
    _ = makeRoom()
  }

  func writeSilence(_ frames: Frame) {
    if isInRun { endRun(gain: 1) }
    let exact = Double(frames) / rate + silenceRemainder
    silenceRemainder = exact - exact.rounded(.down)
    source += Int64(exact)
    overflow += repeatElement(0, count: missing * channels)
    media += frames
    extendMap(to: media)
    _ = makeRoom()
  }

  /// The frames of the output that are to come before the present source frame.
  private var missing: Int { Int(max(0, Int64(grid.stream(of: source)) - Int64(end))) }

  private func beginRun(at offset: Frame, after history: [Float]) {
    isInRun = true
    guard stretch == nil else { return conversion.beginRun() }
    // The run may have begun in the middle of a frame of the output: its own frames begin with the next one.
    let output = grid.count(of: source) - grid.count(of: source - offset)
    conversion.beginRun(at: offset, output: output, after: history)
  }

  private func put(_ samples: ArraySlice<Float>) {
    source += Int64(samples.count / conversion.input.channels)
    conversion.process(samples, into: &overflow)
    _ = makeRoom()
    // At the rate 1 the sound follows the grid.
    if stretch == nil { map.extend(toStream: end) }
  }

  private nonisolated static func floats(_ samples: ArraySlice<Int16>, _ gain: Float) -> [Float] {
    let factor = gain / 32768
    return samples.map { Float($0) * factor }
  }

  private func extendMap(to frame: Frame) {
    guard stretch != nil else { return map.extend(toStream: end) }
    mapped = max(mapped, frame)
    map.extend(toStream: end, media: mapped)
  }

  // MARK: Time

  /// The media frame of the current epoch that the listener hears now.
  func heard() -> Frame? {
    rest?.media(at: scheduler.now) ?? media(atStream: output.audible(at: scheduler.now))
  }

  /// The media frame of the current epoch that the output takes next.
  func rendered() -> Frame? { rest?.media(at: scheduler.now) ?? media(atStream: output.readIndex) }

  /// From a media frame to another one the output need not run: the clock alone counts the silence between the two.
  /// The next ``begin(epoch:media:rate:speed:format:)`` or ``discard()`` ends the rest.
  func rest(from media: Frame, until end: Frame) {
    let second = Double(conversion.input.sampleRate) * rate
    rest = SilentRest(media: media, end: end, since: scheduler.now, framesPerSecond: second)
  }

  /// True from a rest to the next plan.
  var isResting: Bool { rest != nil }

  /// The instant at which the end of the rest is heard; `nil` without one.
  var endOfRest: Instant? { rest?.instant }

  /// The instant at which a media frame of an epoch is heard; `nil` while it is not written, or nothing is sounding.
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant? {
    map.stream(of: media, in: epoch).flatMap { output.instant(ofAudible: $0) }
  }

  /// The stream frame with which a media frame of the present epoch begins; `nil` while it is not written.
  func stream(of media: Frame) -> UInt64? { map.stream(of: media, in: epoch) }

  /// From a written media frame on, the sound belongs to another epoch, and goes on as it is.
  func goOn(in epoch: Player.Epoch, from media: Frame) {
    map.hand(from: media, of: self.epoch, to: epoch)
    self.epoch = epoch
  }

  /// Forgets the sound that was heard long ago.
  func prune() { map.forget(before: output.audible(at: scheduler.now)) }

  private func media(atStream index: UInt64) -> Frame? {
    guard let heard = map.heard(at: index) else { return nil }
    // Sound of an older epoch may still be on its way: the listener's place is the beginning of the new one.
    return heard.epoch == epoch ? heard.media : map.start(of: epoch)
  }
}
