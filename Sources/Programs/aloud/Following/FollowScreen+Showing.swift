import AloudAPI
import AloudClient
import CommandOutput
import Configuration
import EventLoop
import Glibc
import Pager
import Vocabulary

extension FollowScreen {
  /// The number of pages of the help.
  var helpParts: Int { (KeyHelp.entries.count + view.textHeight - 1) / view.textHeight }

  private var frame: FollowFrame {
    FollowFrame(
      symbols: console.symbols, paint: view.paint, width: view.frameWidth, headerWidth: view.headerWidth,
      directions: view.directions)
  }

  /// Writes the rows that have changed.
  func show() {
    let rows = rows(reading.value(at: Core.loop.now))
    let output = painted.change(to: rows, cursor: cursor)
    if !output.isEmpty { console.write(output) }
  }

  /// The place of the cursor while the user types.
  private var cursor: (row: Int, column: Int)? {
    guard let query, view.footerRows > 0 else { return nil }
    let place = view.lastRow(cell: 1 + query.cellsBefore)
    return (place.row, place.column)
  }

  /// The picture of a recording at this size; empty for a text.
  private func picture(_ status: Status, height: Int) -> [String] {
    guard let wave = waveform.entry, !status.isIdle else { return [] }
    // The console of Linux has no Braille.
    let symbols = getenv("TERM").map { String(cString: $0) } == "linux" ? .ascii : console.symbols
    // While it is studied the picture stays that of the recording.
    let study = status.studied
    return WaveformPicture(
      wave, length: wave.length ?? status.length, phrases: control.study.ranges,
      symbols: symbols, paint: view.paint
    ).rows(position: study?.recorded ?? status.position, width: view.frameWidth, height: height)
  }

  private func rows(_ status: Status) -> [String] {
    let isHidden = control.study.hidden(status) != nil
    let layout = isHidden ? nil : shownLayout(status)
    let hasText = layout?.rows.isEmpty == false
    view.pictureRows = hasText && waveform.entry != nil ? view.roomForPicture : 0
    let frame = frame
    let header = frame.header(status)
    var footer = frame.footer(status, count: view.footerRows)
    if let last = query.map({ "/\($0.text)" }) ?? message.text, !footer.isEmpty {
      footer[footer.count - 1] = frame.message(last)
    }
    switch overlay {
    case .help(let part): return help(part, header, footer)
    case .list(let list): return screen(of: list, header, footer)
    case .explanation(let lines): return explanation(lines, header, footer)
    case nil: break
    }
    guard status.isIdle || layout?.rows.isEmpty != false else {
      return view.screen(
        header: header, layout: layout, top: status.studied == nil || isUntimed ? top : 0,
        light: shownLight, footer: footer,
        picture: picture(status, height: view.pictureRows))
    }
    let picture = picture(status, height: min(view.textHeight, WaveformPicture.tallest))
    if !picture.isEmpty { return view.screen(header: header, picture: picture, footer: footer) }
    guard status.isIdle else {
      var lines: [(String, Paint.Style)] = status.isKept ? [("Space resumes it.", .plain)] : []
      if let phrase = control.study.hidden(status), let study = status.studied {
        lines = [("Phrase \(phrase + 1) of \(study.phrases)", .heading), ("", .plain), ("t shows its text.", .note)]
      }
      return view.screen(header: header, lines: lines, footer: footer)
    }
    guard let library, !library.choice.entries.isEmpty else {
      return view.screen(
        header: header,
        lines: [("Nothing is being read.", .plain), ("", .plain), ("aloud read FILE opens a document.", .note)],
        footer: footer)
    }
    return screen(of: library, header, footer, above: "Nothing is being read.")
  }

  /// The text: all of it, or that of the phrase that was heard alone.
  private func shownLayout(_ status: Status) -> TextLayout? {
    guard !isUntimed, let phrase = status.studied?.phrase, let entry = text[phrase] else { return layout }
    return TextLayout([entry], width: view.textWidth, spacing: view.spacing, bullet: console.symbols.bullet)
  }

  /// The highlighted parts; in focus mode, with the current paragraph.
  private var shownLight: PageView.Light {
    guard settings.focus, let heard = light.sentence else { return light }
    var shown = light
    shown.focus = text.block(around: heard)
    return shown
  }

  private func help(_ part: Int, _ header: String, _ footer: [String]) -> [String] {
    let part = min(part, helpParts - 1)
    let all = KeyHelp.rows(isPlain: false, symbols: console.symbols)
    var footer = footer
    if message.text == nil, !footer.isEmpty {
      footer[footer.count - 1] = frame.message(part + 1 < helpParts ? "? more" : "? back")
    }
    let lines = all.dropFirst(part * view.textHeight).prefix(view.textHeight).map { ($0, Paint.Style.plain) }
    return view.screen(header: header, lines: Array(lines), footer: footer)
  }

  private func explanation(_ lines: [String], _ header: String, _ footer: [String]) -> [String] {
    var footer = footer
    if message.text == nil, !footer.isEmpty { footer[footer.count - 1] = frame.message("e back") }
    let rows = lines.flatMap { view.wrapped($0, indentation: 12) }
    return view.screen(header: header, lines: rows.prefix(view.textHeight).map { ($0, .plain) }, footer: footer)
  }

  private func screen(
    of list: FollowChoices.List, _ header: String, _ footer: [String], above: String? = nil
  ) -> [String] {
    // A small window has room for the entries only.
    var lines: [(String, Paint.Style)] = []
    if view.textHeight >= 5 {
      if let above { lines = [(above, .plain), ("", .plain)] }
      lines += [(list.choice.title, .heading), ("", .plain)]
    }
    let rows = list.choice.rows(
      width: view.frameWidth, height: max(1, view.textHeight - lines.count), ellipsis: console.symbols.ellipsis)
    lines += rows.map { ($0.text, $0.isSelected ? .chosen : .plain) }
    return view.screen(header: header, lines: lines, footer: footer)
  }
}
