import EventLoop
import Speech
import Vocabulary

/// A text that several engines speak, one part after the other: its events are those of one utterance.
///
/// A part that its engine fails to speak may be continued by another one, from the last word that has begun.
@Core
final class JoinedSpeech {
  /// The part of a text that one engine speaks.
  struct Part: Equatable {
    var engine: String
    var text: [UInt8]
    var configuration: VoiceConfiguration
    /// The parts of ``text`` that are said in another way, by voices of the same engine.
    var runs: [TextRun]
    /// The place of the part in the whole text; only its start counts.
    var origin: TextSpan
  }

  /// A part that is being spoken, or waits for its turn.
  private struct Speaking {
    /// The place in the whole text of what is spoken for the part now; only its start counts.
    var origin: TextSpan
    /// The events before its turn.
    var waiting: [SpeechEvent] = []
    /// Words whose sound has not come: they are lost with the engine.
    var held: [WordMark] = []
    /// Marks of the text whose sound has not come.
    var heldMarks: [(name: String, frame: Int)] = []
    /// The marks of the part that were told.
    var toldMarks = 0
    /// The last word whose sound has come, at least in part.
    var lastWord: TextSpan?
    var frames = 0
    /// The last sample of its sound.
    var lastSample: Int16 = 0
    /// True for what is spoken in place of a failed engine, from a word on that was told already.
    var isAtToldWord = false
  }

  private let deliver: @Core (SpeechEvent) -> Void
  private var parts: [Speaking]
  private var current = 0
  /// The frames before those that are spoken now for the current part.
  private var frames = 0
  private(set) var isOver = false

  /// Called when a part cannot be spoken to its end. It returns true if another engine speaks what is left of it: that
  /// is to be asked for with ``restart(_:)``.
  var recover: (@Core (_ part: Int, _ trouble: Trouble) -> Bool)?

  init(_ parts: [Part], deliver: @escaping @Core (SpeechEvent) -> Void) {
    self.deliver = deliver
    self.parts = parts.map { Speaking(origin: $0.origin) }
  }

  /// True if a part is heard now: the parts before it are over.
  func isCurrent(_ part: Int) -> Bool { part == current }

  /// Takes an event of a part.
  func take(_ event: SpeechEvent, of part: Int) {
    guard !isOver else { return }
    if case .failed(let trouble) = event, recover?(part, trouble) ?? false { return }
    guard part == current else { return parts[part].waiting.append(event) }
    switch event {
    case .samples(let first, let samples):
      parts[part].frames = first + samples.count
      parts[part].lastSample = samples.last ?? parts[part].lastSample
      deliverMarks(before: first + samples.count)
      deliverWords(before: first + samples.count)
      deliver(.samples(firstFrame: frames + first, samples))
    case .mark(let mark): parts[part].held.append(mark)
    case .reached(let name, let frame): parts[part].heldMarks.append((name, frame))
    case .skipped(let span): deliver(.skipped(span.shifted(by: parts[part].origin)))
    case .otherVoice: deliver(event)
    case .failed:
      isOver = true
      deliver(event)
    case .done(let count):
      deliverMarks(before: .max)
      deliverWords(before: .max)
      frames += Int(count)
      current += 1
      guard current < parts.count else {
        isOver = true
        return deliver(.done(frames: Frame(frames)))
      }
      let events = parts[current].waiting
      parts[current].waiting = []
      for event in events { take(event, of: current) }
    }
  }

  /// Tells the marks of the current part before a frame of it.
  private func deliverMarks(before frame: Int) {
    let part = current
    while let mark = parts[part].heldMarks.first, mark.frame < frame {
      parts[part].heldMarks.removeFirst()
      parts[part].toldMarks += 1
      deliver(.reached(mark: mark.name, frame: frames + mark.frame))
    }
  }

  /// Tells the words of the current part that begin before a frame of it.
  private func deliverWords(before frame: Int) {
    let part = current
    while let mark = parts[part].held.first, mark.frame < frame {
      parts[part].held.removeFirst()
      parts[part].lastWord = mark.span
      let wasTold = parts[part].isAtToldWord && mark.span.utf8.lowerBound == 0
      parts[part].isAtToldWord = false
      guard !wasTold else { continue }
      deliver(.mark(WordMark(frame: frames + mark.frame, span: mark.span.shifted(by: parts[part].origin))))
    }
  }

