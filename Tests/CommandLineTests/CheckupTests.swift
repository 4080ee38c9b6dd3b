import Foundation
import Morphology
import Speech
import Testing

@testable import aloud

/// The checks of `aloud doctor` that do not need the service.
struct CheckupTests {
  /// A package has no Makefile.
  @Test func missingFilesComeFromWhereTheProgramComesFrom() {
    #expect(!Checkup.installation(of: "/usr/bin/aloud").contains("make"))
    for path in ["/usr/local/bin/aloud", "/home/me/.local/bin/aloud", "/home/me/aloud/.build/release/aloud", nil] {
      #expect(Checkup.installation(of: path) == "make install")
    }
  }

  private let folder = NSTemporaryDirectory() + "aloud-checkup-\(UUID().uuidString)"

  private func make(_ path: String, _ content: String? = nil) throws {
    let whole = URL(fileURLWithPath: "\(folder)/\(path)")
    let directory = content == nil ? whole : whole.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    if let content { try content.write(to: whole, atomically: false, encoding: .utf8) }
  }

  @Test func aHeadsetsButtonsNeedTheProxyOfBlueZ_X9() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func finding() -> Finding? {
      Checkup.headsetButtons(adapters: folder + "/bluetooth", processes: folder + "/proc")
    }
    #expect(finding() == nil, "a machine without Bluetooth")
    try make("bluetooth")
    #expect(finding() == nil)
    try make("bluetooth/hci0")
    try make("proc/12/comm", "mpris-proxyish\n")
    #expect(finding()?.grade == .warning)
    #expect(finding()?.cure?.contains("mpris-proxy.service") == true)
    try make("proc/34/comm", "mpris-proxy\n")
    #expect(finding()?.grade == .good)
  }

  @Test func theConclusionCountsRemarks() {
    let (good, remark, bad) = (Finding("a", .good, ""), Finding("b", .warning, ""), Finding("c", .bad, ""))
    #expect(Report.conclusion(of: [good, good]) == "all is well")
    #expect(Report.conclusion(of: [good, remark]) == "all is well, one remark")
    #expect(Report.conclusion(of: [bad, remark, remark]) == "1 problem found, 2 remarks")
  }

  @Test func aMachineWithoutSystemdIsNotToldToUseIt() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try make("systemd")
    func cure(_ systemd: String) -> String? {
      Checkup.pipeWire(environment: { $0 == "XDG_RUNTIME_DIR" ? folder : nil }, systemd: systemd).cure
    }
    #expect(cure(folder + "/systemd")?.hasPrefix("systemctl --user start") == true)
    #expect(cure(folder + "/none")?.contains("systemctl") == false)
  }

  @Test func kanjiNeedADictionary() {
    let found = Checkup.japanese()
    #expect(found.grade == .good && found.detail.contains("ipadic-utf8"))
    let missing = Checkup.japanese(JapaneseDictionary(folder: folder))
    #expect(missing.grade == .warning && missing.detail.contains(folder))
    #expect(missing.cure == "apt install mecab-ipadic-utf8")
    #expect(Checkup.japanese(JapaneseDictionary(folder: "/var/lib/mecab/dic/ipadic")).detail.contains("EUC-JP"))
  }

  @Test func aMissingNaturalVoiceIsRemarkedWithTheWayToGetIt() {
    let other = Voice(VoiceID(engine: "espeak-ng", name: "gmw/en"), name: "English", languages: [])
    let missing = Checkup.naturalVoices(VoiceCatalogue([other]), of: "/usr/bin/aloud")
    #expect(missing.grade == .warning && missing.cure == "apt install aloud-voice-heart")
    let built = Checkup.naturalVoices(VoiceCatalogue([]), of: "/home/me/aloud/.build/release/aloud")
    #expect(built.cure?.contains("scripts/fetch-voices") == true)
    let voices = ["heart", "joe", "amy", "lisa"].map { name in
      Voice(
        VoiceID(engine: "neural", name: name), name: name, languages: [Voice.Language(tag: "en-us", priority: 5)])
    }
    let found = Checkup.naturalVoices(VoiceCatalogue([other] + voices), of: nil)
    #expect(found.grade == .good && found.cure == nil)
    #expect(found.detail == "neural:heart (en-US), neural:joe (en-US), neural:amy (en-US) and 1 more")
  }

  @Test(arguments: [
    ("wireplumber\nCompiled with libwireplumber 0.4.13\nLinked with libwireplumber 0.4.13\n", "0.4.13"),
    ("D-Bus Message Bus Daemon 1.14.10\nCopyright (C) 2002, 2003 Red Hat, Inc.\n", "1.14.10"),
    ("dbus-broker 33.1\n", "33.1"), ("xdg-desktop-portal 1.16.0", "1.16.0"), ("no version at all.\n", nil),
  ])
  func theVersionOfAToolIsFoundInWhatItPrints_S4_09(text: String, version: String?) {
    #expect(Platform.version(in: text) == version)
  }

  @Test(arguments: [
    ("Value: true\n", true), ("Value: true (Saved: true)\n", true), ("Value: false (Saved: true)\n", false),
    ("Setting 'linking.pause-playback' not found\n", false), ("Could not find registered settings\n", false),
    ("", false),
  ])
  func theRuleOfTheSessionManagerIsReadInWhatItPrints(text: String, isOn: Bool) {
    #expect(Platform.isTrue(text) == isOn)
  }
}
