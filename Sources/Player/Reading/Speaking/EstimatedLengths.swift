package import EventLoop
import Speech
import Vocabulary

/// The lengths of sentences whose voices tell none before they have spoken: estimated by what each voice has said so
/// far (``Speech/LengthFit``), also in earlier runs of the service.
@Core
package final class EstimatedLengths {
  /// The sentences of a track that are estimated in one go, within a millisecond. The next ones follow with the next
  /// sentence that is heard.
  private static let most = 200
  /// The sentences of a voice after which its fit is kept, again and again.
  private static let keepEvery = 8
  /// The former lengths of a track that are taken for exact in one go.
  private static let mostPromoted = 500
  /// The last texts of a voice, which its engine may have kept: that one is as long again says nothing. A command's
  /// process keeps twelve sounds.
  private static let mostRecent = 64
  /// The fits in memory. What is left out is kept, or soon learnt again.
  private static let mostFits = 64

  private var fits: [VoiceConfiguration: LengthFit] = [:]
  /// The hashes of the last texts of each voice, every one once.
  private var recent: [VoiceConfiguration: [Int]] = [:]
  /// Keeps the fits for later runs; `nil` if nobody does.
  package weak var keeper: (any KnownLengths)?

  /// Nothing is known yet.
  package init() {}

  /// The fit of a voice, as far as it is known.
  private func fit(of voice: VoiceConfiguration) -> LengthFit {
    if let fit = fits[voice] { return fit }
    // The engine may not have told its name yet, by which they are kept.
    guard let fit = keeper?.fit(of: voice) else { return LengthFit() }
    fits[voice] = fit
    return fit
  }

  /// A voice has spoken a sentence alone.
  func learn(_ frames: Frame, of sentence: Int, in track: Track) {
    let voice = track.voice(of: sentence)
    var fit = fit(of: voice)
    let former = track.measuring.former.removeValue(forKey: sentence)
    let isMadeAnew = isNew(track.text(of: sentence), of: voice)
    if let former, isMadeAnew { fit.noteRepetition(isSame: former == frames) }
    fit.note(frames.microseconds(at: track.timeline.sampleRate), for: LengthFit.Size(track.text(of: sentence)))
    if fits.count >= Self.mostFits, fits[voice] == nil { (fits, recent) = ([:], [:]) }
    fits[voice] = fit
    if fit.count % Self.keepEvery == 0 || fit.count == LengthFit.fewest || former != nil {
      keeper?.keep(fit, of: voice)
    }
  }

  /// Notes that a text is spoken; true if a voice has not spoken it lately.
  private func isNew(_ text: [UInt8], of voice: VoiceConfiguration) -> Bool {
    let hash = text.hashValue
    guard recent[voice]?.contains(hash) != true else { return false }
    recent[voice, default: []].append(hash)
    if recent[voice, default: []].count > Self.mostRecent { recent[voice]?.removeFirst() }
    return true
  }

  /// Takes former lengths of a track for exact whose voices repeat themselves.
  private func promote(_ track: Track) {
    var trust: [VoiceConfiguration: Bool] = [:]
    for (sentence, frames) in track.measuring.former.prefix(Self.mostPromoted) {
      let voice = track.voice(of: sentence)
      let isTrusted = trust[voice] ?? fit(of: voice).repeatsItself
      trust[voice] = isTrusted
      guard isTrusted, track.spans[sentence].isEmpty else { continue }
      track.measuring.former[sentence] = nil
      if track.timeline.speech(of: sentence) == nil { track.setSound(frames, of: sentence) }
    }
  }

  /// Enters estimates for sentences of a track, from its first unmeasured one on.
  ///
  /// - Parameter isEstimated: true for a sentence that one voice speaks, which is not measured.
  func estimate(_ track: Track, where isEstimated: (Int) -> Bool) {
    if !track.measuring.former.isEmpty { promote(track) }
    var numbers: (voice: VoiceConfiguration, fit: LengthFit, numbers: [Double])?
    let known = fit(of: track.voice).count
    // The fit is twice as good now, or the sentences are new.
    if known >= max(LengthFit.fewest, 2 * track.measuring.fitted) {
      track.measuring.fitted = known
      track.measuring.estimated = track.timeline.firstUnmeasured(from: 0) ?? track.sentenceCount
    }
    guard track.measuring.fitted > 0 else { return }
    let start = track.measuring.estimated
    let end = min(track.sentenceCount, start + Self.most)
    guard start < end else { return }
    for sentence in start..<end
    where track.timeline.speech(of: sentence) == nil && track.measuring.former[sentence] == nil
      && isEstimated(sentence)
    {
      let voice = track.voice(of: sentence)
      if numbers?.voice != voice {
        let fit = fit(of: voice)
        numbers = (voice, fit, fit.numbers)
      }
      guard let (_, fit, numbers) = numbers,
        let length = fit.length(of: LengthFit.Size(track.text(of: sentence)), numbers)
      else { continue }
      track.estimateSound(Frame(microseconds: length, at: track.timeline.sampleRate), of: sentence)
    }
    track.measuring.estimated = end
  }
}
