/** The sign that stands before decimals. */
export type DecimalSign = '.' | ',';

/** What is known of the numbers of a file. */
export interface NumberStyle {
  /** As the sender says; undefined: as far as a number tells by itself. */
  readonly decimal?: DecimalSign | undefined;
  /** Whether the file looks as if it came from where the comma is the decimal sign. */
  readonly mayUseComma?: boolean;
}

/** Longer texts are not numbers that any field takes. */
const LONGEST = 100;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
// Direction marks and the spaces that spreadsheets put between thousands.
const INVISIBLE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const GROUPED_BY_SPACE = /^([+-]?\d{1,3})((?:[ \u00a0\u202f\u2009'’]\d{3})+)(?=[.,]|$)/;
const SEPARATORS = /[.,]/g;

/**
 * The number that a text means, such as `1240`, `1,240.5` or `1.240,5`; `ambiguous` where it could
 * be two, as `1,240` is; undefined where it is none.
 */
export function readNumber(
  text: string,
  style: NumberStyle = {},
): number | 'ambiguous' | undefined {
  if (text.trim().length > LONGEST) return undefined;
  const typed = withoutSpaces(text);
  const signs = typed.match(SEPARATORS) ?? [];
  const [first] = signs;
  if (first === undefined) return numberOf(typed);
  const last = signs.at(-1);
  const isMixed = signs.some((sign) => sign !== first);
  // Of two signs the last one stands before the decimals; one that is repeated cannot.
  if (isMixed) return withDecimal(typed, last === '.' ? '.' : ',', style);
  if (signs.length > 1) return withDecimal(typed, first === '.' ? ',' : '.', style);
  if (style.decimal !== undefined) return withDecimal(typed, style.decimal, style);
  if (!couldBeThousands(typed)) return withDecimal(typed, first === '.' ? '.' : ',', style);
  return first === '.' && !style.mayUseComma ? numberOf(typed) : 'ambiguous';
}

function withoutSpaces(text: string): string {
  const typed = text
    .replace(INVISIBLE, '')
    .replace(/^\s*[\u2212\u2013]/, '-')
    .trim();
  return typed.replace(GROUPED_BY_SPACE, (_, head: string, groups: string) => {
    return head + groups.replace(/\D/g, '');
  });
}

/** Three digits behind the sign, and one to three before it that do not begin with 0. */
function couldBeThousands(typed: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed);
}

function withDecimal(typed: string, decimal: DecimalSign, style: NumberStyle): number | undefined {
  if (style.decimal !== undefined && style.decimal !== decimal) return undefined;
  const at = typed.lastIndexOf(decimal);
  const whole = at === -1 ? typed : typed.slice(0, at);
  const decimals = at === -1 ? '' : `.${typed.slice(at + 1)}`;
  const isGrouped = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  if (!isGrouped && /[.,]/.test(whole)) return undefined;
  return numberOf(whole.replace(SEPARATORS, '') + decimals);
}

function numberOf(typed: string): number | undefined {
  return PLAIN.test(typed) ? Number(typed) : undefined;
}
