import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import {
  computeInsights,
  partsOf,
  sectionDefinitions,
} from '../../farming/insights/compute-insights.ts';
import { missingPlacement } from '../../farming/insights/placements-section.ts';
import { barnPlacement } from '../../farming/placements/barn-placement.ts';
import { PLACEMENT_PARTS, type PlacementSnapshot } from '../../farming/placements/barn-stays.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { dayNumber } from './days.ts';
import { asText, factOf, factsInMessage, wordFact } from './fact-of.ts';
import {
  answerList,
  answerRows,
  EACH_AND_TOTAL,
  type MeasureRow,
  rowsOfBarns,
  type ValueRow,
} from './rows.ts';
import { barnsInScope } from './scope.ts';

type BarnPart = (typeof LIVE_FLOCK_PARTS)[number];

/** The barns of the farm, and which of them are occupied. */
export const barns = {
  parts: LIVE_FLOCK_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: { kind: ['empty', 'occupied'] },
  compute: listBarns,
} as const satisfies MeasureDefinition<BarnPart>;

function listBarns(snapshot: FarmSnapshot<BarnPart>, question: MeasureQuestion): MeasureAnswer {
  const taken = new Set(liveFlocksOf(snapshot).map(({ flock }) => flock.barnId));
  const { kind } = question.slots;
  const isOfKind = ({ id }: { readonly id: string }) =>
    kind === undefined || taken.has(id) === (kind === 'occupied');
  const found = barnsInScope(snapshot, question.scope).filter(isOfKind);
  const items = found.map(({ id, name, capacity }) => {
    const frame = { asOf: snapshot.today, source: { resource: 'barns', ids: [id] } } as const;
    const room =
      capacity === null ? null : factOf(`Capacity, ${name}`, capacity, { ...frame, unit: 'birds' });
    const state = taken.has(id) ? 'occupied' : 'empty';
    const line = message('ask.barn', {
      name,
      state,
      hasRoom: room ? 'yes' : 'no',
      room: room ? asText(room) : '',
    });
    return {
      facts: [wordFact(`Barn, ${name}`, state, frame), ...(room ? [room] : [])],
      lines: [line],
    };
  });
  const source = { resource: 'barns', ids: found.map(({ id }) => id) } as const;
  return answerList(
    items,
    {
      ...(kind ? { text: 'ask.barnsOfKind', params: { kind } } : { text: 'ask.barns' }),
      label: 'Barns',
      asOf: snapshot.today,
      source,
    },
    question,
  );
}

const PARTS = ['barns', 'liveFlocks'] as const;

