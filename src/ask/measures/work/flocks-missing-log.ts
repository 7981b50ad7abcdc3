import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { flocksMissingLog as findUnlogged } from '../../../farming/digest/work-today.ts';
import { findMissingLogs } from '../../../farming/gaps/flock-gaps.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

type FlockPart = (typeof LIVE_FLOCK_PARTS)[number];

/** The flocks that have no log of today. */
export const flocksMissingLog = {
  parts: LIVE_FLOCK_PARTS,
  per: 'flock',
  aggregations: ['list', 'count'],
  compute: unloggedFlocks,
} as const satisfies MeasureDefinition<FlockPart>;

function unloggedFlocks(
  snapshot: FarmSnapshot<FlockPart>,
  question: MeasureQuestion,
): MeasureAnswer {
  const { barnIds, flockIds } = question.scope;
  const found = findUnlogged(snapshot).filter(
    ({ flockId, barnId }) =>
      (barnIds?.includes(barnId) ?? true) && (flockIds?.includes(flockId) ?? true),
  );
  const fixes = new Map(findMissingLogs(snapshot).map(({ subject, fix }) => [subject, fix]));
  const records = new Map(liveFlocksOf(snapshot).map((record) => [record.flock.id, record]));
  const items = found.map(({ flockId, days, lastLogDate }) => {
    const record = records.get(flockId);
    const place = record?.barn?.name ?? record?.flock.code ?? flockId;
    const source = { resource: 'flocks', ids: [flockId] } as const;
    const count = factOf(`Days without a log, ${place}`, days, { asOf: lastLogDate, source });
    const line = message('ask.missingLog', {
      place,
      count: shown(count),
      hasLast: lastLogDate === null ? 'no' : 'yes',
      day: lastLogDate === null ? '' : { day: lastLogDate },
    });
    const last = lastLogDate === null ? [] : [wordFact(`Last log, ${place}`, lastLogDate)];
    return { flockId, place, item: { facts: [count, ...last], lines: [line] } };
  });
  const answer = answerOfList(
    items.map(({ item }) => item),
    { label: 'Flocks without a log', text: 'ask.missingLogs', asOf: snapshot.today },
    question,
  );
  if (items.length === 0) return answer;
  const missing = items.map(({ flockId, place }) => {
    const fix = fixes.get(flockId);
    return {
      code: 'flock_no_log_today',
      message: message('gap.flock_no_log_today.title', { flock: place }),
      resource: 'daily-logs',
      flockId,
      ...(fix ? { fix } : {}),
    };
  });
  return { ...answer, missing };
}
