import SpokenForms
public import Vocabulary

/// The listener's rules about notifications, ready to be applied. A value.
///
/// All rules whose conditions hold are applied in their order; a later one replaces what an earlier one set. Then the
/// hints on the notification are applied: they win, except that nothing they say makes a notification heard which the
/// listener muted.
public struct NotificationRules: Equatable, Sendable {
  private struct Ready: Equatable, Sendable {
    var rule: NotificationRule
    var application: NotificationPattern?
    var category: NotificationPattern?
    var text: NotificationPattern?
    var template: NotificationTemplate?
    var mistake: NotificationTemplate.Mistake?
  }

  /// The parts of a notification, as they are spoken and compared.
  private struct Parts {
    var application: String
    var summary: String
    var body: String
    var folded: (application: [Character], category: [Character], summary: [Character], body: [Character])
  }

  /// The names that `notify-send` and `aloud notify` give to notifications of scripts: they tell the listener nothing.
  private static let nameless: Set<String> = ["notify-send", "aloud"]
  private static let rates = 0.25...6.0
  /// The longest application's name or category, in Unicode scalars.
  private static let longestName = 200

  private let rules: [Ready]
  private let usual: [NotificationTemplate.Piece]

  /// Rules in the order of the file. A template with a mistake is ignored, and the rest of its rule holds.
  ///
  /// - Parameter template: the text for notifications for which no rule has one; `nil`: all parts.
  public init(_ rules: [NotificationRule], template: String? = nil) {
    usual = template.flatMap { try? NotificationTemplate($0) }?.pieces ?? NotificationWording.usual
    self.rules = rules.map { rule in
      var ready = Ready(rule: rule)
      ready.application = rule.application.map { NotificationPattern($0) }
      ready.category = rule.category.map { NotificationPattern($0) }
      ready.text = rule.text.map { NotificationPattern($0).anywhere }
      if let template = rule.template {
        do throws(NotificationTemplate.Mistake) {
          ready.template = try NotificationTemplate(template)
        } catch {
          ready.mistake = error
        }
      }
      return ready
    }
  }

  /// The treatment of a notification.
  public func plan(for notification: DesktopNotification) -> NotificationPlan {
    let parts = Self.parts(of: notification)
    var plan = NotificationPlan()
    plan.application = parts.application
    var draft = Draft()
    for (index, ready) in rules.enumerated() where Self.holds(ready, parts, notification.urgency) {
      Self.apply(ready, index, to: &plan, &draft)
    }
    Self.apply(notification.hints, to: &plan)
    guard plan.action == .speak else { return plan }
    plan.text = text(parts, draft, plan.digits)
    return plan
  }

  // MARK: Conditions

  private static func parts(of notification: DesktopNotification) -> Parts {
    func name(_ text: String) -> String { PlainBody(text, hasMarkup: false, limit: longestName).text }
    let application = name(notification.application)
    let summary = PlainBody(notification.summary, hasMarkup: false).text
    let body = PlainBody(notification.body).text
    func folded(_ text: String) -> [Character] { Array(text.lowercased()) }
    return Parts(
      application: application, summary: summary, body: body,
      folded: (folded(application), folded(name(notification.category)), folded(summary), folded(body)))
  }

  private static func holds(_ ready: Ready, _ parts: Parts, _ urgency: NotificationUrgency) -> Bool {
    if let expected = ready.rule.urgency, expected != urgency { return false }
    if let pattern = ready.application, !pattern.matches(parts.folded.application) { return false }
    if let pattern = ready.category, !pattern.matches(parts.folded.category) { return false }
    if let pattern = ready.text { return pattern.matches(parts.folded.summary) || pattern.matches(parts.folded.body) }
    return true
  }

  // MARK: Effects

  /// The parts of a text that is not written yet.
  private struct Draft {
    var template: NotificationTemplate?
    var shorten: Int?
  }

