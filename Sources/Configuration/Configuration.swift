/// What is said about the configuration as a whole: its text forms here, the reading of it in `ConfigurationReading`.
public enum Configuration {}
