extension LanguageFacts {
  /// The facts about Vietnamese.
  static let vietnamese = """
    # Never the end of a sentence: titles, and what stands before an explanation.
    never TS
    never ThS
    never PGS
    never GS
    never BS
    never KS
    never CN
    never tp
    never Q
    never P
    never H
    never TX
    never TT
    never St
    never Dr
    never Mr
    never Mrs
    never Ms
    never v.v
    never ĐH

    # Not the end of a sentence before a number.
    number số
    number tr
    number No
    number Q
    number P
    number q
    number p

    # The end of a sentence before a capital letter.
    final v.v

    # Begins sentences.
    starter Ông
    starter Bà
    starter Anh
    starter Chị
    starter Em
    starter Tôi
    starter Chúng
    starter Họ
    starter Nó
    starter Cô
    starter Chú
    starter Cậu
    starter Người
    starter Những
    starter Các
    starter Một
    starter Đây
    starter Đó
    starter Kia
    starter Này
    starter Khi
    starter Nếu
    starter Nhưng
    starter Và
    starter Vì
    starter Do
    starter Tuy
    starter Sau
    starter Trước
    starter Trong
    starter Ngoài
    starter Ở
    starter Tại
    starter Từ
    starter Với
    starter Theo
    starter Để
    starter Có
    starter Không
    starter Hôm
    starter Ngày
    starter Năm
    starter Tháng
    starter Bây
    starter Hiện
    starter Rồi
    starter Thì
    starter Cả
    starter Mọi
    starter Mỗi
    starter Nhiều
    starter Ai
    starter Gì
    starter Sao
    starter Tất
    """
}
