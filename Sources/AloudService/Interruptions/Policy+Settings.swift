import Configuration
import Playback

extension Policy {
  /// What the configuration says.
  init(_ settings: Settings.Interruptions) {
    self.init()
    holdLimit = settings.holdLimit
    rewindAfter = settings.rewindAfter
    pauseRewindAfter = settings.pauseRewindAfter
    resumesOnReplug = settings.resumeOnReplug
    resumesOnUnlock = settings.resumeOnUnlock
    pausesOnMute = settings.pauseOnMute
  }
}
