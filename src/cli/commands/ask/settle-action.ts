import { loadLanguage } from '../../../i18n/load-language.ts';
import { renderMessage } from '../../../i18n/render-message.ts';
import { actionTypes } from '../../../model/actions.ts';
import { isLanguage } from '../../../model/languages.ts';
import { message } from '../../../model/message.ts';
import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Values } from '../../output/output.ts';
import { cleanText, factsOf } from '../../pages/facts.ts';
import { describeResult } from '../act/describe-result.ts';
import { keepDescriptor } from '../act/kept-descriptors.ts';
import { isConfirmed } from '../is-confirmed.ts';
import { expectObject } from '../keys/expect-object.ts';

/**
 * The answer with its action run, once a person or `--yes` has agreed to exactly that; the answer as
 * it is where it proposes none, or nobody agreed.
 */
export async function settleAction(context: CommandContext, answer: Values): Promise<Values> {
  const action = answer['action'];
  if (!isValues(action) || action['status'] !== 'suppressed') return answer;
  const { fields } = action;
  const type = actionTypes.find((one) => one === action['type']);
  if (type === undefined || !isValues(fields)) return answer;
  await showProposal(context, fields);
  if (!(await isConfirmed(context, { text: 'cli.ask.run', params: { action: type } })))
    return answer;
  const client = await context.client();
  const request = { method: 'POST', path: '/actions', body: fields };
  const { data } = await client.request(request);
  const done = expectObject(data, { ...request, server: client.server });
  const isKept = await keepDescriptor(context, done);
  const undo = isKept ? '; undo it with: farmctl undo last' : '';
  await context.note(`${describeResult(type, done['result'])}${undo}`);
  return {
    ...answer,
    answer: await doneText(answer),
    action: { status: 'executed', type, fields, undo: done['undo'], result: done['result'] },
  };
}

/** What would run, on stderr, where the question stands. */
async function showProposal(context: CommandContext, { type, ...fields }: Values): Promise<void> {
  const lines = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `  ${cleanText(name)}: ${cleanText(text)}`;
  });
  await context.note([String(type), ...lines].join('\n'));
}

async function doneText(answer: Values): Promise<string> {
  const lang = factsOf(answer).text('lang') ?? '';
  const speaker = await loadLanguage(isLanguage(lang) ? lang : 'en');
  return renderMessage(speaker, message('ask.action.executed'));
}
