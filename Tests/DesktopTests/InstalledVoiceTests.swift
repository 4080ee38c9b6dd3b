import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// The natural voice that `scripts/fetch-voices` has fetched and `make install-voice` installs.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled("there is no natural voice here (scripts/fetch-voices)") { Project.fetchedVoices != nil })
struct InstalledVoiceTests {
  init() { _ = coreLoop }

  private func files(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  @Test func uninstallRemovesTheVoiceToo() async throws {
    let prefix = NSTemporaryDirectory() + "aloud-prefix-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    let without = try files(below: prefix)
    #expect(without.contains("libexec/aloud/engines/neural"))
    try await installation.addVoice()
    let voice = Set(try files(below: prefix)).subtracting(without)
    #expect(
      voice.isSuperset(of: [
        "lib/aloud/libonnxruntime.so.1", "share/aloud/voices/heart.onnx",
        "share/aloud/voices/heart.onnx.json", "share/doc/aloud-voice-heart/hibari-tts.NOTICE",
      ]), "\(voice)")
    try await installation.remove()
    #expect(try files(below: prefix) == [])
    #expect(!FileManager.default.fileExists(atPath: prefix + "/lib/aloud"))
    #expect(!FileManager.default.fileExists(atPath: prefix + "/share/aloud"))
  }

  /// The unit forbids new executable memory, sockets of the network and many system calls, and the worker takes 4 GiB
  /// of address space for itself.
  @Test(.enabled("no systemd --user can be started by this user here") { await PrivateDesktop.hasSystemd() })
  func theVoiceIsHeardUnderTheUnit() async throws {
    let voices = try #require(Project.fetchedVoices)
    let folders = voices + "/share:/usr/local/share:/usr/share"
    try await PrivateDesktop.withInstalledUnits(environment: ["XDG_DATA_DIRS": folders]) { desktop, installation in
      try await installation.addVoice()
      let aloud = installation.file("bin/aloud")
      let recorder = try await Recorder.open(in: desktop, beforeTheService: true)
      let start = Remote.now
      let said = try await desktop.start([aloud, "say", "-w", "-v", "neural:heart", "Good morning, all of you."])
        .waitForEnd(within: watchdog)
      #expect(said.succeeded && said.errors.isEmpty, "\(said)")
      let recording = try await recorder.recording(until: Remote.now)
      let sound = recording.samples(start, .max).count { abs($0) > 0.01 }
      #expect(sound > recording.rate / 5, "\(sound) samples at \(recording.rate) Hz")
      _ = try? await recorder.process.end(patience: .seconds(1))
      #expect(try await desktop.property("ActiveState", of: "aloudd.service") == "active")
      let service = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      #expect(!descendants(of: service, named: "neural").isEmpty, "another engine has spoken")
      let doctor = try await desktop.run(aloud, "doctor")
      #expect(doctor.output.contains("natural voice: neural:heart (en-US)"), "\(doctor)")
    }
  }

  /// Files that are no voices, and one that only seems to be one, beside the voice that works: under the unit, the text
  /// goes on with another voice, and the natural voice is none the worse for it.
  @Test(.enabled("no systemd --user can be started by this user here") { await PrivateDesktop.hasSystemd() })
  func brokenVoicesCostNothingUnderTheUnit() async throws {
    try await Scene.onCore {
      try await PrivateDesktop.withInstalledUnits { desktop, installation in
        try await installation.addVoice()
        let (folder, aloud) = (installation.file("share/aloud/voices"), installation.file("bin/aloud"))
        let heart = try Data(contentsOf: URL(fileURLWithPath: folder + "/heart.onnx"))
        var rounded = OnnxFile.Voice()
        rounded.hasCeiling = false
        for (name, model) in [
          ("rounded", Data(rounded.bytes)), ("cut", heart.prefix(heart.count / 2)), ("vast", Data("x".utf8)),
        ] {
          try model.write(to: URL(fileURLWithPath: "\(folder)/\(name).onnx"))
          try Data(OnnxFile.Voice.description().utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).onnx.json"))
        }
        try #require(truncate(folder + "/vast.onnx", 2 << 30) == 0)
        let remote = try Remote(desktop)
        let recorder = try await Recorder.open(in: desktop, beforeTheService: true)
        let words = ["Some", "lantern", "stood", "there", "and", "nobody", "saw", "it"]
        try await remote.speak(words.joined(separator: " ") + ".", SpeakOptions(voice: "neural:rounded"))
        try await eventually("the voice is told") {
          try await remote.text(.voiceError).hasPrefix("the voice neural:rounded does not work")
        }
        try await remote.wait(.playbackStatus, "Stopped")
        let recording = try await recorder.recording(until: Remote.now)
        #expect(recording.samples(0, .max).count { abs($0) > 0.01 } > recording.rate / 5)
        let said = try await desktop.start([aloud, "say", "-w", "-v", "neural:heart", "Good morning, all of you."])
          .waitForEnd(within: watchdog)
        #expect(said.succeeded && said.errors.isEmpty, "\(said)")
        let service = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
        #expect(!descendants(of: service, named: "neural").isEmpty, "another engine has spoken")
        for name in ["cut", "vast"] {
          let refused = try await desktop.run(aloud, "say", "-v", "neural:\(name)", "One.")
          #expect(!refused.succeeded && refused.errors.contains("there is no voice"), "\(refused)")
        }
        let doctor = try await desktop.run(aloud, "doctor")
        for line in [
          "natural voice: neural:heart", "cut.onnx is no voice: it is truncated", "vast.onnx cannot be read",
          "the voice neural:rounded does not work",
        ] { #expect(doctor.output.split(separator: "\n").count { $0.contains(line) } == 1, "\(line): \(doctor)") }
        let list = try await desktop.run(aloud, "voices", "--engine", "neural")
        #expect(list.succeeded && list.errors.contains("cut.onnx is no voice") && list.output.contains("neural:heart"))
        #expect(try await desktop.property("NRestarts", of: "aloudd.service") == "0")
      }
    }
  }
}
