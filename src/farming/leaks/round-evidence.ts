import { type FigureKind, figure } from '../figure.ts';

/** How figures are rounded by the end of their name, the first that fits. */
const KINDS: readonly (readonly [ending: RegExp, kind: FigureKind])[] = [
  [/Pct$/, 'pct'],
  [/PerKg$|PerBird$|^pricePerChick$|^chickPrice$|^cost$/, 'price'],
  [/PerTon$|PerDay$|^orderTotal$|^amount$/, 'money'],
  [/^feedKgPerBird$/, 'share'],
  [/[kK]g$/, 'kg'],
  [/G$/, 'grams'],
  [/^(fcr|breedFcr)$/, 'share'],
  [/^(meanAgeOfDeath|cycleDays)$/, 'time'],
];
const OTHER: FigureKind = 'ratio';

/** The same object with every figure rounded by its name, lists and objects in it too. */
export function roundEvidence<T extends object>(evidence: T): T {
  const rounded = Object.entries(evidence).map(([name, value]) => [name, round(name, value)]);
  return Object.fromEntries(rounded) as T;
}

function round(name: string, value: unknown): unknown {
  if (typeof value === 'number') return figure(kindOf(name), value);
  if (Array.isArray(value)) return value.map((item) => round(name, item));
  return typeof value === 'object' && value !== null ? roundEvidence(value) : value;
}

function kindOf(name: string): FigureKind {
  return KINDS.find(([ending]) => ending.test(name))?.[1] ?? OTHER;
}
