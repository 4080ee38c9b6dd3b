package import AloudAPI
package import CommandOutput
package import Configuration
package import EventLoop
package import Speech
import Vocabulary
import VoiceSelection
package import Workers

/// The engines with the voices that the user's settings and a request choose.
package struct EngineChoice {
  /// The engines, which have listed their voices.
  package let engine: EngineDirectory
  /// The voices of the engines.
  package let catalogue: VoiceCatalogue
  /// The voice for each language.
  package let voices: VoiceChoice
  /// The silences of the reading.
  package let gaps: Silences
  /// The language of a text that names none (BCP 47); empty if the voice has none.
  package let language: String
}

/// Chooses the voices for a text that is read without the service, by the same rules.
@Core
package final class EngineChoosing {
  private var continuation: CheckedContinuation<Result<[Voice], Trouble>, Never>?

  /// Before ``choose(_:task:settings:)``, which is called once.
  package init() {}

  /// Starts the engine and chooses.
  ///
  /// - Parameters:
  ///   - task: completes "cannot …".
  ///   - settings: reads the user's settings.
  package func choose(
    _ options: SpeakOptions, task: String, settings: @Core () async throws(Failure) -> Settings
  ) async throws(Failure) -> EngineChoice {
    let engine: EngineDirectory
    do throws(Trouble) { engine = EngineDirectory(try EngineProgram.installed()) } catch {
      throw Failure(error, task: task)
    }
    var voices = await voices(of: engine)
    let chosen = try await settings()
    let catalogue: VoiceCatalogue
    do throws(Trouble) {
      if !chosen.engines.isEmpty {
        engine.refresh(try EngineProgram.installed(with: chosen.engines))
        voices = await self.voices(of: engine)
      }
      catalogue = VoiceCatalogue(try voices.get())
    } catch {
      throw Failure(error, task: task)
    }
    let defaults = SpeechDefaults(chosen, catalogue: catalogue, troubles: engine.troubles)
    do throws(APIError) {
      let choice = try defaults.choice(for: options)
      let language = options.allIn ?? options.language ?? catalogue.voice(choice.standard.voice)?.language ?? ""
      return EngineChoice(
        engine: engine, catalogue: defaults.catalogue, voices: choice, gaps: defaults.gaps(for: options),
        language: language)
    } catch {
      throw Failure(.noVoice, "cannot \(task): \(error.message)", cure: "aloud voices")
    }
  }

  private func voices(of engine: EngineDirectory) async -> Result<[Voice], Trouble> {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      engine.voices { [weak self] in self?.chosen($0) }
    }
  }

  /// Ends the wait for the engine; ``choose(_:task:settings:)`` throws.
  package func cancel() { chosen(.failure(Trouble(.died, "interrupted"))) }

  private func chosen(_ result: Result<[Voice], Trouble>) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: result)
  }
}
