// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
export type Json = any;

/** What is asked of `/ask`. */
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

/** What the service answers of one farm, to a key that sees this one alone. */
export interface FarmAnswers {
  readonly context: Json;
  readonly digest: Json;
  readonly gaps: Json;
  /** Its sections. */
  readonly insights: Json;
  readonly portfolio: Json;
  /** Of `/os/dashboard` and `/os/weekly-summary`, and the rows of `/os/risk/ledger`. */
  readonly dashboard: Json;
  readonly weekly: Json;
  readonly ledger: Json;
  /** The open alerts, after a scan with all rules. */
  readonly alerts: Json;
  /** The facts of `/ask`, by what is asked. */
  readonly asked: Readonly<Record<AskedFacts, Json>>;
  /** Of `/os/charts/…`, by what follows: `growth/flock_1`, `climate/barn_1`. */
  readonly charts: Json;
  /** The rows of these, with their computed fields. */
  readonly logs: Json;
  readonly flocks: Json;
  readonly barns: Json;
  readonly farms: Json;
  readonly medicine: Json;
  readonly tasks: Json;
  /** Whether no amount is older than 30 days: what is told of 30 and of 90 days is the same then. */
  readonly isMoneyYoung: boolean;
}

/** A number by the places that tell it, all of which must tell the same. */
export interface SharedNumber {
  readonly name: string;
  readonly told: readonly (readonly [place: string, value: unknown])[];
}

export function number(name: string, told: Readonly<Record<string, unknown>>): SharedNumber {
  return { name, told: Object.entries(told) };
}

export function find(rows: Json, field: string, value: unknown): Json {
  return rows.find((row: Json) => row[field] === value);
}

/** The open alert of a rule about a subject. */
export function openAlert({ alerts }: FarmAnswers, key: string): Json {
  return alerts.find(({ source }: Json) => source?.key === key);
}

/** The value of the fact about a flock whose label begins so; null where none is told. */
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

/** The number itself, or `told` where rounding of its parts alone can have moved it from that. */
export function near(value: number, told: number, within: number): number {
  return Math.abs(value - told) <= within ? told : value;
}

/** An amount to the cent. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
