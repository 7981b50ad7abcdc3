import { limits } from '../../../model/limits.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { hostOf } from './host-of.ts';
import { sendCall } from './send-call.ts';

const ID = /^webhook_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * The id of the webhook that is meant: by its id, or by its address, host or description where only
 * one has it. Throws `notFound` with what comes nearest, and a usage error for several.
 */
export async function resolveWebhook(context: CommandContext, typed: string): Promise<string> {
  if (ID.test(typed)) return typed;
  const webhooks = await listAll(context);
  const matches = webhooks.filter((webhook) => namesOf(webhook).includes(typed));
  const [match, ...others] = matches;
  if (match && others.length === 0) return String(match['id']);
  const shown = JSON.stringify(neutralise(typed));
  if (match) {
    const ids = matches.map(({ id }) => neutralise(String(id))).join(', ');
    throw usageError(`several webhooks are ${shown}`, { hint: `Name one of ${ids}` });
  }
  const near = nearestWord(typed, webhooks.flatMap(namesOf));
  const suggestion =
    near === undefined ? '' : `; did you mean ${JSON.stringify(neutralise(near))}?`;
  throw new CliError('notFound', `there is no webhook ${shown}${suggestion}`, {
    hint: 'See what there is with: farmctl webhook list',
  });
}

function namesOf({ id, url, description }: Values): readonly string[] {
  const texts = [id, url, hostOf(url), description];
  return texts.filter((text) => typeof text === 'string');
}

async function listAll(context: CommandContext): Promise<readonly Values[]> {
  const query = { limit: limits.maxPageSize };
  const { data } = await sendCall(context, { method: 'GET', path: '/webhooks', query });
  return Array.isArray(data) ? data : [];
}
