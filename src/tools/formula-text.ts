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