  private static func apply(_ ready: Ready, _ index: Int, to plan: inout NotificationPlan, _ draft: inout Draft) {
    let rule = ready.rule
    var changes: [NotificationPlan.Change] = []
    if let action = rule.action {
      plan.action = action
      changes.append(.action(action))
    }
    if let template = ready.template {
      draft.template = template
      changes.append(.template(rule.template ?? ""))
    } else if let mistake = ready.mistake {
      changes.append(.ignored(.template(mistake)))
    }
    if let shorten = rule.shorten {
      draft.shorten = max(shorten, 1)
      changes.append(.shorten(max(shorten, 1)))
    }
    if let voice = rule.voice {
      plan.voice = voice
      changes.append(.voice(voice))
    }
    if let engine = rule.engine {
      plan.engine = engine
      changes.append(.engine(engine))
    }
    if let language = rule.language {
      plan.language = language
      changes.append(.language(language))
    }
    if let rate = rule.rate {
      plan.rate = rate
      changes.append(.rate(rate))
    }
    if let volume = rule.volume {
      plan.volume = volume
      changes.append(.volume(volume))
    }
    if let priority = rule.priority {
      plan.priority = priority
      changes.append(.priority(priority))
    }
    if let digits = rule.digits {
      plan.digits = digits
      changes.append(.digits(digits))
    }
    plan.steps += changes.map { NotificationPlan.Step(origin: .rule(index), change: $0) }
  }

  private static func apply(_ hints: NotificationHints, to plan: inout NotificationPlan) {
    func note(_ name: String, _ change: NotificationPlan.Change) {
      plan.steps.append(NotificationPlan.Step(origin: .hint(name), change: change))
    }
    let isMuted = plan.action == .mute
    plan.isSoundSuppressed = hints.suppressSound
    if hints.suppressSound {
      note("suppress-sound", .noSound)
    } else if let file = hints.soundFile, !isMuted {
      plan.sound = .file(file)
      note("sound-file", .sound(.file(file)))
    } else if let name = hints.soundName, !isMuted {
      plan.sound = .name(name)
      note("sound-name", .sound(.name(name)))
    }
    if let speak = hints.speak {
      if isMuted {
        if speak { note("x-aloud-speak", .ignored(.muted)) }
      } else {
        // A notification that is not to be spoken is silent, unless it brings a sound.
        plan.action = speak ? .speak : plan.sound != nil ? .sound : .mute
        note("x-aloud-speak", .action(plan.action))
      }
    }
    if let voice = hints.voice {
      plan.voice = voice
      note("x-aloud-voice", .voice(voice))
    }
    if let engine = hints.engine {
      plan.engine = engine
      note("x-aloud-engine", .engine(engine))
    }
    if let rate = hints.rate {
      if rates.contains(rate) { plan.rate = rate }
      note("x-aloud-rate", rates.contains(rate) ? .rate(rate) : .ignored(.badValue))
    }
    if let priority = hints.priority {
      plan.priority = priority
      note("x-aloud-priority", .priority(priority))
    }
    if let digits = hints.digits {
      plan.digits = digits
      note("x-aloud-digits", .digits(digits))
    }
    for name in hints.unreadable { note(name, .ignored(.badValue)) }
  }

  // MARK: Text

  private func text(_ parts: Parts, _ draft: Draft, _ digits: NotificationRule.Digits) -> String {
    var application = parts.application
    // Only the usual text leaves names out: a template says what the listener wants.
    if draft.template == nil, Self.nameless.contains(application) || application == parts.summary { application = "" }
    let body = draft.shorten.map { Self.shortened(parts.body, $0) } ?? parts.body
    let isAboutCode = CodeWords.areIn(parts.summary)
    func single(_ text: String) -> String { DigitReading.spoken(text, .single) }
    let wording = NotificationWording(
      application: .init(application, digits: single(application)),
      summary: .init(DigitReading.spoken(parts.summary, digits), digits: single(parts.summary)),
      body: .init(DigitReading.spoken(body, digits, isAboutCode: isAboutCode), digits: single(body)))
    let text = wording.text(of: draft.template?.pieces ?? usual)
    return text.isEmpty ? parts.application : text
  }

  /// The words that have room in a number of characters. A first word without room is cut.
  private static func shortened(_ text: String, _ most: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: most, limitedBy: text.endIndex), end < text.endIndex else {
      return text
    }
    guard text[end] != " ", let blank = text[..<end].lastIndex(of: " ") else { return String(text[..<end]) }
    return String(text[..<blank])
  }
}
