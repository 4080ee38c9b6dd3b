import NaturalVoices
import SpeechWorkerKit

/// `aloud-speak-neural` speaks with natural voices.
@main
struct NeuralSpeakWorker {
  static func main() { EngineProcess.run(NaturalEngine.self) }
}
