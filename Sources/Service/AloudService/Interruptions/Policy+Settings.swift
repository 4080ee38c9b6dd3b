import Configuration
import Playback

extension Policy {
  /// The policy from the configuration.
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