/** Capacity of the barns in birds. */
export const capacity = {
  parts: PARTS,
  per: 'barn',
  aggregations: EACH_AND_TOTAL,
  compute: computeCapacity,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function computeCapacity(
  snapshot: FarmSnapshot<(typeof PARTS)[number]>,
  question: MeasureQuestion,
): MeasureAnswer {
  const rows = rowsOfBarns(snapshot, question.scope, (barn) => capacityRow(barn, snapshot.today));
  return answerRows(rows, {
    ...question,
    combine: (valueRows) => combine(valueRows, snapshot.today),
  });
}

function capacityRow(barn: StoredOf<'barns'>, asOf: string): MeasureRow {
  const { id, name, capacity: birds } = barn;
  if (birds === null) {
    const fix = { method: 'PATCH', path: `/barns/${id}`, body: { capacity: null } } as const;
    const reason = message('ask.noCapacity', { place: name });
    const about = { resource: 'barns', field: 'capacity', barnId: id, need: 1, have: 0 };
    return {
      place: name,
      value: null,
      missing: [{ code: 'no_capacity', message: reason, ...about, fix }],
    };
  }
  const source = { resource: 'barns', ids: [id] } as const;
  const fact = factOf(`Capacity, ${name}`, birds, { unit: 'birds', asOf, source });
  const line = message('ask.capacity', { place: name, value: asText(fact) });
  return { place: name, value: birds, facts: [fact], lines: [line] };
}

function combine(rows: readonly ValueRow[], asOf: string) {
  const [only, second] = rows;
  if (only && !second) return only;
  const count = factOf('Capacity, barns', rows.length);
  const ids = rows.flatMap(({ facts }) => facts[0]?.source.ids ?? []);
  const source = { resource: 'barns', ids } as const;
  const value = sum(rows.map((row) => row.value));
  const total = factOf('Capacity, all', value, { unit: 'birds', asOf, source });
  const place = message('ask.togetherBarns', { count: asText(count) });
  return {
    facts: [total, count],
    lines: [message('ask.capacity', { place, value: asText(total) })],
  };
}

/** The best barn over its flocks: the index of the section barn comparison, eggs for hens. */
export const bestBarn = {
  parts: partsOf(['barnComparison'], sectionDefinitions),
  per: 'farm',
  aggregations: ['value', 'highest', 'lowest', 'compare', 'list'],
  compute: computeBest,
} as const satisfies MeasureDefinition;

function computeBest(snapshot: FarmSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { sections } = computeInsights(snapshot, ['barnComparison'], sectionDefinitions);
  const section = sections.barnComparison;
  const rows: readonly unknown[] =
    section && 'barns' in section && Array.isArray(section.barns) ? section.barns : [];
  const missing = section && 'missing' in section ? section.missing : [];
  const basis = section && 'basis' in section && section.basis === 'closed' ? 'closed' : 'live';
  const { barnIds } = question.scope;
  const isInQuestion = (row: ValueRow) => {
    const ids = row.facts[0]?.source.ids ?? [];
    return barnIds === undefined || ids.some((id) => barnIds.includes(id));
  };
  const all = rows.flatMap((row) => barnRow(row, snapshot, basis));
  // If the requested barn is not in the comparison, the others are listed.
  const valueRows = all.some(isInQuestion) ? all.filter(isInQuestion) : all;
  const aggregation = question.aggregation === 'value' ? 'highest' : question.aggregation;
  const isOne = aggregation === 'highest' || aggregation === 'lowest';
  const answer = answerRows(isOne ? ofMostBarns(valueRows) : valueRows, { aggregation });
  if (missing.length === 0) return answer;
  const messages = valueRows.length < 2 ? missing.map((each) => each.message) : [];
  const have = messages.flatMap((line) => factsInMessage('Missing', line));
  return { facts: [...answer.facts, ...have], lines: [...answer.lines, ...messages], missing };
}

/** The barns with the commonest bird kind: laying and growing birds are not comparable. */
function ofMostBarns(rows: readonly ValueRow[]): readonly ValueRow[] {
  const groups = [...groupBy(rows, ({ facts }) => facts[0]?.unit ?? '').values()];
  return groups.toSorted((left, right) => right.length - left.length)[0] ?? [];
}

// Sections use only the common frame of each other.
function barnRow(row: unknown, snapshot: FarmSnapshot, basis: 'closed' | 'live'): ValueRow[] {
  if (typeof row !== 'object' || row === null) return [];
  const fields = new Map<string, unknown>(Object.entries(row));
  const barn = mapById(snapshot.barns).get(String(fields.get('barnId')));
  const by = fields.get('kind') === 'layer' ? 'henDayPct' : 'epefMedian';
  const value = fields.get(by);
  if (!barn || typeof value !== 'number') return [];
  const source = { resource: 'barns', ids: [barn.id] } as const;
  const unit = by === 'henDayPct' ? '%' : null;
  const index = basis === 'closed' ? 'EPEF, median of closed flocks' : 'EPEF at the same age';
  const label = by === 'henDayPct' ? 'Hen-day production' : index;
  const fact = factOf(`${label}, ${barn.name}`, value, {
    unit,
    asOf: snapshot.today,
    source,
  });
  const line = message('ask.barnFigure', {
    place: barn.name,
    by: by === 'henDayPct' ? by : basis,
    value: unit === null ? message('ask.number', { value }) : asText(fact),
  });
  return [{ place: barn.name, value, facts: [fact], lines: [line] }];
}

type PlacementPart = (typeof PLACEMENT_PARTS)[number];

/** The date of each barn's next placement, and its maximum number of birds. */
export const nextPlacement = {
  parts: PLACEMENT_PARTS,
  per: 'barn',
  aggregations: ['value', 'list', 'lowest'],
  compute: computePlacement,
} as const satisfies MeasureDefinition<PlacementPart>;

function computePlacement(snapshot: PlacementSnapshot, question: MeasureQuestion): MeasureAnswer {
  const rows = rowsOfBarns(snapshot, question.scope, (barn) => placementRow(barn, snapshot));
  return answerRows(rows, question);
}

function placementRow(barn: StoredOf<'barns'>, snapshot: PlacementSnapshot): MeasureRow {
  const placement = barnPlacement(barn, snapshot);
  const { name } = barn;
  const planned = placement.stays.planned;
  const day = planned?.placementDate ?? placement.suggestedPlacementDate;
  const missing = missingPlacement(placement);
  if (day === null) {
    const reason = message('ask.noPlacement', { place: name });
    const unknown = { code: 'no_placement_date', message: reason, barnId: barn.id };
    return { place: name, value: null, lines: [reason], missing: [unknown, ...missing] };
  }
  const ids = planned ? [planned.id] : [barn.id];
  const source = { resource: planned ? 'flocks' : 'barns', ids } as const;
  const frame = { asOf: snapshot.today, source };
  const ordered = figure('birds', planned?.chicksOrdered);
  const most = ordered ?? figure('birds', placement.room.maxBirds);
  const label = ordered === null ? 'Most birds' : 'Chicks ordered';
  const birds =
    most === null ? null : factOf(`${label}, ${name}`, most, { ...frame, unit: 'birds' });
  const line = message('ask.nextPlacement', {
    place: name,
    day: { day },
    isPlanned: planned ? 'yes' : 'no',
    hasBirds: ordered !== null ? 'ordered' : birds ? 'yes' : 'no',
    birds: birds ? asText(birds) : '',
  });
  return {
    place: name,
    value: dayNumber(day),
    facts: [wordFact(`Next placement, ${name}`, day, frame), ...(birds ? [birds] : [])],
    lines: [line],
    missing,
  };
}
