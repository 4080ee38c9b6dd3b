/// Introspection data, as `Introspect` returns them and as installed interface files contain them.
public enum Introspection {
  /// The document type that the specification asks for.
  public static let documentType = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  /// One node's document.
  ///
  /// - Parameters:
  ///   - interfaces: the interfaces of the object, in order.
  ///   - children: names of the nodes directly below, one path element each.
  ///   - documentation: true if `doc` texts are written, as `org.gtk.GDBus.DocString` annotations.
  public static func document(
    interfaces: [InterfaceDescription], children: [String] = [], documentation: Bool = true
  ) -> String {
    var xml = XMLText(documentation: documentation)
    xml.element("node") { node in
      for interface in interfaces { node.interface(interface) }
      for child in children { node.element("node", [("name", child)]) }
    }
    return documentType + xml.text
  }
}

/// XML text, indented by two spaces per level.
private struct XMLText {
  private(set) var text = ""
  private var depth = 0
  private let documentation: Bool

  init(documentation: Bool) { self.documentation = documentation }

  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: (inout XMLText) -> Void = { _ in }
  ) {
    let indentation = String(repeating: "  ", count: depth)
    text += indentation + "<" + name
    for (key, value) in attributes { text += " " + key + "=\"" + Self.escaped(value) + "\"" }
    let start = text.utf8.count
    text += ">\n"
    depth += 1
    content(&self)
    depth -= 1
    if text.utf8.count == start + 2 {
      text.removeLast(2)
      text += "/>\n"
    } else {
      text += indentation + "</" + name + ">\n"
    }
  }

  mutating func interface(_ interface: InterfaceDescription) {
    element("interface", [("name", interface.name.text)]) { xml in
      xml.doc(interface.doc)
      for method in interface.methods {
        xml.element("method", [("name", method.name.text)]) { xml in
          xml.notes(method.annotations, method.doc)
          for argument in method.input { xml.argument(argument, direction: "in") }
          for argument in method.output { xml.argument(argument, direction: "out") }
        }
      }
      for signal in interface.signals {
        xml.element("signal", [("name", signal.name.text)]) { xml in
          xml.notes(signal.annotations, signal.doc)
          for argument in signal.arguments { xml.argument(argument, direction: nil) }
        }
      }
      for property in interface.properties { xml.property(property) }
    }
  }

  private mutating func argument(_ argument: ArgumentDescription, direction: String?) {
    var attributes = [("type", argument.signature.text)]
    if !argument.name.isEmpty { attributes.insert(("name", argument.name), at: 0) }
    if let direction { attributes.append(("direction", direction)) }
    element("arg", attributes) { $0.doc(argument.doc) }
  }

  private mutating func property(_ property: PropertyDescription) {
    let attributes = [
      ("name", property.name.text), ("type", property.signature.text), ("access", property.access.rawValue),
    ]
    element("property", attributes) { xml in
      // "true" is the default of the specification.
      if property.emitsChanged != .true {
        xml.annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", property.emitsChanged.rawValue)
      }
      xml.notes(property.annotations, property.doc)
    }
  }

  private mutating func notes(_ annotations: [AnnotationDescription], _ doc: String) {
    for annotation in annotations { self.annotation(annotation.name.text, annotation.value) }
    self.doc(doc)
  }

  private mutating func doc(_ doc: String) {
    if documentation, !doc.isEmpty { annotation("org.gtk.GDBus.DocString", doc) }
  }

  private mutating func annotation(_ name: String, _ value: String) {
    element("annotation", [("name", name), ("value", value)])
  }

  /// Escapes the text of an attribute. Line breaks become character references, which parsers do not turn into spaces.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"  // XML cannot represent these
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
