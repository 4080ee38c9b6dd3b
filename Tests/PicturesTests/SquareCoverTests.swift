import DesktopSupport
import DocumentSupport
import Documents
import Testing
import Vocabulary

@testable import Pictures

/// Square covers from pictures of unknown origin.
@Suite(.timeLimit(.minutes(3)))
struct SquareCoverTests {
  /// Rows of one colour each.
  private func picture(width: Int, rows: [[UInt8]]) -> Pixels {
    Pixels(width: width, height: rows.count, bytes: rows.flatMap { row in (0..<width).flatMap { _ in row } })
  }

  private func pixel(_ pixels: Pixels, _ x: Int, _ y: Int) -> [UInt8] {
    Array(pixels.bytes[(y * pixels.width + x) * 4..<(y * pixels.width + x) * 4 + 4])
  }

  private func copy(_ file: [UInt8]) throws -> Pixels? {
    try SquareCover.copy(of: try #require(CoverImage(file))).map { copy in
      #expect(copy.kind == .png)
      return try PNG.read(copy.bytes)
    }
  }

  /// The error instead of a copy; `nil` if there is one, or if none is needed.
  private func error(_ file: [UInt8]) -> TroubleCode? {
    guard let image = CoverImage(file) else { return .unknownFormat }
    do throws(Trouble) {
      _ = try SquareCover.copy(of: image)
      return nil
    } catch {
      return error.code
    }
  }

  private let red: [UInt8] = [255, 0, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]
  private let clear: [UInt8] = [0, 0, 0, 0]

  @Test func aTallPhotographStandsInTheMiddle() throws {
    let square = try #require(try copy(SampleCover.tall))
    #expect(square.width == 40 && square.height == 40)
    for y in 0..<40 {
      #expect(pixel(square, 7, y) == clear && pixel(square, 32, y) == clear)
      let shown = pixel(square, 20, y).map(Int.init)
      // The two rows at the border of red and blue are mixed by the format.
      if (19...20).contains(y) { continue }
      #expect(shown[y < 20 ? 0 : 2] > 240 && shown[1] < 15 && shown[y < 20 ? 2 : 0] < 15 && shown[3] == 255, "\(shown)")
    }
  }

  @Test func aWideDrawingKeepsItsColours() throws {
    let half: [UInt8] = [10, 20, 30, 128]
    let square = try #require(try copy(try PNG.file(picture(width: 5, rows: [red, half]))))
    #expect(square.width == 5 && square.height == 5)
    #expect(pixel(square, 0, 0) == clear && pixel(square, 4, 1) == red)
    #expect(pixel(square, 2, 2) == half && pixel(square, 2, 3) == clear)
  }

  @Test func aLargePictureBecomesSmall() throws {
    let rows = (0..<1200).map { $0 < 600 ? red : blue }
    let square = try #require(try copy(try PNG.file(picture(width: 300, rows: rows))))
    #expect(square.width == 512 && square.height == 512)
    #expect(pixel(square, 191, 100) == clear && pixel(square, 192, 100) == red)
    #expect(pixel(square, 319, 400) == blue && pixel(square, 320, 400) == clear)
  }

  @Test func aCoverThatIsNearlySquareStaysUnchanged() throws {
    for height in [50, 51] {
      #expect(try copy(try PNG.file(picture(width: 50, rows: Array(repeating: red, count: height)))) == nil)
    }
    #expect(try copy(try PNG.file(picture(width: 50, rows: Array(repeating: red, count: 52)))) != nil)
  }

  @Test func eachNewPixelIsTheMeanOfWhatItCovers() {
    // Three pixels become two: the one in the middle belongs to both by half.
    let three = Pixels(width: 3, height: 1, bytes: [90, 0, 0, 255, 30, 0, 0, 255, 0, 60, 0, 255])
    #expect(three.scaled(width: 2, height: 1).bytes == [70, 0, 0, 255, 10, 40, 0, 255])
    // A transparent pixel has no colour.
    let two = Pixels(width: 1, height: 2, bytes: [200, 100, 0, 255, 0, 0, 255, 0])
    #expect(two.scaled(width: 1, height: 1).bytes == [200, 100, 0, 128])
    #expect(Pixels(width: 1, height: 2, bytes: clear + clear).scaled(width: 1, height: 1).bytes == clear)
    // Of one colour it stays that, whatever the sizes.
    for (width, height) in [(7, 5), (6, 1), (1, 4), (7, 4)] {
      let plain = picture(width: 7, rows: Array(repeating: [1, 128, 255, 255], count: 5))
      let scaled = plain.scaled(width: width, height: height)
      #expect(scaled == picture(width: width, rows: Array(repeating: [1, 128, 255, 255], count: height)))
    }
  }

  @Test func aLineOfPixelsIsNoReasonToFail() throws {
    let square = try #require(try copy(try PNG.file(picture(width: 1, rows: Array(repeating: blue, count: 2000)))))
    #expect(square.width == 512 && pixel(square, 255, 5) == blue && pixel(square, 254, 5) == clear)
    #expect(try copy(try PNG.file(picture(width: 1, rows: [red]))) == nil)
  }

  // MARK: Harmful pictures

  @Test func aBombIsRefusedByItsHeader() {
    #expect(error(SampleCover.tall(claiming: 65_500, by: 65_500)) == .tooLarge)
    #expect(error(SampleCover.bomb) == .tooLarge)
    // Allowed, and not there.
    #expect(error(SampleCover.tall(claiming: 4096, by: 8192)) == .damaged)
    #expect(error(SampleCover.tall(claiming: 0, by: 40)) == .damaged)
    #expect(Pixels.isAllowed(width: 4096, height: 8192) && !Pixels.isAllowed(width: 4097, height: 8192))
    #expect(!Pixels.isAllowed(width: .max, height: 2) && !Pixels.isAllowed(width: 0, height: 1))
  }

  @Test func aPictureThatEndsEarlyIsDamaged() throws {
    for count in 3..<SampleCover.tall.count {
      #expect(error(Array(SampleCover.tall[..<count])) == .damaged, "\(count) bytes")
    }
    let drawing = try PNG.file(picture(width: 3, rows: [red, blue]))
    // The last twelve bytes only say that it ends, and the four before them are a check of its rows.
    for count in 8..<drawing.count - 16 {
      #expect(error(Array(drawing[..<count])) == .damaged, "\(count) bytes")
    }
  }

  @Test func noFlippedBitEndsTheProcess() throws {
    let drawing = try PNG.file(picture(width: 3, rows: [red, blue, clear, blue]))
    for file in [SampleCover.tall, drawing] {
      var damaged = 0
      for bit in 0..<file.count * 8 {
        var copy = file
        copy[bit / 8] ^= 1 << (bit % 8)
        if error(copy) != nil { damaged += 1 }
      }
      #expect(damaged > 100, "of \(file.count * 8)")
    }
  }

  @Test func noNoiseEndsTheProcess() {
    var generator = SeededGenerator(seed: 10)
    for start in [[0xFF, 0xD8, 0xFF], Array(SampleCover.tall[..<160]), Array(SampleCover.bomb[..<8])] as [[UInt8]] {
      for _ in 0..<200 {
        let length = Int.random(in: 0..<500, using: &generator)
        let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(error(start + noise) != nil)
      }
    }
  }
}
