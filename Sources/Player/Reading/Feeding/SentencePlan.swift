package import EventLoop
package import Playback
package import Speech

/// A sentence in the fed sound with its place: the basis of the announcements of words.
@Core
package struct SentencePlan {
  var epoch: Player.Epoch
  /// The track that it belongs to.
  package var track: TrackID
  /// The index of the sentence in the track.
  package var sentence: Int
  /// The span in the original text.
  package var span: TextSpan
  /// The media frame of its first heard frame.
  package var media: Frame
  /// The first heard frame, counted from the sentence's beginning.
  package var offset: Frame
  var audio: SentenceAudio
  /// The length of a sentence of a recording, whose sound is not in ``audio``; `nil` for a spoken one.
  var recordedFrames: Frame?
  /// True if the reading goes back to it, to repeat it.
  var goesBack = false
  /// True if nothing but the way back is announced: no sentence begins there.
  var isOnlyBack = false
  /// The frame of the sentence at which a repetition leaves it; `nil` if it is heard to its end.
  package var end: Frame?
  /// The hearings of a studied phrase before this one.
  package var turn = 0
  /// The speed of its sound, beside the listener's rate.
  package var speed = 1.0

  /// The media frames that so many frames of the sentence take.
  private func length(_ frames: Frame) -> Frame {
    speed == 1 ? frames : Frame((Double(frames) / speed).rounded(.up))
  }

  /// The frame at which the sentence is left: its own end, or that of a repetition; `nil` while it is unknown.
  var heardFrames: Frame? {
    let made = recordedFrames ?? Frame(audio.frameCount)
    if let end, end <= made { return end }
    return audio.state == .arriving ? nil : made
  }

  /// The media frame at which the sentence is left; `nil` while it is unknown.
  var leavingMedia: Frame? { heardFrames.map { media + length(max(0, $0 - offset)) } }

  /// True if its sound begins like that of another plan.
  func begins(like other: SentencePlan) -> Bool {
    epoch == other.epoch && media == other.media && offset == other.offset && audio === other.audio
  }

  /// True if another plan is a later part of the same sound.
  func isContinued(by other: SentencePlan) -> Bool {
    guard sentence == other.sentence, turn == other.turn, speed == other.speed, !other.goesBack, !isOnlyBack
    else { return false }
    if speed == 1 { return media - offset == other.media - other.offset }
    return abs(media - length(offset) - (other.media - length(other.offset))) <= 1
  }

  /// The media frame at which a word of the sentence is heard; `nil` if it is not.
  package func media(of word: WordMark) -> Frame? {
    let frame = Frame(word.frame)
    return frame < offset || end.map { frame >= $0 } ?? false ? nil : media + length(frame - offset)
  }

  /// A plan that announces nothing but that the reading goes back to a place at which no sentence begins.
  static func back(to sentence: Int, of track: Track, at media: Frame, in epoch: Player.Epoch) -> SentencePlan {
    let audio = SentenceAudio()
    audio.end(.complete)
    return SentencePlan(
      epoch: epoch, track: track.id, sentence: sentence, span: track.span(of: sentence), media: media, offset: 0,
      audio: audio, recordedFrames: 0, goesBack: true, isOnlyBack: true)
  }
}
