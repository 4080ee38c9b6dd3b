import Playback
import Speech
import Vocabulary

// All reports from the parts of the session.
extension Session {
  func take(_ report: PartReport) {
    switch report {
    case .output(let report): take(report)
    case .feeder(let report): take(report)
    case .synthesis(let report): take(report)
    case .measured(let track): lengths.measured(track)
    case .heard(let heard, let media):
      hearing.heard(heard, at: feeder.reported(media).microseconds(at: feeder.sampleRate))
      if case .sentence = heard, isStudying { recordings.writePlace() }
    case .silent(let epoch): arrivals.fellSilent(epoch)
    case .player(let event): send(event)
    case .missing(let id, let error): failed(id, error)
    case .progress: progressed()
    case .details: detailsChanged()
    case .notice(let notice): notify?(notice)
    }
  }

  private func take(_ report: OutputDriver.Report) {
    switch report {
    case .player(let event): send(event)
    case .sound(let event): take(event)
    case .released:
      synthesis.forgetAll()
      recordings.close()
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
    case .prepared(let epoch):
      troubles.madeSound()
      send(.prepared(epoch))
    case .placed(let epoch, let frame): placed(at: frame, epoch)
    case .ended(let epoch): succession.ended(epoch)
    case .engineLost(let epoch, let error): troubles.engineLost(error, epoch)
    case .soundNeeded(let track): recordings.need(track)
    case .sentence(let plan): hearing.announcer.append(plan)
    case .changed(let media): hearing.announcer.forget(after: media)
    case .progress: progressed()
    }
  }

  private func take(_ report: Synthesis.Report) {
    switch report {
    case .length(let track, let sentence, let frames): lengths.measurer.learnt(frames, of: sentence, in: track)
    case .spoken(let track, let sentence): lengths.measurer.spoke(sentence, of: track)
    case .skipped(let track, _):
      failed(track.id, ReadingError(.engine, "the speech engine cannot speak a word of the text; it is left out"))
    case .failed(let track, let sentence, let error):
      track.measuring.lacking.insert(sentence)
      troubles.engineFailed(error, speaking: track)
    case .clipFailed(let track, let sentence, let error):
      let name = track.content.own.clip(of: sentence).map { "'\($0.name)'" } ?? "a clip"
      failed(track.id, ReadingError(error.code, "\(name) is left out: \(error.message)"))
    }
  }
}
