import EventLoop
import Reading
import Speech
import Vocabulary
import Workers

/// The speech engines of the machine, and the care for them while the service runs.
@Core
protocol SpeechEngines: Synthesizer, EngineIdentity {
  /// Gives the news to one taker.
  func follow(_ take: @escaping @Core (EngineNews) -> Void)
  /// Looks anew which engines are installed.
  ///
  /// - Parameter commands: those of the listener's settings.
  /// - Throws: `Trouble`; the engines stay as they are.
  func lookForInstalled(with commands: [EngineCommand]) throws(Trouble)
  /// The folders in which voices are installed and removed, as the engines have told with their voices.
  var voiceFolders: [String] { get }
  /// Asks the engines again that have such folders: something in them has changed.
  ///
  /// - Parameter isSeen: true if it was seen: voices that were ill are well then, until they fail. False if something may
  ///   have changed before it could be seen.
  func voicesMayHaveChanged(isSeen: Bool)
  /// True while voices are listed: an engine is waited for, or a list is not told yet.
  var isListing: Bool { get }
  /// Calls `body` when no voices are listed; at once if that is so already.
  func whenListed(_ body: @escaping @Core () -> Void)
  /// Sets the one who knows if engines or voices have come or gone.
  func help(changes: any VoiceChanges)
  /// Sets the one who finds another voice where an engine cannot speak.
  func help(substitute: @escaping @Core (_ voice: VoiceID, _ found: @escaping @Core (VoiceID?) -> Void) -> Void)
}

/// News about the engines.
enum EngineNews {
  /// An engine has other voices than before.
  case voicesChanged
  /// An engine or a voice, as the subject of a sentence, does not work (its trouble), or works again (`nil`).
  case health(String, Trouble?)
}

extension EngineDirectory: SpeechEngines {
  func follow(_ take: @escaping @Core (EngineNews) -> Void) {
    onVoicesChanged = { take(.voicesChanged) }
    onHealth = { take(.health($0, $1)) }
  }

  func lookForInstalled(with commands: [EngineCommand]) throws(Trouble) {
    refresh(try EngineProgram.installed(with: commands))
  }

  func help(changes: any VoiceChanges) { self.changes = changes }

  func help(substitute: @escaping @Core (_ voice: VoiceID, _ found: @escaping @Core (VoiceID?) -> Void) -> Void) {
    self.substitute = substitute
  }
}
