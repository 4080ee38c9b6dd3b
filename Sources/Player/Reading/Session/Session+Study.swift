import EventLoop
package import Study

// Exercises.
extension Session {
  /// Studies a queued track from the place that is heard on, or studies it otherwise.
  ///
  /// - Parameter phrases: those of the whole recording, in order; a text has its sentences.
  /// - Returns: false if nothing can be studied: it has texts and clips, or no phrase is in it.
  package func study(_ track: Track, _ phrases: [Phrase], _ settings: ExerciseSettings) -> Bool {
    study.enter(track, phrases, settings)
  }

  /// A queued track is heard as it is, from the place that is heard on.
  package func endStudy(of track: Track) { study.leave(track) }
}
