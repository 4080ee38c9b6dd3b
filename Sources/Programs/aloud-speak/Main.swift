import CommandEngine
import Confinement
import Espeak
import Flite
import NaturalVoices
import PlainTextAnswering
import SpeechWorkerKit

/// `aloud-speak` speaks with espeak-ng. By another name it reads plain texts (`aloud-read`), or is another engine in
/// the folder of the engines: `flite`, and `neural` with natural voices. With a command as its arguments, it speaks by
/// that (``CommandEngine``).
@main
struct SpeakWorker {
  static func main() {
    if ReadWorker.isCalled { ReadWorker.run() }
    if ProgramName.isCalled(Flite.library) {
      Flite.silenceMessages()
      EngineProcess.run(Flite.self)
    }
    if ProgramName.isCalled("neural") { EngineProcess.run(NaturalEngine.self) }
    if CommandEngine.isCalled { EngineProcess.run(CommandEngine.self) }
    EngineProcess.run(Espeak.self)
  }
}
