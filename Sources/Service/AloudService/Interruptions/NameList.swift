/// Names in a text of the configuration, separated by commas; case does not matter.
struct NameList: Equatable {
  var names: [String]

  init(_ text: String) {
    names = text.split(separator: ",").map { name in
      var name = name[...]
      while name.first?.isWhitespace == true { name.removeFirst() }
      while name.last?.isWhitespace == true { name.removeLast() }
      return name.lowercased()
    }.filter { !$0.isEmpty }
  }
}
