import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { computeInsights, partsOf } from '../../../farming/insights/compute-insights.ts';
import { sectionDefinitions } from '../../../farming/insights/section-definitions.ts';
import { isMessage, type Message, message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { factsOfMessage, wordFact } from '../fact-of.ts';

/** What needs somebody today, the most important first: the plan of the section action plan. */
export const needsMe = {
  parts: partsOf(['actionPlan'], sectionDefinitions),
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: computeNeeds,
} as const satisfies MeasureDefinition;

function computeNeeds(snapshot: FarmSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { sections } = computeInsights(snapshot, ['actionPlan'], sectionDefinitions);
  const section = sections.actionPlan;
  const rows: readonly unknown[] =
    section && 'items' in section && Array.isArray(section.items) ? section.items : [];
  const missing = section && 'missing' in section ? section.missing : [];
  return answerOfList(
    rows.flatMap((row) => planItem(row, snapshot.today)),
    { label: 'Things to do', text: 'ask.needsMe', asOf: snapshot.today, missing },
    question,
  );
}

// Sections are known to each other by their frame only.
function planItem(row: unknown, asOf: string): ListItem[] {
  if (typeof row !== 'object' || row === null) return [];
  const fields = new Map<string, unknown>(Object.entries(row));
  const [title, kind, severity] = [fields.get('title'), fields.get('kind'), fields.get('severity')];
  if (!isMessage(title) || typeof kind !== 'string') return [];
  const said: Message = message('ask.needsMeItem', {
    severity: typeof severity === 'string' ? severity : 'info',
    title,
  });
  return [
    {
      facts: [
        wordFact('To do', kind, { asOf }),
        ...factsOfMessage(`To do, ${kind}`, said, { asOf }),
      ],
      lines: [said],
    },
  ];
}
