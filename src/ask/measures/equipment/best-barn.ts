import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { computeInsights, partsOf } from '../../../farming/insights/compute-insights.ts';
import { sectionDefinitions } from '../../../farming/insights/section-definitions.ts';
import { message } from '../../../model/core/message.ts';
import { groupBy, mapById } from '../../../tools/collections.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfRows } from '../answer-of-rows.ts';
import type { KnownRow } from '../asked-row.ts';
import { factOf, factsOfMessage, shown } from '../fact-of.ts';

/** Which barn did best over its flocks: the index of the section barn comparison, eggs for hens. */
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
  const isAsked = (row: KnownRow) => {
    const ids = row.facts[0]?.source.ids ?? [];
    return barnIds === undefined || ids.some((id) => barnIds.includes(id));
  };
  const all = rows.flatMap((row) => barnRow(row, snapshot, basis));
  // Of a barn that is not compared the others are told.
  const known = all.some(isAsked) ? all.filter(isAsked) : all;
  const aggregation = question.aggregation === 'value' ? 'highest' : question.aggregation;
  const isOne = aggregation === 'highest' || aggregation === 'lowest';
  const answer = answerOfRows(isOne ? ofMostBarns(known) : known, { aggregation });
  if (missing.length === 0) return answer;
  const said = known.length < 2 ? missing.map((each) => each.message) : [];
  const have = said.flatMap((line) => factsOfMessage('Missing', line));
  return { facts: [...answer.facts, ...have], lines: [...answer.lines, ...said], missing };
}

/** The barns whose birds most barns keep: laying and growing cannot be held against each other. */
function ofMostBarns(rows: readonly KnownRow[]): readonly KnownRow[] {
  const groups = [...groupBy(rows, ({ facts }) => facts[0]?.unit ?? '').values()];
  return groups.toSorted((left, right) => right.length - left.length)[0] ?? [];
}

// Sections are known to each other by their frame only.
function barnRow(row: unknown, snapshot: FarmSnapshot, basis: 'closed' | 'live'): KnownRow[] {
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
  const fact = factOf(`${label}, ${barn.name}`, value, { unit, asOf: snapshot.today, source });
  const line = message('ask.barnFigure', {
    place: barn.name,
    by: by === 'henDayPct' ? by : basis,
    value: unit === null ? message('ask.number', { value }) : shown(fact),
  });
  return [{ place: barn.name, value, facts: [fact], lines: [line] }];
}
