import Documents
import PipeWireKit

/// Recognizes programs that are in a call by their streams. A value.
///
/// Desktop programs for phone calls or conferences have a role that says so. Others, such as browsers, have none.
/// During a call they use the microphone and play sound at the same time, which recorders and players do not.
struct CallRule: Equatable {
  /// The programs without such a role, by name, id or executable.
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

  /// A program may have one client per direction.
  private func isSameProgram(_ a: OtherStream, _ b: OtherStream) -> Bool {
    if let client = a.client, client == b.client { return true }
    return !a.names.isDisjoint(with: b.names)
  }
}

extension OtherStream {
  /// The program's name for people. Some programs name their two directions differently.
  var title: String {
    let name = [application, binary, applicationID].first { !$0.isEmpty } ?? ""
    return Line.clean(name.hasSuffix(" input") ? String(name.dropLast(6)) : name, limit: 256)
  }

  /// All the names by which the program can be recognized.
  fileprivate var names: Set<String> {
    Set([title, application, applicationID, binary].map { $0.lowercased() }.filter { !$0.isEmpty })
  }
}
