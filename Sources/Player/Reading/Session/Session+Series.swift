import EventLoop
package import Playback
import Vocabulary

// Texts that a program brings one by one: at the end of one the reading waits for the next.
extension Session {
  /// The time for which the next text is awaited at the end of the one before.
  private static let patience = Duration.seconds(60)

  /// The end of the current track has been heard.
  ///
  /// - Returns: true if the text that follows is still to come, so that the track goes on in silence.
  func awaitsNext(_ epoch: Player.Epoch) -> Bool {
    guard epoch == player.epoch, player.loop != .track, let track = player.current.flatMap({ self.track($0) }),
      track.awaitsMore
    else { return false }
    // The further chapters of the same document come first.
    if let next = player.following(track.id).flatMap({ self.track($0) }), next.isOfSameDocument(as: track) {
      return false
    }
    fetching = epoch
    fetchTimer.update(now + Self.patience) { [weak self] in
      guard let self, fetching == player.epoch else { return }
      endSeries(track.id, ReadingError(.notAnswering, "the next chapter has not come within a minute"))
    }
    detailsChanged()
    return true
  }

  /// The text that follows a track has come, or none does.
  ///
  /// - Parameter error: the reason, if one was to come: the reading stops after the track. `nil`: it goes on.
  package func endSeries(_ id: TrackID, _ error: ReadingError? = nil) {
    guard let track = track(id) else { return }
    let chapters = player.ids.compactMap { self.track($0) }.filter { $0 === track || $0.isOfSameDocument(as: track) }
    guard chapters.contains(where: \.awaitsMore) else { return }
    for chapter in chapters { chapter.awaitsMore = false }
    if let error { chapters.last?.blockage = error }
    guard let epoch = fetching, epoch == player.epoch else { return }
    fetching = nil
    fetchTimer.update(nil) {}
    ended(epoch)
  }
}
