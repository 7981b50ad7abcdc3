import { findGaps } from '../../../farming/gaps/find-gaps.ts';
import { GAP_PARTS, type Gap, type GapSnapshot } from '../../../farming/gaps/gap.ts';
import { message } from '../../../model/core/message.ts';
import { severity } from '../../../model/core/vocabulary.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { factsOfMessage, wordFact } from '../fact-of.ts';

/** What the farm lacks, the worst first. */
export const gaps = {
  parts: GAP_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: { severity: severity.words },
  compute: listGaps,
} as const satisfies MeasureDefinition<(typeof GAP_PARTS)[number]>;

function listGaps(snapshot: GapSnapshot, question: MeasureQuestion): MeasureAnswer {
  const wanted = question.slots['severity'];
  const found = findGaps(snapshot).filter((gap) => wanted === undefined || gap.severity === wanted);
  return answerOfList(
    found.map(gapItem),
    { label: 'Gaps', text: 'ask.gaps', asOf: snapshot.today },
    question,
  );
}

function gapItem({ kind, title, message: said, since }: Gap): ListItem {
  const line = message('ask.gap', { title, message: said });
  const frame = { asOf: since };
  return {
    facts: [wordFact('Gap', kind, frame), ...factsOfMessage(`Gap, ${kind}`, line, frame)],
    lines: [line],
  };
}
