import AloudAPI
import AloudClient
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import DBusKit
import EventLoop
import Glibc
import Vocabulary

struct Doctor: Verb {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check everything that reading aloud needs, step by step, and say how to mend it.")

  @Flag(help: "Speak a sentence at the end.")
  var say = false

  @OptionGroup var output: OutputOptions

  func run(_ console: Console) async throws(Failure) {
    let report = Report(console, json: output.json)
    report.add(await Checkup.configuration())
    report.add(Checkup.desktopEntry())
    report.add(Checkup.pipeWire())
    report.add(Checkup.languages())
    report.add(Checkup.japanese())
    for finding in await Checkup.naturalVoices() { report.add(finding) }
    if let buttons = Checkup.headsetButtons() { report.add(buttons) }
    let bus = await connect(report)
    if let bus { report.add(await Platform.finding(bus)) } else { report.add(await Checkup.voices()) }
    if let rule = await Platform.pauseRule() { report.add(rule) }
    if let service = bus, await find(service, report) {
      await diagnose(service, report)
      if say { await speak(service, report) }
    }
    report.finish()
    if let status = report.worst { throw .quiet(status) }
  }

  @Core private func connect(_ report: Report) async -> Service? {
    do throws(Failure) {
      let service = try Service()
      report.add(Finding("session bus", .good, "connected as \(service.bus.uniqueName)"))
      return service
    } catch {
      report.add(Finding("session bus", error))
      return nil
    }
  }

  /// True if the service is running, or was started now.
  @Core private func find(_ service: Service, _ report: Report) async -> Bool {
    let wasRunning = await service.client.isRunning()
    let canBeActivated = await service.client.canBeActivated()
    do throws(Failure) {
      let status = try await service.startedStatus()
      let version = status.version ?? "unknown"
      let how = wasRunning ? "runs" : "started"
      report.add(Finding("service", .good, "\(how), version \(version), as \(AloudBus.name)"))
      if version != Aloud.version {
        report.add(
          Finding(
            "versions", .warning, "the service is \(version), this command \(Aloud.version)",
            "busctl --user call \(AloudBus.name) \(AloudBus.path) \(AloudBus.interface) Quit 'a{sv}' 0"))
      }
    } catch {
      // The usual cure, `aloud doctor`, does not help here.
      let cure = canBeActivated ? "journalctl --user -u aloudd, and run aloudd in a terminal" : Checkup.installation()
      report.add(Finding("service", .bad, error.message, cure, status: error.status))
      return false
    }
    if canBeActivated {
      report.add(Finding("activation", .good, "the bus starts the service when it is called"))
    } else {
      let beside = ServiceStarter.executable()
      report.add(
        Finding(
          "activation", .warning,
          beside.map { "not installed; this command starts \($0) itself" } ?? "not installed",
          Checkup.installation()))
    }
    return true
  }

  @Core private func diagnose(_ service: Service, _ report: Report) async {
    do throws(Failure) {
      let answer = try await service.call(.diagnose, task: "ask the service for its own checks")
      for value in answer.first?.asArray ?? [] {
        guard let step = DiagnosisStep(value) else { continue }
        let cure = step.cure.isEmpty ? nil : step.cure
        report.add(
          Finding(
            step.step, !step.isWell ? .bad : cure == nil ? .good : .warning, step.detail, cure,
            status: step.part.map { Checkup.status(of: $0) } ?? .failed))
      }
    } catch {
      let cure = error.status == .noService ? "journalctl --user -u aloudd" : error.cure
      report.add(Finding("service's own checks", .bad, error.message, cure, status: error.status))
    }
  }

  @Core private func speak(_ service: Service, _ report: Report) async {
    do throws(Failure) {
      service.listen()
      try await service.ask(for: [.utterance, .error], start: true)
      var options = SpeakOptions()
      options.title = "aloud doctor"
      options.language = "en"
      options.whenBusy = .now
      let text = "This is aloud. If you hear this, everything works."
      let track = try await service.read(.text(text), options, task: "speak a sentence")
      try await UtteranceWait([track], service).wait()
      report.add(Finding("speech", .good, "a sentence was spoken to its end"))
    } catch {
      let said = error.message.isEmpty ? Failure(error.status, "cannot finish the sentence: it was cancelled") : error
      report.add(Finding("speech", said))
    }
  }
}
