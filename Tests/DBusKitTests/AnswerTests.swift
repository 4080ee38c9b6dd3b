import BusValues
import DBusKit
import EventLoop
import Testing

@Suite("Answers to clients", .timeLimit(.minutes(3)))
struct AnswerTests {
  private typealias Name = BusError.Name

  @Test("a method gets its arguments and the caller its results")
  func results() async throws {
    try await onLoop {
      let scene = try Scene()
      let reply = try await scene.call("Join", [.string("a"), .strings(["b", "é"])])
      #expect(reply.arguments == [.string("abé")])
      #expect(reply.sender == scene.service.uniqueName)
    }
  }

  @Test("values of every type come back as they went")
  func everyType() async throws {
    try await onLoop {
      let scene = try Scene()
      let values: [BusValue] = [
        .byte(255), .bool(true), .bool(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min),
        .uint64(.max), .double(-0.1), .double(.infinity), .string(""), .string("日本語 \u{10FFFF} 🎧"), .objectPath("/"),
        .signature("a{s(xv)}"), .strings([]), .strings(["a", "b"]), .vardict([:]),
        .vardict(["a": .int32(1), "b": .vardict(["c": .strings(["d"])])]), .vardicts([["k": .byte(1)], [:]]),
        .dictionary(key: .byte, value: "(ss)", [BusEntry(.byte(1), .structure([.string("x"), .string("y")]))]),
        .structure([.int32(1), .structure([.variant(.variant(.string("deep")))])]), .array(of: "aas", []),
        .array(of: .variant, [.variant(.byte(1)), .variant(.string("s"))]),
      ]
      for value in values {
        #expect(try await scene.call("Echo", [.variant(value)]).arguments == [.variant(value)])
      }
    }
  }

  @Test("a string with a NUL arrives whole, the NUL replaced")
  func embeddedNUL() async throws {
    try await onLoop {
      let scene = try Scene()
      let reply = try await scene.call("Join", [.string("a\0b"), .strings([])])
      #expect(reply.arguments == [.string("a\u{FFFD}b")])
    }
  }

  @Test("a message larger than any socket buffer goes both ways")
  func large() async throws {
    try await onLoop {
      let scene = try Scene()
      let text = String(repeating: "0123456789abcdef", count: 1 << 19)  // 8 MiB
      let reply = try await scene.call("Join", [.string(text), .strings([])])
      #expect(reply.arguments == [.string(text)])
    }
  }

  @Test("a call that cannot be performed gets the error that the specification names")
  func wrongCalls() async throws {
    try await onLoop {
      let scene = try Scene()
      #expect(await scene.errorName { try await scene.call("Echo", path: "/nowhere") } == Name.unknownObject)
      #expect(await scene.errorName { try await scene.call("Echo", path: "/org/aloud") } == Name.unknownObject)
      #expect(await scene.errorName { try await scene.call("Echo", interface: "a.b") } == Name.unknownInterface)
      #expect(await scene.errorName { try await scene.call("Sing") } == Name.unknownMethod)
      #expect(await scene.errorName { try await scene.call("Only2") } == Name.unknownMethod)
      #expect(await scene.errorName { try await scene.call("Sing", interface: nil) } == Name.unknownMethod)
      #expect(await scene.errorName { try await scene.call("Echo") } == Name.invalidArguments)
      #expect(await scene.errorName { try await scene.call("Echo", [.string("a")]) } == Name.invalidArguments)
      #expect(await scene.errorName { try await scene.call("Join", [.string("a")]) } == Name.invalidArguments)
      #expect(await scene.errorName { try await scene.call("Drop", [.string("a")]) } == Name.invalidArguments)
      #expect(scene.object.calls.isEmpty)
    }
  }

