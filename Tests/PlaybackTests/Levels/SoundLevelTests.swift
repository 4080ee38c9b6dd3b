import Foundation
import Testing
import Vocabulary

/// The three ways to tell a level of sound.
struct SoundLevelTests {
  @Test(arguments: [0.0, 0.01, 1, 6, 12, 20, 60, 300, -6, -20])
  func decibelsAreTheSameAsAmplitudeAndAsLevel(decibels: Double) {
    let amplitude = Amplitude(of: Decibels(decibels)).factor
    #expect(abs(amplitude / pow(10, decibels / 20) - 1) < 1e-11)
    #expect(abs(Amplitude(of: CubicLevel(of: Decibels(decibels))).factor / amplitude - 1) < 1e-11)
    #expect(abs(CubicLevel(of: Decibels(decibels)).value / pow(10, decibels / 60) - 1) < 1e-11)
  }

  @Test func aLevelIsTheThirdRootOfTheAmplitude() {
    #expect(Amplitude(of: 0.5 as CubicLevel) == Amplitude(0.125))
    #expect(Amplitude(of: 1 as CubicLevel) == Amplitude(1) && Amplitude(of: 0 as CubicLevel) == Amplitude(0))
    #expect(abs(CubicLevel(of: -12).value - 0.631) < 0.0005 && CubicLevel(of: 0) == 1)
    #expect((0.5 as CubicLevel) * 0.5 == 0.25)
  }
}
