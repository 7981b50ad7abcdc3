import { figure } from '../../../farming/core/figure.ts';
import { missingPlacement } from '../../../farming/insights/placements-section.ts';
import { barnPlacement } from '../../../farming/placements/barn-placement.ts';
import { PLACEMENT_PARTS, type PlacementSnapshot } from '../../../farming/placements/barn-stays.ts';
import { message } from '../../../model/core/message.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfRows } from '../answer-of-rows.ts';
import type { AskedRow } from '../asked-row.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';
import { rowsOfBarns } from '../rows-of-barns.ts';
import { dayNumber } from '../when-of.ts';

type PlacementPart = (typeof PLACEMENT_PARTS)[number];

/** When each barn takes its next flock, and how many birds at most. */
export const nextPlacement = {
  parts: PLACEMENT_PARTS,
  per: 'barn',
  aggregations: ['value', 'list', 'lowest'],
  compute: computePlacement,
} as const satisfies MeasureDefinition<PlacementPart>;

function computePlacement(snapshot: PlacementSnapshot, question: MeasureQuestion): MeasureAnswer {
  const rows = rowsOfBarns(snapshot, question.scope, (barn) => placementRow(barn, snapshot));
  return answerOfRows(rows, question);
}

function placementRow(barn: StoredOf<'barns'>, snapshot: PlacementSnapshot): AskedRow {
  const placement = barnPlacement(barn, snapshot);
  const { name } = barn;
  const planned = placement.stays.planned;
  const day = planned?.placementDate ?? placement.suggestedPlacementDate;
  const missing = missingPlacement(placement);
  if (day === null) {
    const said = message('ask.noPlacement', { place: name });
    const unknown = { code: 'no_placement_date', message: said, barnId: barn.id };
    return { place: name, value: null, lines: [said], missing: [unknown, ...missing] };
  }
  const ids = planned ? [planned.id] : [barn.id];
  const source = { resource: planned ? 'flocks' : 'barns', ids } as const;
  const frame = { asOf: snapshot.today, source };
  const most = figure('birds', placement.room.maxBirds);
  const birds =
    most === null ? null : factOf(`Most birds, ${name}`, most, { ...frame, unit: 'birds' });
  const line = message('ask.nextPlacement', {
    place: name,
    day: { day },
    isPlanned: planned ? 'yes' : 'no',
    hasBirds: birds ? 'yes' : 'no',
    birds: birds ? shown(birds) : '',
  });
  return {
    place: name,
    value: dayNumber(day),
    facts: [wordFact(`Next placement, ${name}`, day, frame), ...(birds ? [birds] : [])],
    lines: [line],
    missing,
  };
}
