import type { riskLedgerAnswer } from '../../model/answers/insights.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { type RiskItem, riskItems } from '../../model/core/insight-sections.ts';
import type { Message } from '../../model/core/message.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { Steps } from '../../tools/concurrency.ts';
import type { FarmFrame, FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import type { DataStatus, Fix, MissingData } from '../core/section.ts';
import {
  type Insights,
  otherSteps,
  partsOf,
  sectionDefinitions,
} from '../insights/compute-insights.ts';
import {
  findRisks,
  type Risk,
  riskLevel,
  riskScore,
  riskSection,
} from '../insights/risk-section.ts';
import { riskContext } from '../risk/risk-finding.ts';
import type { DaySpan } from './flock-week.ts';

/** Snapshot parts needed for the risks of a farm. */
export const FARM_RISK_PARTS: readonly SnapshotPart[] = partsOf(['risk'], sectionDefinitions);

/** The current risks of a farm. */
export interface FarmRisks {
  /** Unrounded; null on a farm with neither barns nor flocks. */
  readonly risks: readonly Risk[] | null;
  readonly missing: readonly MissingData[];
  /** The failed sections, whose risks are unknown. */
  readonly failures: Insights['failures'];
}

/** The current risks of a farm, from the risk section of `/insights`. */
export function* farmRiskSteps(snapshot: FarmSnapshot): Steps<FarmRisks> {
  const { others, failures } = yield* otherSteps(snapshot, riskSection.uses);
  const { missing } = riskSection.compute(snapshot, others);
  const isEmpty = snapshot.barns.length === 0 && snapshot.liveFlocks.length === 0;
  const risks = isEmpty ? null : findRisks(riskContext(snapshot, others));
  return { risks, missing, failures };
}

/** The stored probability of one risk on a day. */
export interface LedgerRow {
  readonly day: CalendarDay;
  /** For example `disease`. */
  readonly item: string;
  /** 0 to 1; null when unknown. */
  readonly p: number | null;
  /** Severity of the impact, 0 to 1. */
  readonly impact: number;
  readonly explanation: Message;
  readonly recordedAt: string;
}

export interface LedgerInput extends DaySpan {
  /** The stored rows of these days, by day. */
  readonly rows: readonly LedgerRow[];
  /** Since when each item has been above 0, from the rows stored up to the last of these days. */
  readonly spells: ReadonlyMap<string, CalendarDay>;
  /** The current risks. */
  readonly now: FarmRisks;
  /** If set, only this item. */
  readonly item?: string | undefined;
}

/** The answer of `GET /os/risk/ledger`, before its messages are rendered. */
type RiskLedger = Made<(typeof riskLedgerAnswer)['schema']>;

/** The trend of an item since the previous evaluated day. */
export type RiskTrend = NonNullable<RiskLedger['items'][number]['trend']>;

/** The risks of a farm by day; the last day is the one of the current figures. */
export function riskLedgerOf(frame: FarmFrame, input: LedgerInput): RiskLedger {
  const { today, now, farm } = frame;
  const { from, to } = input;
  const isOfToday = from <= today && today <= to;
  const rows = isOfToday ? withToday(input, frame) : input.rows;
  const days = daysOf(rows, frame);
  const selectedRows = rows.filter(({ item }) => input.item === undefined || item === input.item);
  const items = [...groupBy(selectedRows, ({ item }) => item).values()]
    .map((itemRows) =>
      itemOf(itemRows, days.at(-1)?.day, isOfToday ? input : { ...input, now: NOTHING }),
    )
    .filter((item) => item !== null)
    .toSorted((left, right) => (right.points ?? -1) - (left.points ?? -1));
  const last = days.at(-1);
  const missing = isOfToday ? input.now.missing : [];
  return {
    farmId: farm.id,
    asOf: formatInstant(now),
    from,
    to,
    status: statusOf(items, missing.length),
    missing,
    score: last?.score ?? null,
    level: last?.level ?? null,
    delta: last?.delta ?? null,
    days,
    items,
  };
}

const NOTHING: FarmRisks = { risks: null, missing: [], failures: [] };

/** Today is not over: current values replace those stored earlier today. */
function withToday({ rows, now }: LedgerInput, frame: FarmFrame): readonly LedgerRow[] {
  const recordedAt = formatInstant(frame.now);
  const before = rows.filter(({ day }) => day !== frame.today);
  return [...before, ...ledgerRows(now.risks ?? [], { day: frame.today, recordedAt })];
}

export function ledgerRows(
  risks: readonly Risk[],
  when: Pick<LedgerRow, 'day' | 'recordedAt'>,
): readonly LedgerRow[] {
  return risks.map(({ key: item, p, impact, explanation }) => {
    return { ...when, item, p, impact, explanation };
  });
}

/** The score of each evaluated day, and its change since the previous one. */
function daysOf(rows: readonly LedgerRow[], { thresholds }: FarmFrame): RiskLedger['days'] {
  let before: number | null = null;
  return [...groupBy(rows, ({ day }) => day)].map(([day, items]) => {
    const score = riskScore(items);
    const delta: number | null = before === null ? null : score - before;
    before = score;
    const recordedAt =
      items
        .map((row) => row.recordedAt)
        .toSorted()
        .at(-1) ?? '';
    return { day, score, level: riskLevel(score, thresholds), delta, recordedAt };
  });
}

interface ItemNow {
  readonly explanation: Message;
  readonly fix: Fix | null;
}

function itemOf(
  itemRows: readonly LedgerRow[],
  lastDay: CalendarDay | undefined,
  { spells, now }: LedgerInput,
): RiskLedger['items'][number] | null {
  const last = itemRows.at(-1);
  // A discontinued item has a history but no value on the last day.
  if (!last || last.day !== lastDay || !isRiskItem(last.item)) return null;
  const before = itemRows.findLast(({ day, p }) => day < last.day && p !== null) ?? null;
  const points = pointsOf(last);
  const previous = before && { day: before.day, points: pointsOf(before) };
  const delta = points === null || previous?.points == null ? null : points - previous.points;
  const present: ItemNow = { explanation: last.explanation, fix: fixOf(last.item, now) };
  return {
    key: last.item,
    p: figure('share', last.p),
    impact: last.impact,
    points,
    previous,
    delta,
    trend: delta === null ? null : trendOf(delta),
    firstSeen: (last.p ?? 0) > 0 ? (spells.get(last.item) ?? last.day) : null,
    ...present,
    history: itemRows.map((row) => ({
      day: row.day,
      p: figure('share', row.p),
      points: pointsOf(row),
      explanation: row.explanation,
    })),
  };
}

function isRiskItem(item: string): item is RiskItem {
  return (riskItems as readonly string[]).includes(item);
}

function fixOf(item: string, { risks }: FarmRisks): Fix | null {
  return risks?.find(({ key }) => key === item)?.fix ?? null;
}

function pointsOf({ p, impact }: LedgerRow): number | null {
  return figure('score', p === null ? null : 100 * p * impact);
}

function trendOf(delta: number): RiskTrend {
  if (delta === 0) return 'same';
  return delta > 0 ? 'up' : 'down';
}

function statusOf(items: readonly { readonly p: number | null }[], missing: number): DataStatus {
  if (items.length === 0) return 'not_enough_data';
  return missing > 0 || items.some(({ p }) => p === null) ? 'partial' : 'ok';
}
