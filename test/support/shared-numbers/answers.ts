// biome-ignore lint/suspicious/noExplicitAny: responses of any shape.
export type Json = any;

/** Questions for `/ask`. */
type AskedFacts =
  | 'density'
  | 'weight'
  | 'weightDeviation'
  | 'dailyGain'
  | 'temperature'
  | 'humidity'
  | 'co2'
  | 'mortality'
  | 'efficiency'
  | 'feedConversion'
  | 'feedDaysLeft'
  | 'profit'
  | 'costPerKg'
  | 'netMoney'
  | 'moneySpent'
  | 'revenue';

/** Responses of the service about one farm, to a key with access to this farm only. */
export interface FarmAnswers {
  readonly context: Json;
  readonly digest: Json;
  readonly gaps: Json;
  /** Its sections. */
  readonly insights: Json;
  readonly portfolio: Json;
  /** From `/os/dashboard` and `/os/weekly-summary`, and the rows of `/os/risk/ledger`. */
  readonly dashboard: Json;
  readonly weekly: Json;
  readonly ledger: Json;
  /** The open alerts, after a scan with all rules. */
  readonly alerts: Json;
  /** The facts of `/ask`, by question. */
  readonly asked: Readonly<Record<AskedFacts, Json>>;
  /** From `/os/charts/…`, by the rest of the path: `growth/flock_1`, `climate/barn_1`. */
  readonly charts: Json;
  /** The rows of these, with their computed fields. */
  readonly logs: Json;
  readonly flocks: Json;
  readonly barns: Json;
  readonly farms: Json;
  readonly medicine: Json;
  readonly tasks: Json;
  /** Whether no amount is older than 30 days: the figures of 30 and of 90 days are then equal. */
  readonly isMoneyYoung: boolean;
}

/** A number by the places that report it, all of which must be equal. */
export interface SharedNumber {
  readonly name: string;
  readonly told: readonly (readonly [place: string, value: unknown])[];
}

export function number(name: string, expected: Readonly<Record<string, unknown>>): SharedNumber {
  return { name, told: Object.entries(expected) };
}

export function find(rows: Json, field: string, value: unknown): Json {
  return rows.find((row: Json) => row[field] === value);
}

/** The open alert of a rule about a subject. */
export function openAlert({ alerts }: FarmAnswers, key: string): Json {
  return alerts.find(({ source }: Json) => source?.key === key);
}

/** The value of the fact about a flock with this label prefix; null where there is none. */
export function factOf(facts: Json, label: string, flockId: string): unknown {
  const fact = facts.find(
    (one: Json) => one.label.startsWith(`${label}, `) && one.source?.ids?.includes(flockId),
  );
  return fact?.value ?? null;
}

export function byPlace(
  place: string,
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(values.map((value, index) => [`${place} ${index}`, value]));
}

/** The number itself, or `told` if the difference is explained only by rounding of its parts. */
export function near(value: number, expected: number, within: number): number {
  return Math.abs(value - expected) <= within ? expected : value;
}

/** An amount rounded to cents. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
