public import Configuration
import ConfigurationStorage

/// Reads the files. Any thread; blocks while they are read.
extension ConfigurationFiles {
  /// Reads those of `paths` that exist, and lays them over the defaults. An unreadable file is a problem, a missing one
  /// is not.
  public static func load(paths: [String]) -> Configuration.Loaded {
    var files: [Configuration.File] = []
    var problems: [Problem] = []
    for path in paths {
      do {
        if let contents = try read(path) { files.append(Configuration.File(path: path, contents: contents)) }
      } catch {
        var problem = error
        let until = "until then what held before holds, and after a start notifications are not spoken"
        problem.cure = (problem.cure.map { "\($0); " } ?? "") + until
        problems.append(problem)
      }
    }
    var loaded = Configuration.load(files: files)
    loaded.problems.insert(contentsOf: problems, at: 0)
    if !problems.isEmpty { loaded.loss = .file }
    return loaded
  }
}
