import Documents
import PipeWireKit

/// Which programs are in a call, judged by their streams. A value.
///
/// Programs of a desktop's phone or conference say so by a role. Others (browsers among them) say nothing; what they do
/// in a call is to use the microphone and to make sound at the same time, which a recorder or a player does not.
struct CallRule: Equatable {
  /// Those that say nothing, by name, id or executable.
  var applications: Set<String>

  /// - Parameter list: names separated by commas.
  init(applications list: String) { applications = Set(NameList(list).names) }

  private static let roles: Set<String> = ["communication", "phone"]

  /// The names of the programs that are in a call.
  func calls(in streams: [OtherStream]) -> Set<String> {
    let microphones = streams.filter { $0.direction == .input && !$0.isMonitor }
    var calls: Set<String> = []
    for stream in streams where stream.direction == .output {
      if Self.roles.contains(stream.role.lowercased()) {
        calls.insert(stream.title)
      } else if let microphone = microphones.first(where: { isSameProgram($0, stream) }),
        isNamed(stream) || isNamed(microphone)
      {
        calls.insert(stream.title)
      }
    }
    return calls
  }

  private func isNamed(_ stream: OtherStream) -> Bool { !applications.isDisjoint(with: stream.names) }

  /// A program may have a client for each direction.
  private func isSameProgram(_ a: OtherStream, _ b: OtherStream) -> Bool {
    if let client = a.client, client == b.client { return true }
    return !a.names.isDisjoint(with: b.names)
  }
}

extension OtherStream {
  /// What people call the program. Some name their two directions apart.
  var title: String {
    let name = [application, binary, applicationID].first { !$0.isEmpty } ?? ""
    return Line.clean(name.hasSuffix(" input") ? String(name.dropLast(6)) : name, limit: 256)
  }

  /// Everything that it can be recognised by.
  fileprivate var names: Set<String> {
    Set([title, application, applicationID, binary].map { $0.lowercased() }.filter { !$0.isEmpty })
  }
}
