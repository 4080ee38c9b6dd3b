import EventLoop
import Foundation
import Playback
import Realtime
import Testing
import Vocabulary

@testable import PipeWireKit

/// Changes of servers, sinks and mixers from outside.
extension MeasuredOnPipeWire {
  @Suite struct SystemMonitors {
    init() async { _ = Desktop.shared }

    /// The content after `disturb` continues exactly where the data thread stopped.
    @Core private func goesOn(
      after disturb: @escaping @Sendable () async -> Void, missing: AudioOutput.Server
    ) async {
      let rig = Rig(captures: false)
      defer { rig.close() }
      await rig.start()
      await rig.untilObeyed(rig.output.order(sound: true))
      await rig.untilRead(20000)
      await disturb()
      await rig.until("the loss") { rig.states.contains(.serverMissing(missing)) }
      await rig.until("the return") { rig.states.last == .ready(sink: "null-sink") }
      // The frame at which the data thread stopped was recorded when the stream was taken down.
      await rig.until("sound") { rig.output.rendering.clock.runStart == rig.lossFrame }
      await rig.untilRead(rig.lossFrame + 20000)
      #expect(rig.lossFrame >= 20000)
      #expect(rig.output.rendering.clock.runStart == rig.lossFrame, "one run since")
      rig.startCapture()
      await rig.until("the capture") { rig.capture.isRunning && rig.recorded.contains { $0 != 0 } }
      await rig.untilChunks(8)
      // Frame numbers and sound still agree.
      var differences: [Double] = []
      rig.onChunk = { chunk in
        guard let first = chunk.samples.first, first > 0.12 else { return }
        let audible = rig.output.audible(at: chunk.instant)
        differences.append(abs(Sawtooth.frame(of: first, about: audible) - Double(audible)))
      }
      await rig.untilChunks(60)
      differences.sort()
      #expect(differences.count > 40 && differences[differences.count * 9 / 10] < 240)
    }

    @Test func aRestartedServerGoesOnAtTheSameSample() async {
      await goesOn(after: { await Desktop.shared.order("restart-pipewire") }, missing: .audioServer)
    }

    @Test func aKilledServerGoesOnAtTheSameSample() async {
      await goesOn(
        after: {
          await Desktop.shared.order("kill-pipewire")
          await Desktop.shared.order("start-pipewire")
        }, missing: .audioServer)
    }

    @Test func aRestartedSessionManagerGoesOnAtTheSameSample() async {
      await goesOn(after: { await Desktop.shared.order("restart-wireplumber") }, missing: .sessionManager)
    }

    @Test @Core func theServerIsFoundWhenItsSocketAppears() async {
      let rig = Rig(captures: false)
      defer { rig.close() }
      await Desktop.shared.order("stop-pipewire")
      rig.output.open()
      await rig.until("the missing server") { rig.output.state == .serverMissing(.audioServer) }
      let socket = String(cString: getenv("XDG_RUNTIME_DIR")) + "/pipewire-0"
      let appeared = Task.detached { () -> Instant in
        while access(socket, F_OK) != 0 { usleep(500) }
        return EventLoop.monotonicNow()
      }
      let connected = Task { @Core () -> Instant in
        await rig.until("the connection") { rig.output.connection?.status == .ready }
        return Core.loop.now
      }
      await Desktop.shared.order("start-pipewire")
      let delay = await appeared.value.duration(to: connected.value)
      print("connected \(delay) after the socket appeared")
      // Only the socket's appearance can have caused it. The benchmarks measure the time.
      #expect(delay < .seconds(20))
      await rig.until("the sink") { rig.output.state == .ready(sink: "null-sink") }
    }

    @Test @Core func aSinkThatComesBackStartsNothingByItself() async {
      let rig = Rig(captures: false)
      defer { rig.close() }
      await rig.start()
      await rig.untilObeyed(rig.output.order(sound: true))
      await rig.untilRead(5000)
      await Desktop.shared.order("remove-sink null-sink")
      await rig.until("the loss") { rig.output.state == .noSink }
      let frame = rig.output.ring.readIndex
      await Desktop.shared.order("add-sink null-sink")
      await rig.until("the sink") { rig.states.last == .ready(sink: "null-sink") }
      #expect(await Desktop.shared.node("aloud-test")?.state != "running")
      #expect(rig.output.ring.readIndex == frame)
      let play = rig.output.order(sound: true)
      await rig.untilObeyed(play)
      #expect(rig.frame(obeying: play) == frame)
    }

