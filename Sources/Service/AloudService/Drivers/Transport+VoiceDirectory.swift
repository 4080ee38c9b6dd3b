import Configuration
import EventLoop
import Reading
import Speech

// The voices of the engine, which are listed once, with those that the listener prefers.
extension Transport: VoiceDirectory {
  func withCatalogue(_ body: @escaping @Core (VoiceCatalogue?) -> Void) {
    whenReady { [self] in body((try? $0.get()).map(voicesOfKeptTexts(in:))) }
  }
}
