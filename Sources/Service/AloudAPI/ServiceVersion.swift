/// The version of service, command line and workers, which are built and installed together.
public enum ServiceVersion {
  /// Major, minor and patch, as `Version` on the bus and `aloudd --version` show it.
  ///
  /// `scripts/version --write` copies it from the first entry of CHANGELOG.md.
  public static let text = "0.1.0"
}
