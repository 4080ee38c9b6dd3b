import AloudAPI
import AloudClient
import CommandOutput
import Configuration
import EventLoop
import Pager
import Vocabulary

extension FollowScreen {
  /// - Returns: true if the user leaves.
  func press(_ key: Key) async throws(Failure) -> Bool {
    switch key {
    case .ground(let ground):
      use(ground)
      return false
    case .knowsDirections:
      if settings.bidi != .own {
        view.directions = .toldTerminal
        mode.tellsDirections()
      }
      repaint()
      return false
    case .other: return false
    default: break
    }
    message.say(nil)
    if query != nil {
      try await type(key)
      return false
    }
    switch overlay {
    case .list(let list):
      overlay = try await press(key, in: list).map { .list($0) }
      repaint()
      return false
    case .help(let part):
      repaint()
      let isHelp = KeyCommand(key) == .help
      overlay = isHelp && part + 1 < helpParts ? .help(part: part + 1) : nil
      if isHelp || KeyCommand(key) == .quit { return false }
    case .explanation:
      repaint()
      overlay = nil
      if [.explain, .quit].contains(KeyCommand(key)) { return false }
    case nil: break
    }
    if status.isIdle, let list = library, KeyCommand(key) != .quit {
      library = try await press(key, in: list) ?? list
      if ChoiceList.takes(key) { return false }
    }
    guard let command = KeyCommand(key) else { return false }
    return try await perform(command, key)
  }

  /// - Returns: true if the user leaves.
  private func perform(_ command: KeyCommand, _ key: Key) async throws(Failure) -> Bool {
    switch command {
    case .quit:
      // The first Escape removes the highlighted matches.
      guard key == .escape, !light.found.isEmpty else { return true }
      search.forget()
      light.found = []
    case .help: overlay = .help(part: 0)
    case .find: query = QueryLine()
    case .findAgain(let direction): try await find(nil, direction)
    case .page(let step): try await turn(step)
    case .width(let step):
      settings.width = max(20, min(settings.width + 4 * step, 200))
      rearrange()
      message.answer("\(view.textWidth) columns")
    case .spacing:
      settings.spacing = settings.spacing % 3 + 1
      rearrange()
    case .focus:
      settings.focus.toggle()
      message.answer(settings.focus ? "focus: the current paragraph" : "focus off")
    case .theme:
      theme.change()
      repaint()
      message.answer("theme: \(theme.setting.rawValue)")
    case .choose(let choice):
      guard let list = try await choices.list(choice, status) else { return false }
      guard !list.choice.entries.isEmpty else {
        message.answer(list.emptiness)
        return false
      }
      overlay = .list(list)
      repaint()
    case .explain:
      guard let heard = light.sentence.flatMap({ text.sentence(at: $0.lowerBound) }) else {
        message.answer("nothing is being read")
        break
      }
      overlay = .explanation(try await FollowExplanation(console.symbols).lines(heard, voice: text.voice))
      repaint()
    case .phraseText:
      message.answer(control.study.toggleText(status))
      if message.text == nil, control.study.hidden(status) == nil, text.sentences.isEmpty {
        message.answer("there is no text beside the recording")
      }
    case .phrase:
      message.answer(try await control.perform(command, in: text))
      try await refresh()
    case .toggle where status.isKept: _ = try await service.call(.play, task: "go on")
    default: message.answer(try await control.perform(command, in: text))
    }
    return false
  }

  private func rearrange() {
    view.width = settings.width
    view.spacing = settings.spacing
    repaint()
    arrange()
  }

  /// Goes to the sentence one window further.
  private func turn(_ step: Int) async throws(Failure) {
    guard let layout, let track = text.track, let heard = light.sentence ?? light.word else {
      return try await look(step)
    }
    let row = layout.row(of: heard.lowerBound) + step * max(1, view.textHeight / view.spacing - 1) * view.spacing
    guard let place = layout.place(ofRow: max(0, min(row, layout.rows.count - 1))) else { return }
    message.answer(try await control.call(.goToText(track, offset: UInt32(place), .utf8)))
  }

  // MARK: Lists

  /// - Returns: the list with its new state; `nil` if the user leaves it.
  private func press(_ key: Key, in list: FollowChoices.List) async throws(Failure) -> FollowChoices.List? {
    var list = list
    switch list.choice.press(key, height: view.textHeight - 2) {
    case .looking, .unknown: return list
    case .left: return nil
    case .taken(let index):
      message.answer(try await choices.perform(list.actions[index]))
      return nil
    }
  }

  // MARK: Finding

  private func type(_ key: Key) async throws(Failure) {
    switch query?.press(key) {
    case .typing, nil: break
    case .left: query = nil
    case .entered:
      let words = query?.text ?? ""
      query = nil
      try await find(words, 1)
    }
  }

  /// - Parameter words: `nil` for the previous words.
  private func find(_ words: String?, _ direction: Int) async throws(Failure) {
    let result = try await Failure.translating(try await search.find(words, direction, in: text))
    message.answer(result.message(direction))
    light.found = text.track.map { search.ranges(in: $0) } ?? []
  }
}
