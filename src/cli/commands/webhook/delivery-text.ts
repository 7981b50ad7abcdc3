import { isValues } from '../../output/infer-columns.ts';
import type { ReadingOutput, Values, View } from '../../output/output.ts';
import { renderRecord } from '../../output/render-record.ts';
import { renderTable } from '../../output/render-table.ts';
import { attemptColumns, deliveryColumns } from './webhook-columns.ts';

/** A delivery with its attempts: its fields, then a table. */
export function deliveryReading(delivery: Values): ReadingOutput {
  return { kind: 'reading', data: delivery, render: (view) => renderDelivery(delivery, view) };
}

/** The attempts of a delivery, the oldest first. */
export function attemptsOf({ log }: Values): readonly Values[] {
  return Array.isArray(log) ? log.filter(isValues) : [];
}

function renderDelivery(delivery: Values, view: View): string {
  const options = { view, header: true };
  const columns = [...deliveryColumns, { name: 'eventId' }, { name: 'webhookId' }];
  const head = renderRecord(delivery, columns, options);
  const attempts = attemptsOf(delivery);
  if (attempts.length === 0) return `${head}\nNo attempt yet.\n`;
  return `${head}\n${renderTable(attempts.map(withShortResponse), attemptColumns, options)}`;
}

const LONGEST_RESPONSE = 200;

/** The table is for the eye; `-o json` has all that is kept. */
function withShortResponse(attempt: Values): Values {
  const { response } = attempt;
  if (typeof response !== 'string' || response.length <= LONGEST_RESPONSE) return attempt;
  return { ...attempt, response: `${response.slice(0, LONGEST_RESPONSE)}…` };
}
