import Espeak
import PlainTextAnswering
import SpeechWorkerKit

/// `aloud-speak` speaks with espeak-ng. By its other name, `aloud-read`, it reads plain texts.
@main
struct SpeakWorker {
  static func main() {
    if ReadWorker.isCalled { ReadWorker.run() }
    EngineProcess.run(Espeak.self)
  }
}
