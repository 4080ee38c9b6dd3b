import EventLoop
import Resampling
import Speech
import Vocabulary

/// Turns the events of a text into those at the rate that its client counts in.
@Core
final class SpeechAtRate {
  private let wanted: SampleRate
  /// `nil` until the first event, which comes when the engine's rate is known, and while both are the same.
  private var conversion: SpeechConversion?

  init(_ wanted: SampleRate) { self.wanted = wanted }

  /// The events in place of one.
  ///
  /// - Parameter rate: that of the engine.
  func converted(_ event: SpeechEvent, from rate: SampleRate) -> [SpeechEvent] {
    guard rate != wanted else { return [event] }
    if conversion == nil { conversion = SpeechConversion(from: rate, to: wanted) }
    switch event {
    case .samples(_, let samples):
      let first = Int(conversion?.framesOut ?? 0)
      let converted = conversion?.convert(samples) ?? []
      return converted.isEmpty ? [] : [.samples(firstFrame: first, converted)]
    case .mark(let word):
      return [.mark(WordMark(frame: Int(conversion?.frame(of: Frame(word.frame)) ?? 0), span: word.span))]
    case .reached(let mark, let frame):
      return [.reached(mark: mark, frame: Int(conversion?.frame(of: Frame(frame)) ?? 0))]
    case .done(let frames): return rest() + [.done(frames: conversion?.frame(of: frames) ?? 0)]
    case .failed: return rest() + [event]
    case .skipped, .otherVoice: return [event]
    }
  }

  private func rest() -> [SpeechEvent] {
    let first = Int(conversion?.framesOut ?? 0)
    let rest = conversion?.end() ?? []
    return rest.isEmpty ? [] : [.samples(firstFrame: first, rest)]
  }
}