  @Test("a call without an interface finds the method by its name")
  func withoutInterface() async throws {
    try await onLoop {
      let scene = try Scene()
      #expect(try await scene.call("Only2", interface: nil).arguments == [.int32(2)])
      #expect(
        try await scene.call("Get", [.string("org.aloud.Test1"), .string("Number")], interface: nil).arguments
          == [.variant(.int64(42))])
    }
  }

  @Test("a call that is forgotten gets an error, a second answer goes nowhere, and wrong results are not sent")
  func exactlyOneAnswer() async throws {
    try await onLoop {
      let scene = try Scene()
      #expect(await scene.errorName { try await scene.call("Drop") } == Name.failed)
      #expect(try await scene.call("Twice").arguments == [.string("first")])
      #expect(await scene.errorName { try await scene.call("WrongType") } == Name.failed)
      #expect(try await scene.call("Only2", interface: "org.aloud.Test2").arguments == [.int32(2)])
    }
  }

  @Test("an answer can come later")
  func laterAnswer() async throws {
    try await onLoop {
      let scene = try Scene()
      async let name = scene.errorName { try await scene.call("Keep") }
      #expect(await scene.object.arrivals.next() == "Keep")
      try await scene.client.roundTrip()
      let call = scene.object.kept.removeFirst()
      #expect(call.sender == scene.client.uniqueName && call.path == Scene.path && call.wantsReply)
      call.reply()
      #expect(await name == "")
    }
  }

  @Test("an error keeps its name, and an invalid name becomes Failed")
  func errors() async throws {
    try await onLoop {
      let scene = try Scene()
      #expect(await scene.errorName { try await scene.call("Fail", [.string("org.aloud.X")]) } == "org.aloud.X")
      #expect(await scene.errorName { try await scene.call("Fail", [.string("no name")]) } == Name.failed)
    }
  }

  @Test("a call that wants no answer gets none and is performed, wrong ones too")
  func noReply() async throws {
    try await onLoop {
      let scene = try Scene()
      let destination = scene.service.uniqueName
      for member in ["Drop", "Twice", "WrongType", "Sing"] as [MemberName] {
        try scene.client.send(BusCall(destination, Scene.path, TestObject.interface, member))
      }
      // An unrequested answer would cause an error message to the service; the order of calls is kept.
      _ = try await scene.call("Only2", interface: "org.aloud.Test2")
      #expect(scene.object.calls == ["Drop", "Twice", "WrongType", "Only2"])
    }
  }

  @Test("an object that was taken away is unknown, its pending call still gets its answer")
  func unexport() async throws {
    try await onLoop {
      let scene = try Scene()
      async let kept = scene.errorName { try await scene.call("Keep") }
      _ = await scene.object.arrivals.next()
      scene.service.unexport(Scene.path)
      #expect(await scene.errorName { try await scene.call("Drop") } == Name.unknownObject)
      scene.object.kept.removeFirst().reply()
      #expect(await kept == "")
    }
  }

  @Test("held calls are performed in order when they are admitted, and queries are answered")
  func held() async throws {
    try await onLoop {
      let scene = try Scene()
      scene.service.holdCalls()
      var answers: [String] = []
      for word in ["a", "b"] {
        let arguments: [BusValue] = [.string(word), .strings([])]
        scene.client.call(
          BusCall(scene.service.uniqueName, Scene.path, TestObject.interface, "Join", arguments)
        ) { result in
          answers.append((try? result.get())?.arguments.first?.asString ?? "failed")
        }
      }
      // The bus keeps the order, so both have come by then.
      let asked = try await scene.property("Get", [.string(TestObject.interface.text), .string("Number")])
      #expect(asked.arguments == [.variant(.int64(42))])
      #expect(answers.isEmpty && scene.service.heldCalls == 2 && scene.object.calls.isEmpty)
      scene.service.admitCalls()
      #expect(scene.service.heldCalls == 0 && scene.object.calls == ["Join", "Join"])
      #expect(try await scene.call("Join", [.string("c"), .strings([])]).arguments == [.string("c")])
      #expect(answers == ["a", "b"])
    }
  }

  @Test("an unanswered call counts until it has its answer")
  func unanswered() async throws {
    try await onLoop {
      let scene = try Scene()
      scene.client.call(BusCall(scene.service.uniqueName, Scene.path, TestObject.interface, "Keep")) { _ in }
      #expect(try await scene.call("Join", [.string("a"), .strings([])]).arguments == [.string("a")])
      #expect(scene.service.unansweredCalls == 1)
      scene.object.kept.removeAll()
      #expect(scene.service.unansweredCalls == 0, "a call that is dropped is answered by an error")
    }
  }
}
