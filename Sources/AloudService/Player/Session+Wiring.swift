import AloudAPI
import Playback
import Speech
import Workers

// Who tells the session what has happened.
extension Session {
  func connect() {
    output.onEvent = { [weak self] in self?.send($0) }
    output.onLowWater = { [weak self] in self?.feeder.pump() }
    output.onReached = { [weak self] in self?.feeder.reached($0) }
    output.onSounding = { [weak self] in self?.progressed() }
    output.onRelease = { [weak self] in
      self?.synthesis.forgetAll()
      self?.notify?(.released)
    }
    synthesis.onLength = { [weak self] track, sentence, frames in
      self?.surveyor.learnt(frames, of: sentence, in: track)
    }
    synthesis.onFailure = { [weak self] track, sentence, error in
      track.unmeasurable.insert(sentence)
      self?.engineFailed(error, speaking: track)
    }
    synthesis.onSkipped = { [weak self] track, _ in
      self?.failed(track.id, APIError(.engine, "the speech engine cannot speak a word of the text; it is left out"))
    }
    surveyor.onLength = { [weak self] in self?.measured($0) }
    feeder.onSentence = { [weak self] in self?.announcer.append($0) }
    feeder.onProgress = { [weak self] in self?.progressed() }
    missingSound.onMissing = { [weak self] in self?.failed($0, $1) }
    holdTimer.onExpired = { [weak self] in self?.send(.holdExpired) }
    silenceWatch.onSilent = { [weak self] in self?.fellSilent($0) }
    sleeper.onEvent = { [weak self] in self?.send($0) }
    leaving.onReached = { [weak self] _ in self?.notify?(.departed) }
    boundary.onReached = { [weak self] in self?.send(.markReached($0)) }
    stateWatch.onPassed = { [weak self] in self?.detailsChanged() }
    feeder.onReport = { [weak self] report in
      switch report {
      case .prepared(let epoch): self?.prepared(epoch)
      case .placed(let epoch, let frame): self?.placed(at: frame, epoch)
      case .ended(let epoch): self?.ended(epoch)
      case .engineLost(let epoch, let error): self?.engineLost(error, epoch)
      }
    }
    announcer.limit = { [weak self] in
      [self?.boundary.end, self?.leaving.end, self?.sleeper.unitEnd].compactMap(\.self).min()
    }
    announcer.isStarted = { [weak self] in self?.player.isHeard ?? false }
    announcer.onHeard = { [weak self] heard, media in
      guard let self else { return }
      self.heard(heard, at: self.feeder.told(media).microseconds(sampleRate: SpeechEngine.sampleRate))
    }
  }
}
