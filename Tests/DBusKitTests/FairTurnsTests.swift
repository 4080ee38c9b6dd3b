import DesktopSupport
import Foundation
import Testing

@testable import DBusKit

@Suite("Fair turns", .timeLimit(.minutes(3)))
struct FairTurnsTests {
  private func turns(ofOne: Int = 100, ofAll: Int = 1000) -> FairTurns<String> {
    FairTurns(limits: FairTurns<String>.Limits(ofOne: ofOne, ofAll: ofAll))
  }

  private func drain(_ turns: inout FairTurns<String>) -> [String] {
    var all: [String] = []
    while let message = turns.next() { all.append(message) }
    return all
  }

  @Test("the senders take turns, and the messages of each stay in order")
  func roundRobin() {
    var turns = turns()
    for message in ["a1", "a2", "a3", "b1", "c1", "c2"] {
      #expect(turns.append(message, of: "\(message.first!)") == nil)
    }
    #expect(turns.next() == "a1")
    // A sender that comes later waits for one message of each other.
    #expect(turns.append("d1", of: "d") == nil)
    #expect(drain(&turns) == ["b1", "c1", "a2", "d1", "c2", "a3"])
    #expect(turns.isEmpty && turns.next() == nil)
  }

  @Test("a sender with too many messages gets the last one back, and the others do not notice")
  func ofOne() {
    var turns = turns(ofOne: 2)
    #expect(turns.append("a1", of: "a") == nil && turns.append("a2", of: "a") == nil)
    #expect(turns.append("a3", of: "a") == "a3")
    #expect(turns.append("b1", of: "b") == nil)
    #expect(turns.next() == "a1")
    #expect(turns.append("a4", of: "a") == nil)
    #expect(drain(&turns) == ["b1", "a2", "a4"])
  }

  @Test("at the common limit the sender with the most messages gives one up, and the other one has its place")
  func ofAll() {
    var turns = turns(ofAll: 3)
    for message in ["a1", "a2", "b1"] { #expect(turns.append(message, of: "\(message.first!)") == nil) }
    #expect(turns.append("c1", of: "c") == "a2")
    // All have one: the last to come has no place.
    #expect(turns.append("d1", of: "d") == "d1")
    #expect(turns.append("b2", of: "b") == "b2")
    #expect(drain(&turns) == ["a1", "b1", "c1"])
    #expect(turns.append("a5", of: "a") == nil && drain(&turns) == ["a5"])
  }

  @Test("a sender that leaves takes its messages away, and those that it leaves keep its turn")
  func leaving() {
    var turns = turns()
    for message in ["a1", "b1", "a2!", "b2", "a3", "c1"] { _ = turns.append(message, of: "\(message.first!)") }
    #expect(turns.remove(of: "a") { !$0.hasSuffix("!") } == ["a1", "a3"])
    #expect(turns.hasMessages(of: "a") && turns.count == 4)
    #expect(turns.remove(of: "b") { _ in true } == ["b1", "b2"])
    #expect(!turns.hasMessages(of: "b"))
    #expect(turns.remove(of: "nobody") { _ in true } == [])
    #expect(turns.append("b3", of: "b") == nil)
    #expect(drain(&turns) == ["a2!", "c1", "b3"])
    for message in ["a1", "b1", "a2"] { _ = turns.append(message, of: "\(message.first!)") }
    #expect(Set(turns.removeAll()) == ["a1", "a2", "b1"])
    #expect(turns.isEmpty && turns.next() == nil && !turns.hasMessages(of: "a"))
  }

  private static let seeds =
    1...(ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 100)

  private struct Item: Equatable {
    let sender: Int
    let number: Int
  }

  /// What must be true of any course: nothing is lost or comes twice, each sender's messages stay in order, and between
  /// two turns of a sender each other one has at most one.
  @Test("random courses lose nothing, repeat nothing, keep the order of each sender and starve none", arguments: seeds)
  func walk(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let limits = FairTurns<Item>.Limits(ofOne: 1 + below(20), ofAll: 1 + below(60))
    var turns = FairTurns<Item>(limits: limits)
    let senders = 1 + below(8)
    var waiting: [[Int]] = Array(repeating: [], count: senders)
    /// Turns of others since a sender with waiting messages had its own.
    var passed: [[Int: Int]] = Array(repeating: [:], count: senders)
    var number = 0
    for _ in 0..<2000 {
      let sender = below(senders)
      switch below(10) {
      case 0..<5:
        number += 1
        let item = Item(sender: sender, number: number)
        let total = waiting.map(\.count).reduce(0, +)
        if waiting[sender].isEmpty { passed[sender] = [:] }
        waiting[sender].append(number)
        guard let refused = turns.append(item, of: "\(sender)") else {
          #expect(waiting[sender].count <= limits.ofOne && total < limits.ofAll)
          break
        }
        #expect(waiting[sender].count > limits.ofOne || total == limits.ofAll)
        #expect(waiting[refused.sender].last == refused.number)
        #expect(waiting[refused.sender].count == waiting.map(\.count).max() || waiting[sender].count > limits.ofOne)
        waiting[refused.sender].removeLast()
      case 5..<9:
        guard let item = turns.next() else {
          #expect(waiting.allSatisfy { $0.isEmpty })
          break
        }
        #expect(waiting[item.sender].first == item.number, "in order, and not for the second time")
        waiting[item.sender].removeFirst()
        passed[item.sender] = [:]
        for other in 0..<senders where other != item.sender && !waiting[other].isEmpty {
          passed[other][item.sender, default: 0] += 1
          #expect(passed[other][item.sender]! <= 1, "\(other) waits too long for \(item.sender)")
        }
      default:
        guard below(10) == 0 else { break }
        let gone = turns.remove(of: "\(sender)") { $0.number.isMultiple(of: 2) }
        #expect(gone.map(\.number) == waiting[sender].filter { $0.isMultiple(of: 2) })
        waiting[sender].removeAll { $0.isMultiple(of: 2) }
      }
      #expect(turns.count == waiting.map(\.count).reduce(0, +))
      #expect(turns.hasMessages(of: "\(sender)") == !waiting[sender].isEmpty)
    }
    while let item = turns.next() { waiting[item.sender].removeAll { $0 == item.number } }
    #expect(waiting.allSatisfy { $0.isEmpty })
  }
}