  /// What is left of a part whose engine has failed.
  struct Rest {
    /// The byte of the text that was spoken for the part, with which the rest begins.
    var start: Int
    /// True if the word there was heard, at least in part.
    var isBegun: Bool
    /// The marks of the part that were told.
    var toldMarks: Int

    /// The runs of the rest: nothing before the word that was heard comes again, nor a mark that was told.
    func runs(of part: Part) -> [TextRun] {
      var told = toldMarks
      return part.runs.compactMap { run in
        var run = run
        if run.attributes.mark != nil, told > 0 {
          told -= 1
          run.attributes.mark = nil
        }
        guard run.utf8.upperBound > start || run.utf8.lowerBound == start else { return nil }
        if isBegun ? run.utf8.lowerBound <= start : run.utf8.lowerBound < start { run.attributes.pauseBefore = .zero }
        run.utf8 = max(run.utf8.lowerBound, start) - start..<run.utf8.upperBound - start
        return run.attributes.isPlain || run.utf8.isEmpty && !run.attributes.isPoint ? nil : run
      }
    }
  }

  /// Prepares for another engine that speaks the rest of a part: its events count from there.
  func restart(_ part: Int) -> Rest {
    let failed = parts[part]
    guard part == current else {
      parts[part] = Speaking(origin: failed.origin)
      parts[part].waiting = [.otherVoice]
      return Rest(start: 0, isBegun: false, toldMarks: 0)
    }
    parts[part] = Speaking(origin: failed.lastWord.map { $0.shifted(by: failed.origin) } ?? failed.origin)
    parts[part].isAtToldWord = failed.lastWord != nil
    parts[part].toldMarks = failed.toldMarks
    // The sound ends in the middle of a wave, and a step to silence is a click.
    let fade = Self.fade(from: failed.lastSample)
    if !fade.isEmpty { deliver(.samples(firstFrame: frames + failed.frames, fade)) }
    frames += failed.frames + fade.count
    deliver(.otherVoice)
    return Rest(
      start: failed.lastWord?.utf8.lowerBound ?? 0, isBegun: failed.lastWord != nil, toldMarks: failed.toldMarks)
  }

  /// Samples from one to silence, some milliseconds at the rates of voices; none if it is silence.
  private static func fade(from sample: Int16) -> [Int16] {
    guard sample != 0 else { return [] }
    let count = 64
    return (1...count).map { Int16(Int(sample) * (count - $0) / count) }
  }

  /// The parts of a text, each of them for one engine and one rate of samples, in order.
  ///
  /// - Parameters:
  ///   - configuration: the voice of what no run covers.
  ///   - runs: the parts that are said in another way, in order.
  ///   - odd: the voices that share no process with most voices of their engine.
  static func parts(
    _ text: [UInt8], _ configuration: VoiceConfiguration, _ runs: [TextRun], odd: [VoiceID: OddVoice] = [:]
  ) -> [Part] {
    var parts: [Part] = []
    var place = TextPlace.start
    for run in TextRun.covering(text.count, runs) {
      let own = run.attributes.voice.map(configuration.with(voice:)) ?? configuration
      let bytes = text[run.utf8]
      var attributes = run.attributes
      if var last = parts.last,
        bytes.isEmpty
          || last.engine == own.voice.engine && odd[last.configuration.voice] == odd[own.voice]
      {
        let start = last.text.count
        attributes.voice = bytes.isEmpty || own == last.configuration ? nil : own.voice
        if !attributes.isPlain { last.runs.append(TextRun(utf8: start..<start + bytes.count, attributes)) }
        last.text += bytes
        parts[parts.count - 1] = last
      } else {
        attributes.voice = nil
        parts.append(
          Part(
            engine: own.voice.engine, text: Array(bytes), configuration: own,
            runs: attributes.isPlain ? [] : [TextRun(utf8: 0..<bytes.count, attributes)],
            origin: TextSpan(place, place)))
      }
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { place = place.after(scalar) }
    }
    return parts
  }
}
