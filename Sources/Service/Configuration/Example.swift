extension Configuration {
  /// A file with the defaults: every key, documented and commented out, and rules about notifications. It is valid, and
  /// stays valid when any of its keys or a whole rule is uncommented.
  public static var example: String {
    var text = """
      # aloud.toml: settings of aloud, the read-aloud service.
      #
      # Read from /etc/xdg/aloud/aloud.toml, then ~/.config/aloud/aloud.toml, the later one winning key by key, so that
      # a file need name only what differs. Every key below shows its default. `aloud config check` tells what a file
      # says wrongly, `aloud config show` what holds; the service rereads the files when they change.

      """
    for section in ConfigurationKey.sections {
      text += "\n# \(section.documentation)\n[\(section.name)]\n"
      for key in ConfigurationKey.all where key.section == section.name {
        text += "\n# \(key.documentation)\n# (\(key.expectation))\n#\(key.name) = \(key.defaultTOML)\n"
      }
      if section.name == ConfigurationKey.notify { text += exampleOfRules }
    }
    return text + exampleOfEngines
  }

  /// A file with exactly these settings, without comments.
  public static func toml(_ settings: Settings) -> String {
    let sections = ConfigurationKey.sections.map { section in
      let keys = ConfigurationKey.all(in: settings).filter { $0.section == section.name }
      let rules = section.name == ConfigurationKey.notify ? settings.notify.rules.map { "\n\(toml($0))" } : []
      return (["[\(section.name)]"] + keys.map { "\($0.name) = \($0.toml(in: settings))" } + rules)
        .joined(separator: "\n")
    }
    return (sections + settings.engines.map { toml($0) }).joined(separator: "\n\n") + "\n"
  }
}
