import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import DirectReading
import EventLoop
import Speech
import Vocabulary
import Workers

struct Voices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "voices", abstract: "List, compare and add voices.",
    discussion: "The list needs neither the service nor a bus: the engine itself is asked.",
    subcommands: [List.self, Try.self, Add.self, Get.self],
    defaultSubcommand: List.self)

  struct List: Verb {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the voices.",
      discussion: """
        Natural voices are shown with the highest rate at which this machine makes their sound in time: measured by the \
        running service, or estimated.
        """)

    @Argument(
      help: "Only the voices that speak this language (BCP 47), the best first, or whose name has these words.")
    var language: [String] = []

    @Option(
      name: .long,
      help: ArgumentHelp("Only the voices of this engine, by its name in the column ENGINE.", valueName: "engine"))
    var engine: String?

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      try await Voices.list(wanted: language.joined(separator: " "), engine: engine, json: output.json, console)
    }
  }

  @Core
  static func list(
    wanted: String, engine: String? = nil, json: Bool, _ console: Console
  ) async throws(Failure) {
    let (all, engines) = try await InstalledVoices.all(task: "list the voices")
    if let engine, !all.engines.contains(engine) {
      throw Failure(
        .noVoice,
        "cannot find a voice of the engine '\(engine)': "
          + (all.engines.isEmpty ? "none is installed" : "there is \(all.engines.joined(separator: " and "))"),
        cure: "aloud voices")
    }
    let voices = Self.found(wanted, in: engine.map { all.of(engine: $0) } ?? all)
    let rates = await KnownRates(of: voices)
    if json {
      console.print(JSON.answer([("voices", .array(voices.map { Self.json($0, rates) }))]).text)
    } else {
      for line in lines(voices, rates, console.symbols, heading: console.isTerminal) { console.print(line) }
    }
    // Whoever has put a voice into its folder looks for it here.
    if wanted.isEmpty, engine == nil || engine == InstalledVoices.naturalEngine {
      for reason in await InstalledVoices.oddFiles(of: engines, beside: all.voices) { Console.complain(reason) }
    }
    guard voices.isEmpty else { return }
    throw wanted.isEmpty
      ? Failure(.noVoice, "cannot find a voice: none is installed", cure: "apt install \(UsualEngine.dataPackage)")
      : Failure(
        .noVoice, "cannot find a voice for '\(wanted)': no voice speaks such a language or has such a name",
        cure: "aloud voices")
  }

  /// The voices that speak a language, the best first; if none does, those whose name has each of the words in it. All
  /// of them if nothing is wanted.
  static func found(_ wanted: String, in catalogue: VoiceCatalogue) -> [Voice] {
    guard !wanted.isEmpty else { return catalogue.voices }
    let speaking = catalogue.speaking(wanted)
    guard speaking.isEmpty else { return speaking }
    let words = wanted.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" })
    return catalogue.voices.filter { voice in
      let name = "\(voice.name) \(voice.id)".lowercased()
      return words.allSatisfy { name.contains($0) }
    }
  }

  /// A table. Only people get the heading; pipes get the rows alone. What is known of natural voices alone comes last.
  static func lines(
    _ voices: [Voice], _ rates: KnownRates = KnownRates(), _ symbols: Symbols = .unicode, heading: Bool
  ) -> [String] {
    guard !voices.isEmpty else { return [] }
    var rows = voices.map { voice in
      [
        voice.id.text, voice.languages.map { LanguageSpelling.usual($0.tag) }.joined(separator: ","),
        voice.gender == .unspecified ? "" : voice.gender.rawValue, voice.name, voice.id.engine,
      ] + (voice.isNatural ? natural(voice, rates, symbols) : ["", "", pitch(of: voice), "", ""])
    }
    if heading {
      rows.insert(
        ["VOICE", "LANGUAGES", "GENDER", "NAME", "ENGINE"]
          + (voices.contains { $0.isNatural || $0.hasOnePitch }
            ? ["QUALITY", "KEEPS UP", "PITCH", "SIZE", "LICENCE"] : ["", "", "", "", ""]),
        at: 0)
    }
    let widths = (0..<10).map { column in rows.map { TextWidth.cells($0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { TextWidth.padded($0, to: $1) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func natural(_ voice: Voice, _ rates: KnownRates, _ symbols: Symbols) -> [String] {
    let rate = rates.rate(of: voice)
    let highest = (rate.highest * 10).rounded(.down) / 10
    let size = voice.provenance.bytes
    return [
      voice.provenance.quality.isEmpty ? "natural" : voice.provenance.quality,
      highest < AloudBus.rates.lowerBound
        ? "no" : "to " + (rate.isMeasured ? "" : symbols.about) + shortNumber(highest) + symbols.times,
      pitch(of: voice),
      size == 0 ? "" : "\(max(1, (size + 500_000) / 1_000_000)) MB", voice.provenance.licence,
    ]
  }

  /// The word for a pitch that nothing changes.
  private static func pitch(of voice: Voice) -> String { voice.hasOnePitch ? "its own" : "" }

  private static func json(_ voice: Voice, _ rates: KnownRates) -> JSON {
    var members: [(String, JSON)] = [
      ("identifier", .string(voice.id.text)), ("name", .string(voice.name)),
      ("language", .string(LanguageSpelling.usual(voice.language))),
      ("languages", .array(voice.languages.map { .string(LanguageSpelling.usual($0.tag)) })),
      ("gender", .string(voice.gender == .unspecified ? nil : voice.gender.rawValue)),
      ("engine", .string(voice.id.engine)), ("natural", .bool(voice.isNatural)),
      ("one-pitch", .bool(voice.hasOnePitch)),
    ]
    guard voice.isNatural else { return .object(members) }
    let (rate, provenance) = (rates.rate(of: voice), voice.provenance)
    members += [
      ("quality", .string(provenance.quality.isEmpty ? nil : provenance.quality)),
      ("licence", .string(provenance.licence.isEmpty ? nil : provenance.licence)),
      ("size", provenance.bytes > 0 ? .int(Int64(provenance.bytes)) : .null),
      ("highest-rate", .double(rate.highest)), ("rate-measured", .bool(rate.isMeasured)),
    ]
    return .object(members)
  }

  /// The highest rates at which natural voices are made in time, as the running service has measured them.
  struct KnownRates {
    private var measured: [String: Double] = [:]

    /// Nothing was measured.
    init() {}

    /// Asks the service if it runs, and if there is anything to ask. It is not started.
    @Core
    init(of voices: [Voice]) async {
      self.init()
      guard voices.contains(where: \.isNatural),
        let answer = try? await Service().callIfRunning(.listVoices(language: ""), task: "list the voices"),
        let rows = answer.first?.asVardicts
      else { return }
      self = Self(rows.compactMap { VoiceEntry($0) })
    }

    /// From the service's own list.
    init(_ rows: [VoiceEntry]) {
      for row in rows {
        if let natural = row.natural, natural.isMeasured { measured[row.identifier] = natural.highestRate }
      }
    }

    /// The rate of a voice; that which its engine tells of a slow machine if none was measured.
    func rate(of voice: Voice) -> (highest: Double, isMeasured: Bool) {
      if let rate = measured[voice.id.text] { return (rate, true) }
      return (min(SpeakingPace(cost: voice.cost).highestRate, AloudBus.rates.upperBound), false)
    }
  }
}
