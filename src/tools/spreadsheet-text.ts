// What spreadsheets take for the beginning of a formula, full-width forms included.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
// Also behind apostrophes, so that every escaped text has one that is taken off again.
const TO_ESCAPE = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const ESCAPED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Whether a spreadsheet would run the text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** The text as a cell that no spreadsheet runs: an apostrophe stands before what could be a formula. */
export function escapeFormula(text: string): string {
  return TO_ESCAPE.test(text) ? `'${text}` : text;
}

/** The text of a cell that `escapeFormula` made; any other text stays as it is. */
export function unescapeFormula(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}

/** The most UTF-16 units that Excel accepts in a cell; it reports a workbook with more as damaged. */
const LONGEST_CELL = 32_767;
const TRUNCATION_MARK = / … \[truncated: \d+ characters\]$/;

/** The text where a cell can hold it, else its beginning and a mark that states its full length. */
export function truncateForCell(text: string): string {
  if (text.length <= LONGEST_CELL) return text;
  const mark = ` … [truncated: ${text.length} characters]`;
  const kept = text.slice(0, LONGEST_CELL - mark.length);
  // Half of a surrogate pair is not a character.
  return kept.replace(/[\ud800-\udbff]$/, '') + mark;
}

/** Whether `truncateForCell` shortened the text: a full cell that ends with its mark. */
export function isTruncatedForCell(cell: string): boolean {
  return cell.length >= LONGEST_CELL - 1 && TRUNCATION_MARK.test(cell.slice(-60));
}
