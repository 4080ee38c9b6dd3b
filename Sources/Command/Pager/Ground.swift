/// The colour that a terminal's text stands on. Pure.
package struct Ground: Equatable {
  /// The colour itself; ``dark`` and ``light`` stand for colours that are not known.
  package var color: Color

  /// Black, for a dark ground whose colour is not known.
  package static let dark = Ground(color: Color(0, 0, 0))
  /// White, for a light ground whose colour is not known.
  package static let light = Ground(color: Color(255, 255, 255))

  /// True if dark text is easier to read on it, by the relative luminance of ITU-R BT.709.
  package var isLight: Bool {
    0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue) > 127
  }

  /// Takes the value of `COLORFGBG` as rxvt, konsole and others set it: `15;0`, with the ground last, by its number
  /// among the sixteen colours.
  package init?(colorFGBG: String) {
    guard let last = colorFGBG.split(separator: ";").last, let number = Int(last), (0...15).contains(number) else {
      return nil
    }
    self = number == 7 || number >= 9 ? .light : .dark
  }

  /// Takes the answer to OSC 11 without its number: `rgb:ffff/ffff/dddd`, with one to four hexadecimal digits each.
  package init?(answer: some StringProtocol) {
    guard let colon = answer.firstIndex(of: ":"), ["rgb", "rgba"].contains(String(answer[..<colon])) else { return nil }
    let parts = answer[answer.index(after: colon)...].split(separator: "/").prefix(3).compactMap { part -> Int? in
      guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
      return value * 255 / ((1 << (4 * part.count)) - 1)
    }
    guard parts.count == 3 else { return nil }
    color = Color(parts[0], parts[1], parts[2])
  }

  /// A ground whose colour is known.
  package init(color: Color) { self.color = color }
}
