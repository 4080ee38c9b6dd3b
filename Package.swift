// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // The linker orders single functions, and leaves out what nobody calls.
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

/// For targets without C, I/O and isolation: every unsafe expression has to say so.
let pure = settings + [.strictMemorySafety()]

/// Optimises what tests repeat a million times in debug builds, too. Checks, assertions and testability stay.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// The smallest code, for targets on which no listener waits: those of the command alone, descriptions that the service
/// reads once, work that a library does, and decisions once a request or an announcement. It keeps the package small.
let compact: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For every installed program: nothing looks its symbols up by name, and their table takes 0.7 MB.
let program: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
]

/// The addresses that the loader corrects are packed to a tenth (read by glibc 2.36 and later, written by binutils 2.38
/// and later). The programs of the command are linked with Foundation: the linker of the toolchain finds reasons there
/// to link all of ICU, and the one that Swift takes by default does not pack.
func packing(by linker: String) -> [LinkerSetting] {
  program + [
    .unsafeFlags(
      ["-use-ld=\(linker)", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"], .when(configuration: .release))
  ]
}
let packed = packing(by: "lld")

/// For programs with Foundation.
let packedByGNU =
  packing(by: "bfd") + [
    .unsafeFlags(
      ["-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/linking/command.ld"], .when(configuration: .release))
  ]

/// The functions that everybody's first minutes call stand side by side, in the order of their first calls. A process
/// then has few pages of code in memory, and a start waits for few of them. `linking/record` writes these lists.
func ordered(_ program: String) -> [LinkerSetting] {
  let list = "\(Context.packageDirectory)/linking/\(program).order"
  return [
    .unsafeFlags(
      ["-Xlinker", "--symbol-ordering-file=\(list)", "-Xlinker", "--no-warn-symbol-ordering"],
      .when(configuration: .release))
  ]
}

/// For a program whose libraries are all of C: the little that Swift's runtime needs of the C++ library is linked in.
/// The shared library would take 0.9 MB of memory for it.
let withoutSharedCxx: [LinkerSetting] = [
  .unsafeFlags(["-L\(Context.packageDirectory)/linking/static-c++"], .when(configuration: .release))
]

/// The folders below Sources, and the targets in each. C libraries, the basis and the programs are the lowest ranks and
/// the highest; the folders between them are subjects.
let folders: [String: [String]] = [
  "C": [
    "CArchive", "CCLD2", "CDBus", "CEspeakNG", "CFFmpeg", "CFFmpegDecoding", "CFlite", "CFriBidi", "CHanziReadings",
    "CICU", "CJansson", "CLinux", "CMarkdown", "CMeCab", "COnnxRuntime", "CPNG", "CPipeWire", "CPoppler", "CSQLite",
    "CSeccomp", "CSonic", "CSpeexDSP",
    "CSystemd", "CTurboJPEG", "CUchardet", "CUnistring", "CXML2", "CYAML",
  ],
  "Basis": [
    "BusValues", "Documents", "EventLoop", "ProcessClock", "Realtime", "Recordings", "Speech", "Vocabulary",
    "Wire", "DocumentWire", "SoundWire", "SpeechWire",
  ],
  "Player": [
    "Playback", "MPRIS", "Reading", "Study",
  ],
  "Speaking": [
    "SpokenForms", "VoiceSelection", "Linguistics", "LanguageFinding", "Morphology", "SpeechWorkerKit", "Espeak",
    "EspeakSpelling", "Flite", "CommandEngine", "NaturalVoices", "OnnxRuntime",
  ],
  "Texts": [
    "DocumentReading", "PDFReading", "TextDecoding", "Pictures", "DocumentWorkerKit", "PlainTextAnswering",
  ],
  "Sound": [
    "PipeWireKit", "Stretch", "Resampling", "Decoding", "Encoding", "EncodingAnswering",
  ],
  "Service": [
    "AloudService", "AloudAPI", "Announcements", "Configuration", "ConfigurationReading", "ConfigurationStorage",
    "Workers", "Confinement", "Store", "DBusKit",
  ],
  "Command": [
    "AloudClient", "CommandOutput", "Pager", "DirectReading", "BookExport", "TextExplanation",
  ],
  "Programs": [
    "aloud", "aloudd", "aloud-speak", "aloud-read", "aloud-read-book", "aloud-read-pdf",
    "aloud-decode",
    "aloud-encode", "aloud-settings",
  ],
]

let package = Package(
  name: "aloud",
  products: [
    // For tests: preloaded, it lets a program's wall clock jump.
    .library(name: "jumping-clock", type: .dynamic, targets: ["JumpingClock"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // Rank 0: C libraries, each imported by one target.
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    // Types alone: the library is opened when a text needs it.
    .systemLibrary(name: "CCLD2"),
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    // Without `pkgConfig`, which would name the shared library; the module map names the static one.
    .systemLibrary(name: "CEspeakNG", providers: [.apt(["libespeak-ng-dev", "libsonic-dev"])]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavutil",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev", "libavutil-dev"])]),
    .systemLibrary(
      name: "CFFmpegDecoding", pkgConfig: "libavutil",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev", "libavutil-dev"])]),
    // Types alone: the engine opens the library if it is installed.
    .systemLibrary(name: "CFlite"),
    .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    // Data as bytes of the program: a list of this length is no source.
    .target(name: "CHanziReadings", exclude: ["CC-BY-SA-4.0.txt", "README.md", "readings.txt"]),
    .systemLibrary(name: "CICU", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
    // Without `pkgConfig`, which would name a flag that SwiftPM refuses.
    .systemLibrary(name: "CJansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CMarkdown", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    // Nothing is linked: a worker opens the library for a Japanese voice.
    .systemLibrary(name: "CMeCab"),
    // Types alone, too.
    .systemLibrary(name: "COnnxRuntime"),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CPoppler", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CPipeWire", pkgConfig: "libpipewire-0.3", providers: [.apt(["libpipewire-0.3-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSonic", providers: [.apt(["libsonic-dev"])]),
    .systemLibrary(name: "CSpeexDSP", pkgConfig: "speexdsp", providers: [.apt(["libspeexdsp-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
    // Debian's package has no file for pkg-config.
    .systemLibrary(name: "CUnistring", providers: [.apt(["libunistring-dev"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // Rank 1: the basis.
    .target(name: "BusValues", swiftSettings: pure),
    .target(name: "Documents", dependencies: ["Recordings", "Speech", "Vocabulary"], swiftSettings: pure + optimised),
    .target(name: "EventLoop", dependencies: ["CSystemd"], swiftSettings: settings),
    .target(name: "ProcessClock", swiftSettings: settings + compact),
    .target(name: "Realtime", swiftSettings: pure + optimised),
    .target(name: "Recordings", swiftSettings: pure + optimised),
    .target(name: "Speech", dependencies: ["Vocabulary"], swiftSettings: pure + optimised),
    .target(name: "Vocabulary", swiftSettings: pure + optimised + compact),
    .target(name: "Wire", dependencies: ["Speech", "Vocabulary"], swiftSettings: pure + optimised),
    .target(
      name: "DocumentWire", dependencies: ["Documents", "Speech", "Vocabulary", "Wire"],
      swiftSettings: pure + optimised),
    .target(
      name: "SoundWire", dependencies: ["Documents", "Recordings", "Vocabulary", "Wire"],
      swiftSettings: pure + optimised),
    .target(name: "SpeechWire", dependencies: ["Speech", "Vocabulary", "Wire"], swiftSettings: pure + optimised),

    // Rank 2: the domain.
    .target(
      name: "AloudAPI", dependencies: ["BusValues", "Documents", "Study", "Vocabulary"], swiftSettings: pure + compact),
    .target(
      name: "Announcements", dependencies: ["Documents", "Speech", "SpokenForms", "Vocabulary"],
      swiftSettings: pure + optimised + compact),
    .target(name: "Configuration", dependencies: ["Speech", "Study", "Vocabulary"], swiftSettings: pure + compact),
    .target(name: "MPRIS", dependencies: ["BusValues", "Playback", "Vocabulary"], swiftSettings: pure + compact),
    .target(
      name: "Playback", dependencies: ["Documents", "Speech", "Study", "Vocabulary"], swiftSettings: pure + optimised),
    .target(name: "Study", dependencies: ["Recordings", "Speech", "Vocabulary"], swiftSettings: pure + optimised),
    .target(name: "SpokenForms", dependencies: ["Speech", "Vocabulary"], swiftSettings: pure + optimised),

    // Rank 3: mechanisms.
    .target(
      name: "CommandOutput", dependencies: ["AloudAPI", "BusValues", "CUnistring", "Documents", "Vocabulary"],
      swiftSettings: settings + compact),
    .target(name: "DBusKit", dependencies: ["BusValues", "CDBus", "EventLoop"], swiftSettings: settings + compact),
    .target(
      name: "PipeWireKit", dependencies: ["CPipeWire", "EventLoop", "Playback", "Realtime", "Vocabulary"],
      swiftSettings: settings),
    .target(
      name: "Store", dependencies: ["CSQLite", "Documents", "EventLoop", "Playback", "Speech", "Study", "Vocabulary"],
      swiftSettings: settings + compact),
    .target(name: "Stretch", dependencies: ["CSonic"], swiftSettings: settings + optimised),
    .target(name: "Resampling", dependencies: ["CSpeexDSP", "Speech"], swiftSettings: settings + optimised),
    .target(
      name: "Workers",
      dependencies: [
        "Configuration", "DocumentWire", "Documents", "EventLoop", "ProcessClock", "Recordings", "Resampling",
        "SoundWire", "Speech", "SpeechWire", "Vocabulary", "Wire",
      ],
      swiftSettings: settings),
    // ... of the workers.
    .target(
      name: "ConfigurationReading",
      dependencies: [
        "Configuration", "ConfigurationStorage", "Confinement", "Speech", "Vocabulary",
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: settings + compact),
    .target(name: "ConfigurationStorage", dependencies: ["Configuration"], swiftSettings: settings + compact),
    .target(
      name: "Confinement", dependencies: ["CLinux", "CSeccomp", "ProcessClock"], swiftSettings: settings + compact),
    .target(name: "Decoding", dependencies: ["CFFmpegDecoding", "Recordings"], swiftSettings: settings + optimised),
    .target(
      name: "DocumentReading",
      dependencies: ["CArchive", "CMarkdown", "CXML2", "CYAML", "Documents", "Speech", "Vocabulary"],
      swiftSettings: settings + optimised),
    .target(name: "Encoding", dependencies: ["CFFmpeg"], swiftSettings: settings + compact),
    .target(
      name: "EspeakSpelling", dependencies: ["CHanziReadings", "SpokenForms"],
      swiftSettings: settings + optimised),
    .target(name: "LanguageFinding", dependencies: ["CCLD2", "Documents"], swiftSettings: settings + optimised),
    .target(name: "Linguistics", dependencies: ["CICU", "Documents", "Speech", "Vocabulary"], swiftSettings: settings),
    .target(
      name: "Morphology", dependencies: ["CMeCab", "Speech", "SpokenForms"], swiftSettings: settings + optimised),
    // The library is opened when a natural voice speaks, so nothing is linked.
    .target(name: "OnnxRuntime", dependencies: ["COnnxRuntime"], swiftSettings: settings + compact),
    .target(
      name: "PDFReading", dependencies: ["CPoppler", "Documents", "Vocabulary"], swiftSettings: settings + compact),
    .target(
      name: "Pictures", dependencies: ["CPNG", "CTurboJPEG", "Documents", "Vocabulary"],
      swiftSettings: settings + compact),
    .target(
      name: "VoiceSelection", dependencies: ["AloudAPI", "Configuration", "Speech", "Vocabulary"],
      swiftSettings: settings + compact),

    // Rank 4: the reading, which knows the world by its ports alone.
    .target(
      name: "Reading",
      dependencies: [
        "Documents", "EventLoop", "Playback", "Recordings", "Resampling", "Speech", "Stretch", "Study", "Vocabulary",
      ],
      swiftSettings: settings + optimised),

    // Rank 5: the service.
    .target(
      name: "AloudService",
      dependencies: [
        "AloudAPI", "Announcements", "BusValues", "Configuration", "DBusKit", "Documents", "EventLoop", "MPRIS",
        "PipeWireKit", "Playback", "Reading", "Recordings", "Speech", "Store", "Study", "Vocabulary",
        "VoiceSelection", "Workers",
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: settings + compact),

    // ... the client of the service, for the command and other programs.
    .target(
      name: "AloudClient",
      dependencies: [
        "AloudAPI", "BusValues", "DBusKit", "Documents", "EventLoop", "MPRIS", "Playback", "Speech", "Store", "Study",
        "Vocabulary",
      ], swiftSettings: settings + compact),

    // ... the display, the export and the explanation of the command.
    .target(
      name: "BookExport",
      dependencies: [
        "AloudAPI", "CommandOutput", "Configuration", "DirectReading", "Documents", "EventLoop", "Recordings",
        "SoundWire", "Speech", "Stretch", "Study", "Vocabulary", "Workers",
      ], swiftSettings: settings + compact),
    .target(
      name: "DirectReading",
      dependencies: [
        "AloudAPI", "CommandOutput", "Configuration", "Documents", "EventLoop", "Recordings", "Speech", "Vocabulary",
        "VoiceSelection", "Workers",
      ], swiftSettings: settings + compact),
    .target(
      name: "TextExplanation",
      dependencies: ["CommandOutput", "DirectReading", "Documents", "EventLoop", "Speech", "Vocabulary", "Workers"],
      swiftSettings: settings + compact),
    .target(
      name: "Pager",
      dependencies: ["AloudAPI", "CFriBidi", "CommandOutput", "Configuration", "Speech", "Vocabulary"],
      swiftSettings: settings + compact),

    // ... and what the workers that read documents have in common.
    .target(
      name: "DocumentWorkerKit",
      dependencies: [
        "Confinement", "DocumentWire", "Documents", "LanguageFinding", "Linguistics", "Speech", "Vocabulary", "Wire",
      ],
      swiftSettings: settings),
    .target(
      name: "PlainTextAnswering",
      dependencies: [
        "Confinement", "DocumentWire", "DocumentWorkerKit", "Documents", "Linguistics", "Speech", "TextDecoding",
        "Vocabulary", "Wire",
      ], swiftSettings: settings),
    .target(
      name: "EncodingAnswering",
      dependencies: ["Confinement", "Encoding", "SoundWire", "Speech", "Vocabulary", "Wire"],
      swiftSettings: settings + compact),
    .target(
      name: "SpeechWorkerKit",
      dependencies: [
        "Confinement", "Linguistics", "Morphology", "Speech", "SpeechWire", "SpokenForms", "Vocabulary", "Wire",
      ],
      swiftSettings: settings),
    .target(
      name: "CommandEngine", dependencies: ["Confinement", "Speech", "SpeechWorkerKit", "Vocabulary"],
      swiftSettings: settings + optimised),
    .target(
      name: "Espeak", dependencies: ["CEspeakNG", "EspeakSpelling", "Speech", "SpeechWorkerKit", "Vocabulary"],
      swiftSettings: settings),
    .target(
      name: "NaturalVoices",
      dependencies: [
        "CJansson", "Confinement", "Espeak", "OnnxRuntime", "Speech", "SpeechWorkerKit", "Stretch", "Vocabulary",
      ],
      swiftSettings: settings + optimised),
    .target(
      name: "Flite", dependencies: ["CFlite", "Speech", "SpeechWorkerKit", "Vocabulary"], swiftSettings: settings),
    .target(
      name: "TextDecoding", dependencies: ["CUchardet", "Documents", "Linguistics", "Vocabulary"],
      swiftSettings: settings),

    // Rank 5: executables.
    .executableTarget(
      name: "aloud",
      dependencies: [
        "AloudAPI", "AloudClient", "BookExport", "BusValues", "CommandOutput", "Configuration", "ConfigurationStorage",
        "DBusKit", "DirectReading", "Documents", "EventLoop", "LanguageFinding", "Morphology", "Pager",
        "ConfigurationReading", "SoundWire", "Speech", "Study", "TextExplanation", "Vocabulary",
        "Workers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings + compact, linkerSettings: packedByGNU),
    .executableTarget(
      name: "aloudd", dependencies: ["AloudAPI", "AloudService", "EventLoop"], swiftSettings: settings,
      linkerSettings: packed + ordered("aloudd") + withoutSharedCxx),
    .executableTarget(
      name: "aloud-decode",
      dependencies: [
        "Confinement", "Decoding", "Documents", "EncodingAnswering", "Recordings", "SoundWire", "Vocabulary", "Wire",
      ],
      swiftSettings: settings, linkerSettings: packed),
    .executableTarget(
      name: "aloud-encode", dependencies: ["EncodingAnswering"], swiftSettings: settings, linkerSettings: packed),
    .executableTarget(
      name: "aloud-read", dependencies: ["PlainTextAnswering"], swiftSettings: settings,
      linkerSettings: packed + ordered("aloud-speak")),
    .executableTarget(
      name: "aloud-read-book",
      dependencies: [
        "Confinement", "DocumentWire", "DocumentWorkerKit", "DocumentReading", "Documents", "Pictures", "TextDecoding",
        "Vocabulary",
      ],
      swiftSettings: settings, linkerSettings: packed),
    .executableTarget(
      name: "aloud-read-pdf",
      dependencies: ["DocumentWire", "DocumentWorkerKit", "Documents", "PDFReading", "Vocabulary"],
      swiftSettings: settings, linkerSettings: packed),
    .executableTarget(
      name: "aloud-settings", dependencies: ["ConfigurationReading"], swiftSettings: settings,
      linkerSettings: packedByGNU),
    .executableTarget(
      name: "aloud-speak",
      dependencies: [
        "CommandEngine", "Confinement", "Espeak", "Flite", "NaturalVoices", "PlainTextAnswering", "SpeechWorkerKit",
      ],
      swiftSettings: settings, linkerSettings: packed + ordered("aloud-speak")),

    // Tests.
    .target(
      name: "DesktopSupport", dependencies: ["BusValues", "DBusKit", "EventLoop"], path: "Tests/DesktopSupport",
      swiftSettings: settings),
    .target(name: "DocumentSupport", path: "Tests/DocumentSupport", swiftSettings: settings),
    .testTarget(
      name: "AloudAPITests", dependencies: ["AloudAPI", "BusValues", "Study", "Vocabulary"], swiftSettings: settings),
    .testTarget(
      name: "AloudClientTests", dependencies: ["AloudAPI", "AloudClient", "BusValues", "EventLoop"],
      swiftSettings: settings),
    .testTarget(
      name: "AloudServiceTests",
      dependencies: [
        "AloudAPI", "AloudService", "Announcements", "BusValues", "Configuration", "DBusKit", "DesktopSupport",
        "Documents", "EventLoop", "MPRIS", "PipeWireKit", "Playback", "Reading", "ReadingSupport", "Recordings",
        "Speech", "Store", "Study", "Vocabulary", "Workers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AnnouncementsTests", dependencies: ["Announcements", "Speech", "Vocabulary"], swiftSettings: settings),
    .testTarget(
      name: "BookExportTests",
      dependencies: [
        "AloudAPI", "BookExport", "CommandOutput", "DirectReading", "Documents", "Recordings", "SoundWire", "Speech",
        "Workers",
      ],
      swiftSettings: settings),
    .testTarget(name: "BusValuesTests", dependencies: ["BusValues", "DesktopSupport"], swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "aloud", "AloudAPI", "AloudClient", "BusValues", "CommandOutput", "Configuration", "Documents", "Morphology",
        "Pager",
        "Speech",
        "Vocabulary",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Speech", "Study", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "ConfigurationReadingTests",
      dependencies: ["Configuration", "ConfigurationReading", "ConfigurationStorage", "Speech", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "DecodingTests", dependencies: ["Decoding", "DesktopSupport", "Recordings"],
      swiftSettings: settings + optimised),
    .testTarget(name: "DesktopSupportTests", dependencies: ["DesktopSupport"], swiftSettings: settings),
    // C, because it takes the place of functions of the C library.
    .target(name: "JumpingClock", path: "Tests/JumpingClock"),
    // C, because what makes a sound card is macros and callbacks.
    .executableTarget(
      name: "fakecard", dependencies: ["CPipeWire"], path: "Tests/FakeCard", exclude: ["README.md"],
      linkerSettings: [.linkedLibrary("m")]),
    // C, because the kernel's protocol is a header of structures.
    .executableTarget(name: "silent-fs", path: "Tests/SilentFileSystem"),
    .testTarget(
      name: "DesktopTests",
      dependencies: [
        "AloudAPI", "AloudClient", "BusValues", "DBusKit", "DesktopSupport", "DocumentSupport", "EventLoop", "MPRIS",
        "Store", "Study", "Vocabulary", "fake-engine", "fakecard", "flood", "recorder", "silent-fs", "small-client",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DBusKitTests", dependencies: ["BusValues", "DBusKit", "DesktopSupport", "EventLoop", "nested-loop"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentReadingTests",
      dependencies: ["DesktopSupport", "DocumentReading", "Documents", "DocumentSupport", "Speech", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentsTests", dependencies: ["Documents", "Recordings", "Speech", "Vocabulary"], swiftSettings: settings
    ),
    .testTarget(
      name: "NaturalVoicesTests", dependencies: ["Espeak", "NaturalVoices", "OnnxRuntime", "SpeechWorkerKit"],
      swiftSettings: settings + optimised),
    .testTarget(name: "EventLoopTests", dependencies: ["DesktopSupport", "EventLoop"], swiftSettings: settings),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "DesktopSupport", "DocumentSupport", "Speech", "Study", "Vocabulary", "aloud", "aloud-decode", "aloud-encode",
        "aloud-read", "aloud-read-book", "aloud-speak",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EspeakTests", dependencies: ["DesktopSupport", "Espeak", "Speech", "Vocabulary"], swiftSettings: settings),
    .testTarget(
      name: "CommandEngineTests", dependencies: ["CommandEngine", "Flite", "Speech", "SpeechWorkerKit"],
      swiftSettings: settings),
    .testTarget(name: "FliteTests", dependencies: ["Flite", "Speech", "SpeechWorkerKit"], swiftSettings: settings),
    .testTarget(
      name: "LanguageFindingTests", dependencies: ["DesktopSupport", "Documents", "LanguageFinding", "Speech"],
      swiftSettings: settings),
    .testTarget(
      name: "LinguisticsTests", dependencies: ["DesktopSupport", "Documents", "Linguistics", "Speech"],
      swiftSettings: settings),
    .executableTarget(
      name: "manual-page", dependencies: ["AloudAPI", "BusValues"], path: "Tests/ManualPage", swiftSettings: settings),
    .testTarget(
      name: "ManualTests", dependencies: ["aloud", "aloudd", "Configuration", "DesktopSupport", "manual-page"],
      swiftSettings: settings),
    .testTarget(
      name: "MorphologyTests",
      dependencies: ["DesktopSupport", "EspeakSpelling", "Morphology", "Speech", "SpokenForms"],
      swiftSettings: settings),
    .testTarget(
      name: "MPRISTests", dependencies: ["BusValues", "DesktopSupport", "MPRIS", "Playback", "Vocabulary"],
      swiftSettings: settings),
    .executableTarget(
      name: "nested-loop", dependencies: ["BusValues", "DBusKit", "EventLoop"], path: "Tests/NestedLoop",
      swiftSettings: settings),
    .executableTarget(
      name: "recorder", dependencies: ["AloudAPI", "BusValues", "DBusKit", "EventLoop", "PipeWireKit", "Playback"],
      path: "Tests/Recorder", swiftSettings: settings),
    .executableTarget(
      name: "sound-check", dependencies: ["EventLoop", "PipeWireKit", "Playback", "Realtime"], path: "Tests/SoundCheck",
      swiftSettings: settings),
    .executableTarget(
      name: "locker-storm",
      dependencies: ["AloudAPI", "BusValues", "DBusKit", "DesktopSupport", "EventLoop", "Vocabulary"],
      path: "Tests/LockerStorm", swiftSettings: settings),
    .executableTarget(
      name: "flood",
      dependencies: ["AloudAPI", "BusValues", "DBusKit", "DesktopSupport", "EventLoop", "MPRIS"], path: "Tests/Flood",
      swiftSettings: settings),
    .executableTarget(
      name: "storm",
      dependencies: ["AloudAPI", "BusValues", "DBusKit", "DesktopSupport", "EventLoop", "MPRIS"], path: "Tests/Storm",
      swiftSettings: settings),
    .executableTarget(
      name: "small-client", dependencies: ["AloudAPI", "AloudClient", "BusValues", "EventLoop"],
      path: "Tests/SmallClient", swiftSettings: settings),
    .testTarget(
      name: "PipeWireKitTests",
      dependencies: [
        "DesktopSupport", "EventLoop", "PipeWireKit", "Playback", "Realtime", "Vocabulary", "sound-check",
      ],
      exclude: ["rtcheck.c"], swiftSettings: settings),
    .executableTarget(
      name: "aloud-bench",
      dependencies: [
        "AloudAPI", "BusValues", "DBusKit", "DesktopSupport", "DocumentSupport", "Documents", "EventLoop",
        "PipeWireKit", "Speech", "Vocabulary", "Workers", "fakecard", "flood",
      ],
      path: "Benchmarks/AloudBench", swiftSettings: settings),
    .executableTarget(
      name: "check-engine",
      dependencies: ["Confinement", "EventLoop", "Speech", "SpeechWire", "Vocabulary", "Wire"],
      path: "Tests/CheckEngine", swiftSettings: settings),
    .executableTarget(
      name: "humming-engine", dependencies: ["Speech", "SpeechWorkerKit", "Vocabulary"], path: "Tests/HummingEngine",
      swiftSettings: settings),
    .executableTarget(
      name: "fake-engine", dependencies: ["Confinement", "Speech", "SpeechWire", "Vocabulary", "Wire"],
      path: "Tests/FakeEngine", swiftSettings: settings),
    // A target of tests without a test, since only such a target may see the internal parts of `Reading` in each build.
    .testTarget(
      name: "ReadingSupport",
      dependencies: ["Documents", "EventLoop", "Playback", "Reading", "Recordings", "Speech", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "ReadingTests",
      dependencies: [
        "DesktopSupport", "Documents", "EventLoop", "Playback", "Reading", "ReadingSupport", "Recordings", "Resampling",
        "Speech", "Study", "Vocabulary",
      ], swiftSettings: settings),
    .testTarget(
      name: "RealtimeTests", dependencies: ["DesktopSupport", "Realtime"], swiftSettings: settings + optimised),
    .testTarget(
      name: "PDFReadingTests",
      dependencies: ["DesktopSupport", "Documents", "DocumentSupport", "PDFReading", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "PicturesTests",
      dependencies: ["DesktopSupport", "Documents", "DocumentSupport", "Pictures", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "PagerTests",
      dependencies: [
        "AloudAPI", "BusValues", "CommandOutput", "Configuration", "DesktopSupport", "Pager", "Vocabulary",
      ],
      swiftSettings: settings),
    .testTarget(name: "PlaybackTests", dependencies: ["Playback", "Vocabulary"], swiftSettings: settings + optimised),
    .testTarget(
      name: "StudyTests", dependencies: ["DesktopSupport", "Recordings", "Speech", "Study", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "SpokenFormsTests", dependencies: ["EspeakSpelling", "Linguistics", "Speech", "SpokenForms", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "SpeechWorkerKitTests",
      dependencies: ["DesktopSupport", "Speech", "SpeechWire", "SpeechWorkerKit", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(
      name: "SpeechTests", dependencies: ["DesktopSupport", "Speech", "Vocabulary"], swiftSettings: settings),
    .testTarget(
      name: "StoreTests",
      dependencies: ["DesktopSupport", "Documents", "EventLoop", "Playback", "Speech", "Store", "Study", "Vocabulary"],
      swiftSettings: settings),
    .testTarget(name: "ResamplingTests", dependencies: ["Resampling"], swiftSettings: settings + optimised),
    .testTarget(name: "StretchTests", dependencies: ["Stretch"], swiftSettings: settings + optimised),
    .testTarget(name: "StructureTests", dependencies: ["DesktopSupport"], swiftSettings: settings),
    .testTarget(name: "TextDecodingTests", dependencies: ["DesktopSupport", "TextDecoding"], swiftSettings: settings),
    .testTarget(
      name: "VoiceSelectionTests",
      dependencies: ["AloudAPI", "Configuration", "Speech", "Vocabulary", "VoiceSelection"],
      swiftSettings: settings),
    .testTarget(
      name: "WireTests",
      dependencies: [
        "DesktopSupport", "DocumentWire", "Documents", "Recordings", "SoundWire", "Speech", "SpeechWire", "Vocabulary",
        "Wire",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "WorkersTests",
      dependencies: [
        "DesktopSupport", "Documents", "DocumentSupport", "EventLoop", "Linguistics", "Recordings", "Speech",
        "DocumentWire", "SoundWire", "SpeechWire", "Vocabulary", "Wire", "Workers", "aloud-decode", "aloud-read",
        "aloud-read-book", "aloud-read-pdf", "aloud-settings", "aloud-speak", "check-engine",
        "fake-engine", "humming-engine",
      ],
      exclude: ["probe.c"], swiftSettings: settings),
  ]
)

for (folder, names) in folders {
  for target in package.targets where names.contains(target.name) { target.path = "Sources/\(folder)/\(target.name)" }
}

// `make build` needs the programs only: the tests and the benchmarks have products of their own.
if Context.environment["ALOUD_PROGRAMS_ONLY"] != nil {
  package.products = []
  package.targets.removeAll { target in
    target.type == .test || ["Tests/", "Benchmarks/"].contains { target.path?.hasPrefix($0) ?? false }
  }
}
