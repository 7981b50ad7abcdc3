import type { CommandContext } from '../../context.ts';
import type { Values } from '../../output/output.ts';
import { oneFarm } from '../../pages/one-farm.ts';
import { pageLanguage } from '../../pages/page-language.ts';
import { expectObject } from '../keys/expect-object.ts';

/** Asks a question of the chosen farm, in a conversation where one is named; nothing of it runs. */
export async function sendQuestion(
  context: CommandContext,
  question: string,
  conversationId?: string,
): Promise<Values> {
  const lang = pageLanguage(await context.settings());
  const farmId = await oneFarm(context);
  const client = await context.client();
  const request = {
    method: 'POST',
    path: '/ask',
    body: {
      question,
      ...(farmId === undefined ? {} : { farmId }),
      ...(lang === undefined ? {} : { lang }),
      ...(conversationId === undefined ? {} : { conversationId }),
    },
  };
  const { data } = await client.request(request);
  return expectObject(data, { ...request, server: client.server });
}
