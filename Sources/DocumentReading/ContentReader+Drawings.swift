extension ContentReader {
  /// A drawing (SVG) while it is read.
  struct Drawing {
    /// What it calls itself.
    var name = ""
    var isHidden = false
    /// Whether it stands by itself, and in no line of a text: its texts are paragraphs.
    var isAlone = false
    /// Where the line lies that is being read, as it stands there.
    var line: String?
  }

  /// The texts of a drawing in a book are read, unless it says what it shows, or is to be taken for a picture.
  func beginDrawing(_ frame: inout Frame, _ attributes: MarkupAttributes) {
    drawing = Drawing()
    drawing.isHidden = ElementRules.isHidden(attributes)
    drawing.isAlone = collector.count == 0 && frames.last.map { ElementRules.holdsDrawings.contains($0.name) } ?? true
    frame.isDrawing = !isPage && frames.last?.isSilent != true && !drawing.isHidden && attributes["role"] != "img"
  }

  func beginDrawnText(_ frame: inout Frame, _ attributes: MarkupAttributes) {
    drawing.line = attributes["y"]
    guard drawing.name.isEmpty, !ElementRules.isHidden(attributes) else { return }
    frame.isSilent = false
    if drawing.isAlone { flush() } else { collector.separate() }
  }

  /// A piece of a text that is set lower is another line of it; one that ends in a hyphen goes on there.
  func beginDrawnLine(_ attributes: MarkupAttributes) {
    let line = attributes["y"]
    if attributes["dy"] != nil || line != nil && line != drawing.line, collector.bytes.last != UInt8(ascii: "-") {
      collector.separate()
    }
    drawing.line = line ?? drawing.line
  }

  func endDrawnText() {
    if drawing.isAlone { flush() } else { collector.separate() }
  }
}
