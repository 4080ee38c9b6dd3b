import AloudAPI
import Announcements
import Vocabulary

extension NotificationPlan {
  /// The plan for the bus.
  var answer: NotificationAnswer {
    var answer = NotificationAnswer(action, text: text)
    answer.application = application
    (answer.voice, answer.engine, answer.language, answer.rate) = (voice, engine, language, rate)
    (answer.volume, answer.priority) = (volume, priority)
    switch sound {
    case .file(let path): answer.soundFile = path
    case .name(let name): answer.soundName = name
    case nil: break
    }
    answer.steps = steps.map { "\($0.origin.words): \($0.change.words)" }
    return answer
  }
}

extension NotificationPlan.Origin {
  /// `rule 1`, as `aloud notify rules` counts them.
  fileprivate var words: String {
    switch self {
    case .rule(let index): "rule \(index + 1)"
    case .hint(let name): "hint \(name)"
    }
  }
}

extension NotificationPlan.Change {
  fileprivate var words: String {
    switch self {
    case .action(let action): "action \(action.rawValue)"
    case .template(let template): "template \(template)"
    case .shorten(let most): "the body has at most \(most) characters"
    case .voice(let voice): "voice \(voice)"
    case .engine(let engine): "engine \(engine)"
    case .language(let language): "language \(LanguageSpelling.usual(language))"
    case .rate(let rate): "rate \(rate)"
    case .volume(let volume): "volume \(volume)"
    case .priority(let priority): "priority \(priority.rawValue)"
    case .digits(let digits): "digits \(digits.rawValue)"
    case .sound(.file(let path)): "sound file \(path)"
    case .sound(.name(let name)): "sound \(name)"
    case .noSound: "no sound"
    case .ignored(let reason): "ignored, since \(reason.words)"
    }
  }
}

extension NotificationPlan.Ignored {
  fileprivate var words: String {
    switch self {
    case .muted: "a rule mutes the notification"
    case .badValue: "the value means nothing or is out of its range"
    case .template: "the template has a mistake; the one before it holds"
    }
  }
}
