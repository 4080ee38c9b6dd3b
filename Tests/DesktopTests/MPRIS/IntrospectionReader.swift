import Foundation
import FoundationXML
import Testing

/// The members of an introspection document, one line each.
final class IntrospectionReader: NSObject, XMLParserDelegate {
  private var lines: Set<String> = []
  private var interface = ""
  private var member = ""
  private var signature = ""
  private var notice = "true"

  static func read(_ xml: String) throws -> Set<String> {
    let reader = IntrospectionReader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "the introspection data are no XML: \(String(describing: parser.parserError))")
    return reader.lines
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    switch element {
    case "interface": interface = attributes["name"] ?? ""
    case "method", "signal":
      member = "\(interface) \(element) \(attributes["name"] ?? "")"
      signature = ""
    case "arg": if attributes["direction"] != "out" { signature += attributes["type"] ?? "" }
    case "property":
      let words = [attributes["name"], attributes["type"], attributes["access"]].compactMap { $0 }
      member = "\(interface) property \(words.joined(separator: " "))"
      notice = "true"
    case "annotation":
      if attributes["name"] == "org.freedesktop.DBus.Property.EmitsChangedSignal" { notice = attributes["value"] ?? "" }
    default: break
    }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    switch element {
    case "method", "signal": lines.insert("\(member)(\(signature))")
    case "property": lines.insert("\(member) \(notice)")
    default: break
    }
  }
}
