import { trimEndOf } from '../../tools/text.ts';
import { isEdge } from '../text/word-edges.ts';

const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD'];
const PESOS = ['MXN', 'ARS', 'COP', 'CLP', 'UYU', 'DOP', 'PHP', 'CUP', 'BOB'];
const POUNDS = ['GBP', 'EGP', 'LBP', 'SYP'];

/** Names of money in the five languages, with the currencies that each may mean. */
const marks: Readonly<Record<string, readonly string[]>> = {
  $: [...DOLLARS, ...PESOS, 'BRL', 'NIO'],
  '£': POUNDS,
  '€': ['EUR'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '¥': ['CNY', 'JPY'],
  '₹': ['INR'],
  ...calls(DOLLARS, 'dollar', 'dollars', 'dolar', 'dolares', 'דולר', 'דולרים', 'ดอลลาร์', '美元'),
  ...calls(PESOS, 'peso', 'pesos'),
  ...calls(POUNDS, 'pounds', 'quid', 'ליש"ט'),
  ...calls(['EUR'], 'eur', 'euro', 'euros', 'יורו', 'אירו', 'ยูโร', '欧元'),
  ...calls(['ILS'], 'ils', 'nis', 'shekel', 'shekels', 'ש"ח', 'שח', 'שקל', 'שקלים'),
  ...calls(['ILS'], 'shekeles', 'sheqel', 'เชคเกล', 'เชเกล', 'เชเคล', '谢克尔'),
  ...calls(['THB'], 'thb', 'baht', 'บาท', 'באט', '泰铢'),
  ...calls(['CNY'], 'cny', 'rmb', 'yuan', 'หยวน', '人民币'),
  ...calls(['USD'], 'usd'),
  ...calls(['GBP'], 'gbp'),
  ...calls(['MXN'], 'mxn'),
  ...calls(['ARS'], 'ars'),
  ...calls(['COP'], 'cop'),
  ...calls(['INR'], 'inr', 'rupee', 'rupees'),
  ...calls(['ZAR'], 'zar', 'rand', 'rands'),
};

function calls(currencies: readonly string[], ...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, currencies]));
}

const longestFirst = Object.keys(marks).sort((one, other) => other.length - one.length);
const NUMBER = /\d[\d.,]*/g;
const SIGN_BEFORE = /\p{Sc}(?= ?$)/u;

/**
 * The name of the money of an amount in a sentence, where it is not the farm's currency (ISO 4217);
 * undefined where no amount has such a name, or its name fits the farm's currency.
 */
export function foreignCurrency(text: string, currency: string): string | undefined {
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    const before = SIGN_BEFORE.exec(text.slice(0, index))?.[0];
    const behind = markAt(text, index + trimEndOf(digits, '.,').length);
    const foreign = [before, behind].find(
      (mark) => mark && !(marks[mark] ?? []).includes(currency),
    );
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

function markAt(text: string, index: number): string | undefined {
  const at = text[index] === ' ' ? index + 1 : index;
  return longestFirst.find((mark) => text.startsWith(mark, at) && isEdge(text, at + mark.length));
}

/** In locales with a decimal comma many people still write thousands with a comma: `1,240`. */
export function findAmbiguousNumber(text: string, decimal: '.' | ','): string | undefined {
  if (decimal !== ',') return undefined;
  const typed = (text.match(/[\d.,]+/g) ?? []).map((digits) => trimEndOf(digits, '.,'));
  return typed.find((digits) => /^[1-9]\d{0,2},\d{3}$/.test(digits));
}

/** Both meanings of an ambiguous number. */
export function bothReadings(typed: string) {
  return { typed, whole: typed.replace(',', ''), part: trimEndOf(typed, '0') };
}
