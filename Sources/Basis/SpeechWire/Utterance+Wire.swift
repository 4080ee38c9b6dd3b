import Speech
import Vocabulary
import Wire

/// The attributes that a run has in a packet, in this order.
private struct Fields: OptionSet {
  var rawValue: UInt8

  static let voice = Fields(rawValue: 1)
  static let prosody = Fields(rawValue: 2)
  static let pause = Fields(rawValue: 4)
  static let mark = Fields(rawValue: 8)
  static let phonemes = Fields(rawValue: 16)
  static let all: Fields = [.voice, .prosody, .pause, .mark, .phonemes]
}

extension ByteWriter {
  mutating func utterance(_ utterance: Utterance) {
    precondition(utterance.text.count <= Utterance.maximumText, "an utterance longer than a packet")
    if let resumption = utterance.resumption {
      u8(1)
      count(resumption.utf8Offset)
      count(resumption.frame)
      count(resumption.mark)
    } else {
      u8(0)
    }
    u8(UInt8(utterance.runs.count))
    for run in utterance.runs {
      count(run.utf8.lowerBound)
      count(run.utf8.upperBound)
      attributes(run.attributes)
    }
    raw(utterance.text)
  }

  private mutating func attributes(_ attributes: RunAttributes) {
    let prosody = attributes.prosody
    var fields: Fields = []
    if attributes.voice != nil { fields.insert(.voice) }
    if prosody != Prosody() { fields.insert(.prosody) }
    if attributes.pauseBefore != .zero { fields.insert(.pause) }
    if attributes.mark != nil { fields.insert(.mark) }
    if attributes.phonemes != nil { fields.insert(.phonemes) }
    u8(fields.rawValue)
    if let voice = attributes.voice { string(voice.name) }
    if fields.contains(.prosody) {
      u16(UInt16(prosody.rate.percent))
      u16(UInt16(prosody.pitch.cents - Prosody.Pitch.range.lowerBound))
      u16(UInt16(prosody.volume.permille))
    }
    if fields.contains(.pause) { count(Int(attributes.pauseBefore.count)) }
    if let mark = attributes.mark { string(mark) }
    if let phonemes = attributes.phonemes { string(phonemes) }
  }
}

extension ByteReader {
  mutating func utterance() -> Utterance? {
    guard let flag = u8(), flag <= 1 else { return nil }
    var resumption: Utterance.Resumption?
    if flag == 1 {
      guard let offset = count(), let frame = count(), let mark = count() else { return nil }
      resumption = .init(utf8Offset: offset, frame: frame, mark: mark)
    }
    guard let runs = textRuns() else { return nil }
    let utterance = Utterance(text: Array(rest()), resumption: resumption, runs: runs)
    guard utterance.isWellFormed, resumption?.utf8Offset ?? 0 <= utterance.text.count else { return nil }
    return utterance
  }

  private mutating func textRuns() -> [TextRun]? {
    guard let count = u8() else { return nil }
    var runs: [TextRun] = []
    for _ in 0..<count {
      guard let start = self.count(), let end = self.count(), start <= end, let attributes = attributes(),
        !attributes.isPlain
      else { return nil }
      runs.append(TextRun(utf8: start..<end, attributes))
    }
    return runs
  }

  private mutating func attributes() -> RunAttributes? {
    guard let byte = u8(), Fields.all.isSuperset(of: Fields(rawValue: byte)) else { return nil }
    let fields = Fields(rawValue: byte)
    var attributes = RunAttributes()
    if fields.contains(.voice) {
      guard let voice = string() else { return nil }
      attributes.voice = .own(voice)
    }
    if fields.contains(.prosody) {
      guard let prosody = prosody() else { return nil }
      attributes.prosody = prosody
    }
    if fields.contains(.pause) {
      guard let pause = count() else { return nil }
      attributes.pauseBefore = Microseconds(Int64(pause))
    }
    if fields.contains(.mark) {
      guard let mark = string() else { return nil }
      attributes.mark = mark
    }
    if fields.contains(.phonemes) {
      guard let phonemes = string() else { return nil }
      attributes.phonemes = phonemes
    }
    return attributes
  }

  /// `nil` also for what is out of range.
  private mutating func prosody() -> Prosody? {
    guard let rate = u16(), let pitch = u16(), let volume = u16() else { return nil }
    let cents = Int(pitch) + Prosody.Pitch.range.lowerBound
    guard Prosody.Rate.range ~= Int(rate), Prosody.Pitch.range ~= cents, Prosody.Volume.range ~= Int(volume) else {
      return nil
    }
    return Prosody(
      rate: .init(percent: Int(rate)), pitch: .init(cents: cents), volume: .init(permille: Int(volume)))
  }
}
