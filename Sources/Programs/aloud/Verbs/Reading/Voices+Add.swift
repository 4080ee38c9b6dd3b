import ArgumentParser
import CommandOutput
import Configuration
import ConfigurationStorage
import DirectReading
import EventLoop
import Glibc
import Speech
import Vocabulary
import Workers

extension Voices {
  struct Add: Verb {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Check voices of Piper, and copy them to where the engine finds them.",
      discussion: """
        A voice is two files, NAME.onnx and NAME.onnx.json, which lie in one folder; one of them is named. A MODEL_CARD \
        beside them tells the licence. 'aloud voices get NAME' prints what to download.
        """)

    @Argument(help: "Files of voices.", completion: .file())
    var files: [String]

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let folder = try VoiceFolder.own(task: "add a voice")
      var wrong: String?
      guard let voices = VoiceFiles.named(by: files, unknown: { wrong = $0 }), !voices.isEmpty else {
        throw Failure(
          .usage, "cannot add '\(wrong ?? files.first ?? "")': a voice is NAME.onnx, with NAME.onnx.json beside it",
          cure: "aloud voices add NAME.onnx")
      }
      var added: [Voice] = []
      for files in voices {
        let voice = try await Self.add(files, to: folder)
        added.append(voice)
        if !output.json { console.print(Self.line(voice)) }
      }
      guard output.json else { return }
      console.print(JSON.answer([("voices", .array(added.map { .string($0.id.text) }))]).text)
    }

    /// What people read about an added voice.
    static func line(_ voice: Voice) -> String {
      let facts = [
        LanguageSpelling.usual(voice.language), voice.provenance.quality,
        voice.provenance.licence.isEmpty ? "licence unknown" : voice.provenance.licence,
      ].filter { !$0.isEmpty }
      return "\(voice.id) (\(facts.joined(separator: ", "))); hear it: aloud say -v \(voice.id) TEXT"
    }

    @Core
    private static func add(_ files: VoiceFiles, to folder: VoiceFolder) async throws(Failure) -> Voice {
      let task = "add '\(files.name)'"
      guard !folder.has(files.name) else {
        throw Failure(
          .usage, "cannot \(task): there is a voice of this name",
          cure: "rm -r \(shellQuoted(folder.folder(of: files.name)))")
      }
      for file in [files.model, files.description] where access(file, R_OK) != 0 {
        throw Failure(
          .usage, "cannot \(task): '\(file)' cannot be read: \(CopyFault(path: file, number: errno).reason)",
          cure: "aloud voices get \(PiperVoiceName(files.name)?.text ?? "NAME")")
      }
      let draft: VoiceDraft
      do throws(CopyFault) { draft = try folder.draft(files) } catch { throw Self.failure(error, task: task) }
      do throws(Failure) {
        let voice = try await AddedVoice.check(draft, task: task)
        do throws(CopyFault) { try folder.take(draft) } catch { throw Self.failure(error, task: task) }
        return voice
      } catch {
        draft.remove()
        throw error
      }
    }

    private static func failure(_ fault: CopyFault, task: String) -> Failure {
      Failure(
        .failed, "cannot \(task): '\(fault.path)': \(fault.reason)", cure: "ls -ld \(shellQuoted(fault.path))")
    }
  }
}

/// The check of a voice by the engine itself: it lists the voice and speaks a word with it, as it will later.
@Core
enum AddedVoice {
  private static let engine = InstalledVoices.naturalEngine

  /// The voice as the engine lists it.
  ///
  /// - Parameter task: completes "cannot …".
  /// - Throws: what the engine says of it.
  static func check(_ draft: VoiceDraft, task: String) async throws(Failure) -> Voice {
    let programs: [EngineProgram]
    do throws(Trouble) { programs = try EngineProgram.installed() } catch { throw Failure(error, task: task) }
    guard let program = programs.first(where: { $0.name == engine }) else {
      throw Failure(.noVoice, "cannot \(task): the engine '\(engine)' is not installed", cure: "aloud doctor")
    }
    let variables = ["HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"]
    let former = variables.map { ($0, ConfigurationFiles.value($0)) }
    defer { for (name, value) in former { if let value { setenv(name, value, 1) } else { unsetenv(name) } } }
    // The engine looks into the draft alone.
    for name in variables { setenv(name, draft.root, 1) }
    let speech = SpeechEngine(engine: engine, program.program)
    defer { speech.release() }
    let listed: Result<[Voice], Trouble> = await withCheckedContinuation { continuation in
      speech.voices { continuation.resume(returning: $0) }
    }
    let id = VoiceID(engine: engine, name: draft.name)
    let trouble: Trouble? = await withCheckedContinuation { continuation in
      _ = speech.speak("1, 2, 3.", configuration: VoiceConfiguration(voice: id)) { event in
        switch event {
        case .done(let frames): continuation.resume(returning: frames > 0 ? nil : Trouble(.engine, "it says nothing"))
        case .failed(let trouble): continuation.resume(returning: trouble)
        case .samples, .mark, .skipped, .otherVoice, .reached: break
        }
      }
    }
    if let trouble {
      throw Failure(
        .noVoice, "cannot \(task): \(trouble.detail.isEmpty ? "\(trouble)" : trouble.detail)",
        cure: "aloud voices get NAME")
    }
    guard case .success(let voices) = listed, let voice = voices.first(where: { $0.id == id }) else {
      throw Failure(.noVoice, "cannot \(task): the engine does not list it", cure: "aloud voices")
    }
    return voice
  }
}
