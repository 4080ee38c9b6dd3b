import EventLoop
import Playback
import Speech
import Stretch

/// The way from media frames to the ear: the stretch, the ring, and the map from frames to instants.
///
/// Written sound belongs to the epoch set by ``begin(epoch:media:rate:)``, in the order of media time.
@Core
final class Playout {
  private let output: any SoundOutput
  private let scheduler: any Scheduler
  private var rate = 1.0
  /// `nil` at rate 1: the samples are passed on unchanged.
  private var stretch: SpeechStretch?
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

  init(output: any SoundOutput, scheduler: any Scheduler) {
    self.output = output
    self.scheduler = scheduler
  }

  /// Forgets the plan. The sound written from now on is heard next, from the media frame `media` on.
  func begin(epoch: Player.Epoch, media: Frame, rate: Double) {
    discard()
    self.epoch = epoch
    self.rate = rate
    self.media = media
    mapped = media
    stretch = rate == 1 ? nil : SpeechStretch(sampleRate: output.frameFormat.sampleRate, rate: rate)
    map.begin(epoch: epoch, stream: output.writeIndex, media: media)
  }

  /// Forgets the plan.
  func discard() {
    output.discard()
    overflow = []
    silenceRemainder = 0
  }

  // MARK: Writing

  /// Moves samples that were left over into the ring. Returns true if there is room for more.
  func makeRoom() -> Bool {
    guard !overflow.isEmpty else { return output.free > 0 }
    overflow.removeFirst(output.write(overflow.span))
    return overflow.isEmpty && output.free > 0
  }

  /// The stream frame after all written sound.
  var end: UInt64 { output.writeIndex + UInt64(overflow.count) }

  /// True if all written sound is in the ring.
  var isFlushed: Bool { overflow.isEmpty }

  func write(_ samples: ArraySlice<Int16>, gain: Float) {
    media += Frame(samples.count)
    guard stretch != nil else {
      put(samples, gain)
      return extendMap(to: media)
    }
    var stretched: [Int16] = []
    stretch?.process(samples, into: &stretched)
    put(stretched[...], gain)
    // The stretch has taken samples and given none yet: they belong to the sound that it will give.
    guard !stretched.isEmpty else { return }
    extendMap(to: media - (stretch?.framesHeldBack ?? 0))
  }

  /// Ends a run of speech: the stretch releases the sound that it held back.
  func endRun(gain: Float) {
    guard stretch != nil else { return }
    var rest: [Int16] = []
    stretch?.flush(into: &rest)
    put(rest[...], gain)
    extendMap(to: media)
  }

  func writeSilence(_ frames: Frame) {
    let exact = Double(frames) / rate + silenceRemainder
    silenceRemainder = exact - exact.rounded(.down)
    overflow += repeatElement(0, count: Int(exact))
    media += frames
    extendMap(to: media)
    _ = makeRoom()
  }

  private func put(_ samples: ArraySlice<Int16>, _ gain: Float) {
    let factor = gain / 32768
    overflow.append(contentsOf: samples.lazy.map { Float($0) * factor })
    _ = makeRoom()
  }

  private func extendMap(to frame: Frame) {
    mapped = max(mapped, frame)
    map.extend(toStream: end, media: mapped)
  }

  // MARK: Time

  /// The media frame of the current epoch that the listener hears now.
  func heard() -> Frame? { media(atStream: output.audible(at: scheduler.now)) }

  /// The media frame of the current epoch that the output takes next.
  func rendered() -> Frame? { media(atStream: output.readIndex) }

  /// The instant at which a media frame of an epoch is heard; `nil` while it is not written, or nothing is sounding.
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant? {
    map.stream(of: media, in: epoch).flatMap { output.instant(ofAudible: $0) }
  }

  /// Forgets the sound that was heard long ago.
  func prune() { map.forget(before: output.audible(at: scheduler.now)) }

  private func media(atStream index: UInt64) -> Frame? {
    guard let heard = map.heard(at: index) else { return nil }
    // Sound of an older epoch may still be on its way: the listener's place is the beginning of the new one.
    return heard.epoch == epoch ? heard.media : map.start(of: epoch)
  }
}
