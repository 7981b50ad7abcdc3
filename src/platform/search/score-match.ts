import { foldText } from '../../tools/text-folding.ts';

/** How well a text holds what is looked for. */
const SCORES = { exact: 100, prefix: 80, word: 60, substring: 40 } as const;

/** Added where the name of the row matches, not only what is written in it. */
const LABEL_BONUS = 10;
/** Added while the row is open or active. */
const OPEN_BONUS = 10;

const OPEN_STATES: readonly unknown[] = [
  'open',
  'active',
  'selling',
  'new',
  'acknowledged',
  'in_progress',
  'pending',
];

/** The fields of a row in which is looked, by their standing. */
export interface SearchedRow {
  readonly label: readonly unknown[];
  readonly body: readonly unknown[];
  readonly status: unknown;
}

/** The score of a row for a folded text, 40 to 120; 0 when it does not hold it. */
export function scoreMatch(row: SearchedRow, wanted: string): number {
  const best = (texts: readonly unknown[]) =>
    Math.max(0, ...texts.map((text) => (typeof text === 'string' ? scoreText(text, wanted) : 0)));
  const label = best(row.label);
  const score = Math.max(label > 0 ? label + LABEL_BONUS : 0, best(row.body));
  if (score === 0) return 0;
  return score + (OPEN_STATES.includes(row.status) ? OPEN_BONUS : 0);
}

function scoreText(text: string, wanted: string): number {
  const folded = foldText(text);
  const at = folded.indexOf(wanted);
  if (at === -1) return 0;
  if (folded === wanted) return SCORES.exact;
  if (at === 0) return SCORES.prefix;
  return startsWord(folded, wanted) ? SCORES.word : SCORES.substring;
}

function startsWord(folded: string, wanted: string): boolean {
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}\p{M}]$/u.test(folded.slice(0, at))) return true;
  }
  return false;
}
