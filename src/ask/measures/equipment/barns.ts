import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { barnsInScope } from '../barns-in-scope.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

type BarnPart = (typeof LIVE_FLOCK_PARTS)[number];

/** The barns of the farm, and which of them have birds inside. */
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
      room: room ? shown(room) : '',
    });
    return {
      facts: [wordFact(`Barn, ${name}`, state, frame), ...(room ? [room] : [])],
      lines: [line],
    };
  });
  const source = { resource: 'barns', ids: found.map(({ id }) => id) } as const;
  return answerOfList(
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
