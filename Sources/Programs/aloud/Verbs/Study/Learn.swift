import AloudAPI
import ArgumentParser
import BookExport
import BusValues
import CommandOutput
import Configuration
import Documents
import EventLoop
import Glibc
import Study
import Vocabulary

struct Learn: Verb {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Study recordings and texts: hear their phrases with gaps to repeat them.",
    discussion: """
      Each phrase is heard, then there is a gap in which you repeat it, then the next one; as often and as slowly as you \
      like. Without FILE, the current text or recording is studied from where it is, or the way in which it is studied is \
      changed. A recording sounds at once, and its phrases are found meanwhile. The keys Next and Previous move by phrase, \
      and by file when they are pressed twice. With --off it is heard as it is. The phrases of a text are its sentences, \
      at the places that they have where it is read. A recording is divided \
      where the speaker is silent for 0.35 seconds and more, and where a chapter begins. A phrase keeps a little of the \
      silence around its voice; the rest of a silence belongs to no phrase. With --list the phrases are shown, which \
      needs neither the service nor a sound card; without FILE it shows those of the current recording or text. A file \
      that was studied has its own options and changes there, as in 'aloud export --learn'. \
      With --edit you change its phrases by hand: "split 1:02.5", "join 3" with the next, "start 3 -50ms" and \
      "end 3 1:04.2" move an edge by a time or to a place, "restore 3" or "restore all" undoes it. The changes and the \
      options are kept for each file. With --with the sentences of a translation are heard in its own voice, each behind \
      the one that it translates (or before it, --with-first), once and without a gap to speak in. The translation of a \
      recording is a text with times, such as SRT; 'auto' is the one beside it. With nothing to read, the last study goes on.
      """)

  @Argument(help: "The recordings and texts, or folders of them.")
  var inputs: [String] = []

  @Flag(help: "Show the phrases of the files.")
  var list = false

  @Flag(help: "Hear the current text or recording as it is.")
  var off = false

  @Option(
    name: .customLong("edit"), parsing: .singleValue,
    help: ArgumentHelp("Change a phrase of the current recording by hand.", valueName: "edit"))
  var edits: [String] = []

  @Option(
    help: ArgumentHelp("Hear the sentences of a translation behind the phrases.", valueName: "file|auto"))
  var with: String?

  @Option(help: ArgumentHelp("The language of the translation, if it is not found (BCP 47).", valueName: "tag"))
  var withLang: String?

  @Flag(help: "Hear the translation before the phrases.")
  var withFirst = false

  @OptionGroup var exercise: ExerciseArguments

  @OptionGroup var study: StudyArguments

  @OptionGroup var voices: VoiceArguments

  @OptionGroup var waiting: WaitArguments

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    guard edits.isEmpty else { return try await edit(console) }
    guard with == nil || !(list || off || inputs.isEmpty) else {
      throw Failure(
        .usage, "cannot learn it: --with needs a text, and no --list or --off", cure: "aloud learn FILE --with FILE")
    }
    guard list else { return try await study(console) }
    guard exercise.isEmpty, !off else {
      throw Failure(
        .usage, "cannot divide it: --gap, --repeat, --speeds and --off change how phrases are heard",
        cure: "aloud learn --list FILE")
    }
    guard !inputs.isEmpty else {
      guard study.isEmpty, voices.isEmpty else {
        throw Failure(.usage, "cannot divide it: there is no file", cure: "aloud learn --list FILE")
      }
      let phrases = try await StudiedPhrases(try Service(), task: "list the phrases").all()
      return PhraseListing(phrases: phrases).show(of: nil, isAlone: true, json: output.json, console)
    }
    var changes = LearnOptions()
    try study.apply(to: &changes, task: "divide it")
    var files: [String] = []
    for input in inputs { files += try DocumentFolder.files(input) }
    var worst: Failure?
    for (index, file) in files.enumerated() {
      do throws(Failure) {
        let found = try await phrases(of: file, changes)
        if index > 0, !output.json { console.print("") }
        found.show(of: file, isAlone: files.count == 1, json: output.json, console)
      } catch {
        guard files.count > 1 else { throw error }
        Console.complain(error.message, cure: error.cure)
        worst = worst ?? .quiet(error.status)
      }
    }
    if let worst { throw worst }
  }

  // MARK: Studying

  private func study(_ console: Console) async throws(Failure) {
    let task = "learn \(inputs.first.map { "'\($0)'" } ?? "it")"
    var changes = LearnOptions()
    try study.apply(to: &changes, task: task)
    try exercise.apply(to: &changes, task: task)
    if off {
      guard inputs.isEmpty, changes == LearnOptions() else {
        throw Failure(.usage, "cannot \(task): --off has no file and no other option", cure: "aloud learn --off")
      }
      return try await end()
    }
    guard !inputs.isEmpty else {
      guard voices.isEmpty else {
        throw Failure(
          .usage, "cannot \(task): the current text has its voice already", cure: "aloud learn FILE -v VOICE")
      }
      return try await begin(changes, console)
    }
    if let with { return try await study(with: with, changes, console) }
    guard withLang == nil, !withFirst else {
      throw Failure(.usage, "cannot \(task): there is no translation", cure: "aloud learn FILE --with FILE")
    }
    var options = voices.options
    options.request = .read
    options.learn = changes
    // A translation that a file had before is named anew.
    options.learn?.translations = TranslationPlace.none
    try await Reading(inputs, options, waiting, json: output.json, console).run()
    if !waiting.stays { try await StudyProgress(try Service(), task: task).watch() }
  }

  /// Studies a text in two languages.
  private func study(with translation: String, _ changes: LearnOptions, _ console: Console) async throws(Failure) {
    let task = "learn '\(inputs[0])' with '\(translation)'"
    guard inputs.count == 1, voices.voice == nil, voices.engine == nil, voices.allIn == nil else {
      throw Failure(
        .usage, "cannot \(task): --with is for one text, and each language has its own voice",
        cure: "aloud learn FILE --with FILE; `aloud voices try` chooses a voice for a language")
    }
    if try Self.isRecording(inputs[0]) { return try await hear(translation, changes, task: task, console) }
    guard study.isEmpty else {
      throw Failure(
        .usage, "cannot \(task): the phrases of a text are its sentences", cure: "without --by, --silence and the like")
    }
    let (text, other) = (try Self.text(inputs[0], task: task), try Self.text(translation, task: task))
    defer {
      close(text.descriptor)
      close(other.descriptor)
    }
    let both = try await BilingualText.make(
      BilingualText.Source(text.descriptor, name: text.name, language: voices.lang),
      BilingualText.Source(other.descriptor, name: other.name, language: withLang), withFirst ? .before : .after,
      task: task
    ) { () async throws(Failure) in try await UserSettings.read(task: task).settings }
    for remark in both.remarks { Console.tell(remark) }
    var options = SpeakOptions(request: .read)
    options.format = .html
    // The languages that the page declares are surer than those that its sentences show.
    options.language = both.language
    options.title = both.title.isEmpty ? FileName.title(text.name) : both.title
    options.learn = changes
    options.learn?.translations = withFirst ? .before : .after
    try await Reading(["-"], options, waiting, input: both.page, json: output.json, console).run()
  }

  /// Studies a recording with a text that translates it, whose sentences are spoken behind its phrases.
  private func hear(
    _ translation: String, _ changes: LearnOptions, task: String, _ console: Console
  ) async throws(Failure) {
    var options = SpeakOptions(language: voices.lang, request: .read)
    if translation != Self.textBeside {
      let text = try Self.text(translation, task: task)
      close(text.descriptor)
      try await TimedText.check(text.path, task: task, option: "--with, or with an SRT file")
      options.pairedText = text.uri
    }
    options.learn = changes
    options.learn?.translations = withFirst ? .before : .after
    options.learn?.translationLanguage = withLang
    try await Reading(inputs, options, waiting, json: output.json, console).run()
    if !waiting.stays { try await StudyProgress(try Service(), task: task).watch() }
  }

  /// The word for the text that belongs to a recording, in place of a file.
  private static let textBeside = "auto"

  private static func isRecording(_ file: String) throws(Failure) -> Bool {
    let opened = try FileCheck.open(file)
    defer { close(opened.descriptor) }
    return FileCheck.isRecording(opened.descriptor, name: opened.name)
  }

  private static func text(_ file: String, task: String) throws(Failure) -> SentFile {
    let opened = try FileCheck.open(file)
    guard !FileCheck.isRecording(opened.descriptor, name: opened.name) else {
      close(opened.descriptor)
      throw Failure(
        .usage, "cannot \(task): '\(opened.name)' is a recording, and a translation is a text",
        cure: "a text; a recording needs one that has times, such as SRT")
    }
    return opened
  }

  /// Studies the current track, or changes how it is studied.
  @Core
  private func begin(_ changes: LearnOptions, _ console: Console) async throws(Failure) {
    let (service, task) = (try Service(), "learn it")
    do throws(Failure) {
      _ = try await service.call(.learn("/", changes), task: task)
      _ = try await service.call(.play, task: task)
    } catch {
      guard error.apiCode == .noTrack else { throw error }
      try await goOn(changes, service)
    }
    try await StudyProgress(service, task: task).watch()
  }

  /// Goes on with what was studied last.
  @Core
  private func goOn(_ changes: LearnOptions, _ service: Service) async throws(Failure) {
    // The library lists what was heard last first.
    guard let last = try await service.documents().first(where: \.isStudied) else {
      throw Failure(
        .failed, "cannot learn it: nothing is being read, and nothing was studied", cure: "aloud learn FILE")
    }
    try await LibraryVerb.read(last, service)
    if changes != LearnOptions() { _ = try await service.call(.learn("/", changes), task: "learn it") }
  }

  /// Changes phrases by hand.
  @Core
  private func edit(_ console: Console) async throws(Failure) {
    guard inputs.isEmpty, !list, !off, exercise.isEmpty, study.isEmpty, voices.isEmpty else {
      throw Failure(
        .usage, "cannot edit the phrases: --edit has no file and no other option", cure: "aloud learn --edit \"join 3\""
      )
    }
    var wanted: [PhraseEditArgument] = []
    for edit in edits { wanted.append(try PhraseEditArgument(edit)) }
    let phrases = StudiedPhrases(try Service(), task: "edit the phrases")
    for edit in wanted { try await phrases.make(edit) }
    let changed = try await phrases.all()
    Console.tell(changed.count == 1 ? "1 phrase" : "\(changed.count) phrases")
  }

  @Core
  private func end() async throws(Failure) {
    _ = try await Service().call(.stopLearning("/"), task: "hear it as it is")
  }

  // MARK: The list

  @Core
  private func phrases(of file: String, _ changes: LearnOptions) async throws(Failure) -> PhraseListing {
    let task = "divide '\(file)'"
    let opened = try FileCheck.open(file)
    defer { close(opened.descriptor) }
    guard FileCheck.isRecording(opened.descriptor, name: opened.name) else {
      guard study.isEmpty else {
        throw Failure(
          .usage, "cannot \(task): the phrases of a text are its sentences",
          cure: "without --by, --silence and the like")
      }
      return try await sentences(of: opened, task: task)
    }
    guard voices.isEmpty else {
      throw Failure(
        .usage, "cannot \(task): it is a recording, which no voice reads", cure: "without -v, -l and --all-in")
    }
    let study = try await FileStudy(opened.descriptor, changes, task: task)
    let found = try await RecordedPhrases(
      study.plan.phrases, by: study.plan.source, study.edits, task: task, ExportProgress(isQuiet: false, effort: 0)
    ).find(opened.descriptor, path: opened.path)
    if let loss = found.loss { Console.complain("'\(file)' is broken: \(loss)") }
    return PhraseListing(phrases: found.phrases, texts: found.texts)
  }

  @Core
  private func sentences(of file: SentFile, task: String) async throws(Failure) -> PhraseListing {
    let found = try await SentencePhrases.find(file.descriptor, name: file.name, voices.options, task: task) {
      () async throws(Failure) in
      try await UserSettings.read(task: task).settings
    }
    for loss in found.losses { Console.complain("cannot divide all of '\(file.name)': \(loss)") }
    return PhraseListing(phrases: found.phrases, texts: found.texts)
  }
}