    @Test @Core func silenceIsObeyedWhileTheServerIsAwayAndHolds_S0_02() async {
      let rig = Rig(captures: false)
      defer { rig.close() }
      await rig.start()
      await rig.untilObeyed(rig.output.order(sound: true))
      await Desktop.shared.order("stop-pipewire")
      await rig.until("the loss") { rig.output.state == .serverMissing(.audioServer) }
      let pause = rig.output.order(sound: false)
      await rig.untilObeyed(pause)
      #expect(rig.frame(obeying: pause) == rig.output.ring.readIndex)
      let frame = rig.output.ring.readIndex
      await Desktop.shared.order("start-pipewire")
      await rig.until("the return") { rig.states.last == .ready(sink: "null-sink") }
      #expect(rig.output.ring.readIndex == frame)
    }

    @Test @Core func volumeIsTheMixersVolumeBothWays() async {
      let rig = Rig()
      defer { rig.close() }
      await rig.start()
      rig.output.volume = 0.5
      await rig.untilObeyed(rig.output.order(sound: true))
      await rig.untilRead(8000)
      let id = await Desktop.shared.node("aloud-test")?.id ?? 0
      let told = await Desktop.shared.run(["wpctl", "get-volume", "\(id)"])
      #expect(told.contains("0.50"))
      await rig.untilChunks(4)
      let chunk = rig.lastChunk
      let audible = rig.output.audible(at: chunk?.instant ?? Core.loop.now)
      let value = Sawtooth.frame(of: (chunk?.samples.first ?? 0) / 0.125, about: audible)
      #expect(abs(value - Double(audible)) < 300)
      #expect(!rig.notices.contains { if case .volume = $0 { true } else { false } }, "our own change is no news")
      _ = await Desktop.shared.run(["wpctl", "set-volume", "\(id)", "0.3"])
      await rig.until("the mixer's volume") {
        rig.notices.contains { if case .volume(let volume) = $0 { abs(volume.value - 0.3) < 0.005 } else { false } }
      }
      #expect(abs(rig.output.volume.value - 0.3) < 0.005)
      rig.output.volume = 1
      await rig.until("full volume again") { rig.lastChunk?.samples.contains { $0 > 0.5 } ?? false }
    }

    @Test @Core func nameAndQuantumChangeWhileItPlays() async {
      let rig = Rig(quantum: 1024, captures: false)
      defer { rig.close() }
      rig.output.setMediaName("Chapter 1")
      await rig.start()
      await rig.untilObeyed(rig.output.order(sound: true))
      var node = await Desktop.shared.node("aloud-test")
      #expect(node?.properties["media.name"] == "Chapter 1")
      #expect(node?.properties["application.id"] == "org.aloud.Aloud")
      #expect(node?.properties["media.role"] == nil)
      await rig.until("quantum 1024") { rig.cycleFrames == 1024 }
      rig.output.setMediaName("Chapter 2")
      rig.output.setCycles(CycleLengths(fixed: 128))
      await rig.until("quantum 128") { rig.cycleFrames == 128 }
      node = await Desktop.shared.node("aloud-test")
      #expect(node?.properties["media.name"] == "Chapter 2")
      #expect(rig.output.underruns == 0)
    }

    /// PipeWire takes a request of 0 frames for the lowest possible number.
    @Test @Core func aQuantumOf0IsTheServers_B11() async {
      let rig = Rig(quantum: 0, captures: false)
      defer { rig.close() }
      await rig.start()
      await rig.untilObeyed(rig.output.order(sound: true))
      await rig.until("the server's quantum") { rig.cycleFrames == 1024 }
      #expect(await Desktop.shared.node("aloud-test")?.properties["node.latency"] == nil)
      rig.output.setCycles(CycleLengths(fixed: 128))
      await rig.until("quantum 128") { rig.cycleFrames == 128 }
      rig.output.setCycles(CycleLengths(fixed: 0))
      await rig.until("the server's quantum again") { rig.cycleFrames == 1024 }
      #expect(rig.output.underruns == 0)
    }
  }
}
