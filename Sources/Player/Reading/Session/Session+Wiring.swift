import Playback
import Speech
import Vocabulary

// All reports from the parts of the session.
extension Session {
  func connect() {
    reports.connect { [weak self] in self?.take($0) }
    output.reports.connect { [reports] in reports(.output($0)) }
    announcer.limit = { [weak self] in
      [self?.boundary.end, self?.leaving.end, self?.sleeper.unitEnd].compactMap(\.self).min()
    }
    announcer.isStarted = { [weak self] in self?.player.isHeard ?? false }
  }

  private func take(_ report: PartReport) {
    switch report {
    case .output(let report): take(report)
    case .feeder(let report): take(report)
    case .synthesis(let report): take(report)
    case .measured(let track): measured(track)
    case .heard(let heard, let media):
      self.heard(heard, at: feeder.reported(media).microseconds(at: feeder.sampleRate))
    case .unitPassed: detailsChanged()
    case .silent(let epoch): fellSilent(epoch)
    case .sleep(let event): send(event)
    case .missing(let id, let error): failed(id, error)
    }
  }

  private func take(_ report: OutputDriver.Report) {
    switch report {
    case .player(let event): send(event)
    case .sound(let event): take(event)
    case .released:
      synthesis.forgetAll()
      closeRecordings()
      notify?(.released)
    }
  }

  private func take(_ event: SoundEvent) {
    switch event {
    case .lowWater, .underrun: feeder.pump()
    case .formatChanged: feeder.planAnew()
    case .reached(let index): feeder.reached(index)
    // The instants of heard frames become known, or unknown.
    case .began, .obeyed: progressed()
    case .routeChanged(let change): notify?(.routeChanged(change))
    case .volume, .loudness, .state, .held, .routeLost, .routeReturned: break
    }
  }

  private func take(_ report: Feeder.Report) {
    switch report {
    case .prepared(let epoch): prepared(epoch)
    case .placed(let epoch, let frame): placed(at: frame, epoch)
    case .ended(let epoch): ended(epoch)
    case .engineLost(let epoch, let error): engineLost(error, epoch)
    case .soundNeeded(let track): if let sound = track.recording?.source, !track.isLost { need(track, sound) }
    case .sentence(let plan): announcer.append(plan)
    case .changed(let media): announcer.forget(after: media)
    case .progress: progressed()
    }
  }

  private func take(_ report: Synthesis.Report) {
    switch report {
    case .length(let track, let sentence, let frames): lengthMeasurer.learnt(frames, of: sentence, in: track)
    case .skipped(let track, _):
      failed(track.id, ReadingError(.engine, "the speech engine cannot speak a word of the text; it is left out"))
    case .failed(let track, let sentence, let error):
      track.measuring.lacking.insert(sentence)
      engineFailed(error, speaking: track)
    case .clipFailed(let track, let sentence, let error):
      let name = track.content.own.clip(of: sentence).map { "'\($0.name)'" } ?? "a clip"
      failed(track.id, ReadingError(error.code, "\(name) is left out: \(error.message)"))
    }
  }
}
