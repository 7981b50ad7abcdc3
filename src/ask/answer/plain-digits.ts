const ANY_DIGIT = /\p{Nd}/gu;

/** A text whose digits of any script are those from 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(ANY_DIGIT, (digit) => String(digitValue(digit)));
}

/** The digits of a script stand in rows of ten, from 0 to 9 (Unicode, 4.6 "Numeric Value"). */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
