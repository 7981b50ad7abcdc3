import { liveFlocksOf } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { noLiveFlocks } from '../../farming/core/missing-data.ts';
import type { MissingData } from '../../farming/core/section.ts';
import { message } from '../../model/core/message.ts';
import type { MeasureQuestion } from '../measure.ts';
import { type UnknownRow, unknownRow } from './asked-row.ts';
import { type FlockPart, flocksInScope } from './flocks-in-scope.ts';

/** A row for every barn that a question names and in which it finds no flock; one for an empty farm. */
export function emptyRows(
  snapshot: FarmSnapshot<FlockPart>,
  question: Pick<MeasureQuestion, 'scope' | 'period'>,
): UnknownRow[] {
  const { barnIds, flockIds } = question.scope;
  const found = flocksInScope(snapshot, question);
  const taken = new Set(found.map(({ record }) => record.flock.barnId));
  if (flockIds) return found.length === 0 ? [unknownRow('', [unknownFlock()])] : [];
  if (!barnIds) return found.length === 0 ? [unknownRow('', [noFlocks(snapshot)])] : [];
  const named = snapshot.barns.filter(({ id }) => barnIds.includes(id));
  if (named.length === 0 && found.length === 0) return [unknownRow('', [noFlocks(snapshot)])];
  return named
    .filter(({ id }) => !taken.has(id))
    .map((barn) => unknownRow(barn.name, [noFlockInBarn(barn, snapshot.today)]));
}

function noFlocks(snapshot: FarmSnapshot<FlockPart>): MissingData {
  if (liveFlocksOf(snapshot).length === 0) return noLiveFlocks(snapshot);
  return { code: 'no_flock_then', message: message('ask.noFlockThen') };
}

function unknownFlock(): MissingData {
  return { code: 'flock_not_at_hand', message: message('ask.flockNotAtHand') };
}

function noFlockInBarn(
  { id, name }: FarmSnapshot<'barns'>['barns'][number],
  today: string,
): MissingData {
  return {
    code: 'no_flock_in_barn',
    message: message('ask.noFlockInBarn', { barn: name }),
    resource: 'flocks',
    barnId: id,
    need: 1,
    have: 0,
    fix: {
      method: 'POST',
      path: '/flocks',
      body: { barnId: id, placementDate: today, breed: null, chicksReceived: null },
    },
  };
}
