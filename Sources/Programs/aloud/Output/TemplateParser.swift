/// A status line in playerctl's format: text with `{{ … }}` in it.
///
/// The braces contain variables (`title`, `xesam:title`, `position`), strings in double quotes, numbers, `+ - * /`,
/// parentheses, and the functions of ``Template/Expression``. A variable that the current text lacks is empty, as in
/// playerctl; a variable that no text has, and an unknown function, are errors.
struct Template: Equatable {
  indirect enum Expression: Equatable {
    case text(String)
    case number(Double)
    case variable(String)
    case call(String, [Expression])
    case operation(Character, Expression, Expression)
  }

  enum Part: Equatable {
    case text(String)
    case expression(Expression)
  }

  /// A mistake in a template, described in one line for people.
  struct Mistake: Error, Equatable {
    var message: String
  }

  var parts: [Part] = []

  init(_ source: String) throws(Mistake) {
    var rest = Substring(source)
    while let opening = rest.firstRange(of: "{{") {
      if opening.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<opening.lowerBound]))) }
      var parser = Parser(rest: rest[opening.upperBound...])
      parts.append(.expression(try parser.whole()))
      rest = parser.rest
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
  }

  /// A recursive descent parser for the expression inside one pair of braces.
  private struct Parser {
    var rest: Substring
    private var depth = 0

    init(rest: Substring) { self.rest = rest }

    mutating func whole() throws(Mistake) -> Expression {
      let expression = try sum()
      skipSpaces()
      guard rest.hasPrefix("}}") else { throw Mistake(message: "'}}' is missing\(place)") }
      rest = rest.dropFirst(2)
      return expression
    }

    private var place: String { rest.isEmpty ? " at the end" : " before '\(rest.prefix(12))'" }

    private mutating func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    private mutating func take(_ characters: String) -> Character? {
      skipSpaces()
      guard let first = rest.first, characters.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }

    private mutating func sum() throws(Mistake) -> Expression {
      var left = try product()
      while let sign = take("+-") { left = .operation(sign, left, try product()) }
      return left
    }

    private mutating func product() throws(Mistake) -> Expression {
      var left = try operand()
      while let sign = take("*/") { left = .operation(sign, left, try operand()) }
      return left
    }

    private mutating func operand() throws(Mistake) -> Expression {
      depth += 1
      defer { depth -= 1 }
      guard depth < 64 else { throw Mistake(message: "nested too deeply\(place)") }
      skipSpaces()
      guard let first = rest.first else { throw Mistake(message: "something is missing at the end") }
      if first == "(" {
        rest = rest.dropFirst()
        let inner = try sum()
        guard take(")") != nil else { throw Mistake(message: "')' is missing\(place)") }
        return inner
      }
      if first == "-" {
        rest = rest.dropFirst()
        return .operation("-", .number(0), try operand())
      }
      if first == "\"" { return .text(try string()) }
      if first.isNumber { return try number() }
      return try name()
    }

    private mutating func string() throws(Mistake) -> String {
      rest = rest.dropFirst()
      var text = ""
      while let character = rest.first {
        rest = rest.dropFirst()
        if character == "\"" { return text }
        if character == "\\", let escaped = rest.first {
          rest = rest.dropFirst()
          text.append(escaped)
        } else {
          text.append(character)
        }
      }
      throw Mistake(message: "a '\"' is missing at the end")
    }

    private mutating func number() throws(Mistake) -> Expression {
      let digits = rest.prefix { $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      guard let value = decimal(digits) else { throw Mistake(message: "'\(digits)' is not a number") }
      return .number(value)
    }

    private mutating func name() throws(Mistake) -> Expression {
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "_" })
      guard !name.isEmpty else { throw Mistake(message: "a name is missing\(place)") }
      rest = rest.dropFirst(name.count)
      guard take("(") != nil else {
        guard Template.isVariable(name) else { throw Mistake(message: Template.complaint(aboutVariable: name)) }
        return .variable(name)
      }
      var arguments: [Expression] = []
      if take(")") == nil {
        repeat { arguments.append(try sum()) } while take(",") != nil
        guard take(")") != nil else { throw Mistake(message: "')' is missing\(place)") }
      }
      guard Template.functions[name]?.contains(arguments.count) == true else {
        throw Mistake(message: Template.complaint(about: name, count: arguments.count))
      }
      return .call(name, arguments)
    }
  }
}
