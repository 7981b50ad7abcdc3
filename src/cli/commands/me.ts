import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { valueAt } from '../output/cell-text.ts';
import { isValues, toRows } from '../output/infer-columns.ts';
import { neutralise } from '../output/neutralise.ts';
import type { Values, View } from '../output/output.ts';
import { renderRecord } from '../output/render-record.ts';

/** Adds `me`. */
export function addMe(parent: Command, context: CommandContext): void {
  parent
    .command('me')
    .description('Show who the key is, what it may do and which farms it sees')
    .addHelpText('after', renderExamples(['farmctl me', "farmctl me --jq '.farms[].name'"]))
    .action(() => runMe(context));
}

async function runMe(context: CommandContext): Promise<void> {
  const client = await context.client();
  const data = await client.me();
  const me = isValues(data) ? data : {};
  const said = await phrasesOf(context, me);
  await context.print({ kind: 'reading', data, render: (view) => renderMe(me, view, said) });
}

/** What the record says in words, in the language of the reader. */
async function phrasesOf(context: CommandContext, me: Values) {
  const rate = valueAt(me, 'key.rateLimitPerMinute');
  const text = (name: string) => neutralise(String(valueAt(me, name) ?? ''));
  const key = { name: text('key.name'), id: text('key.id'), last4: text('key.last4') };
  return {
    key: await context.say('cli.me.key', key),
    never: await context.say('cli.me.never'),
    rate:
      typeof rate === 'number'
        ? await context.say('cli.me.rate', { count: rate })
        : await context.say('cli.me.noLimit'),
    later: me['allFarms'] === true ? [await context.say('cli.me.later')] : [],
  };
}

type Phrases = Awaited<ReturnType<typeof phrasesOf>>;

function renderMe(me: Values, view: View, said: Phrases): string {
  const text = (name: string) => String(valueAt(me, name) ?? '');
  const scopes = valueAt(me, 'scopes');
  const farms = toRows(me['farms'] ?? []).map(
    ({ id, name }) => `${String(name ?? '')} (${String(id ?? '')})`,
  );
  const record = {
    key: said.key,
    expiresAt: text('key.expiresAt') || said.never,
    rateLimitPerMinute: said.rate,
    organisation: `${text('org.name')}, ${text('org.timezone')}, ${text('org.language')}`,
    scopes: Array.isArray(scopes) ? scopes.join(', ') : '',
    farms: [...farms, ...said.later].join('\n'),
  };
  const columns = Object.keys(record).map((name) => ({ name }));
  return renderRecord(record, columns, { view, header: true });
}
