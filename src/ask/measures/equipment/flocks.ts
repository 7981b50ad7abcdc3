import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { type FlockRecord, flockName } from '../../../farming/core/flock-record.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

type FlockPart = (typeof LIVE_FLOCK_PARTS)[number];

/** The flocks that are inside. */
export const flocks = {
  parts: LIVE_FLOCK_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: listFlocks,
} as const satisfies MeasureDefinition<FlockPart>;

function listFlocks(snapshot: FarmSnapshot<FlockPart>, question: MeasureQuestion): MeasureAnswer {
  const { barnIds } = question.scope;
  const found = liveFlocksOf(snapshot).filter(
    ({ flock }) => barnIds?.includes(flock.barnId) ?? true,
  );
  const source = { resource: 'flocks', ids: found.map(({ flock }) => flock.id) } as const;
  return answerOfList(
    found.map(flockItem),
    { label: 'Flocks', text: 'ask.flocks', asOf: snapshot.today, source },
    question,
  );
}

function flockItem(record: FlockRecord): ListItem {
  const { flock, barn, ageDays, live } = record;
  const name = flockName(record);
  const frame = { asOf: record.lastDay, source: { resource: 'flocks', ids: [flock.id] } } as const;
  const age = ageDays === null ? null : factOf(`Age, ${name}`, ageDays, { ...frame, unit: 'days' });
  const birds =
    live === null ? null : factOf(`Live birds, ${name}`, live, { ...frame, unit: 'birds' });
  const line = message('ask.flock', {
    name,
    barn: barn?.name ?? message('ask.unknown'),
    age: age ? shown(age) : message('ask.unknown'),
    birds: birds ? shown(birds) : message('ask.unknown'),
  });
  const figures = [age, birds].filter((fact) => fact !== null);
  return { facts: [wordFact('Flock', name, frame), ...figures], lines: [line] };
}
