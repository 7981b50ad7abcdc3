import { renderMessage, type Speaker } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import type { MeasureAnswer } from '../measure.ts';

/** The sentences of an answer, then what is not known; what is missing carries the call that fixes it. */
export function renderAnswer(speaker: Speaker, { lines, missing = [] }: MeasureAnswer): string {
  const said = lines.map((line) => renderMessage(speaker, line));
  const unknown = missing.map((one) => renderMessage(speaker, one.message));
  const all = [...said, ...unknown.filter((line) => !said.includes(line))];
  return all.length > 0 ? all.join('\n') : renderMessage(speaker, message('ask.nothing_known'));
}
