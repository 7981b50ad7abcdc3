import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { timeAgo } from '../../../farming/core/figure.ts';
import { waitingQuestions } from '../../../farming/digest/night-reports.ts';
import { message } from '../../../model/core/message.ts';
import { parseInstant } from '../../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

/** What workers asked and nobody has answered; who waits longest first. */
export const unansweredQuestions = {
  parts: ['fieldReports'],
  per: 'barn',
  aggregations: ['list', 'count'],
  compute: listWaiting,
} as const satisfies MeasureDefinition<'fieldReports'>;

function listWaiting(
  snapshot: FarmSnapshot<'fieldReports'>,
  question: MeasureQuestion,
): MeasureAnswer {
  const { barnIds } = question.scope;
  const waiting = waitingQuestions(snapshot).filter(
    ({ barnId }) => barnIds === undefined || (barnId !== null && barnIds.includes(barnId)),
  );
  const items = waiting.map(({ id, authorName, rawText, createdAt }) => {
    const frame = { asOf: createdAt, source: { resource: 'field-reports', ids: [id] } } as const;
    const ago = timeAgo(parseInstant(createdAt) ?? snapshot.now, snapshot.now);
    const age = factOf('Question waits', ago.quantity, { ...frame, unit: ago.unit });
    const line = message('ask.question', {
      isNamed: authorName === null ? 'no' : 'yes',
      author: authorName ?? '',
      text: rawText,
      ago: shown(age),
    });
    return { facts: [wordFact('Question', rawText, frame), age], lines: [line] };
  });
  const source = { resource: 'field-reports', ids: waiting.map(({ id }) => id) } as const;
  return answerOfList(
    items,
    { label: 'Unanswered questions', text: 'ask.questions', asOf: snapshot.today, source },
    question,
  );
}
