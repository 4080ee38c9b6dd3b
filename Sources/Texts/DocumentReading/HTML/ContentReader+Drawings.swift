extension ContentReader {
  /// A drawing (SVG) that is being read.
  struct Drawing {
    /// The drawing's own name.
    var name = ""
    var isHidden = false
    /// True if the drawing stands by itself, not in a line of text. Its texts are then paragraphs.
    var isAlone = false
    /// The vertical position of the line that is being read, as it is written in the drawing.
    var line: String?
  }

  /// Texts of a drawing in a book are read, unless the drawing describes itself or has the role of a picture.
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

  /// A piece of text at a lower position is another line. A line that ends in a hyphen continues in the next piece.
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
