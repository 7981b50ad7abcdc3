import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { valueAt } from '../output/cell-text.ts';
import { isValues, toRows } from '../output/infer-columns.ts';
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
  await context.print({ kind: 'reading', data, render: (view) => renderMe(me, view) });
}

function renderMe(me: Values, view: View): string {
  const text = (name: string) => String(valueAt(me, name) ?? '');
  const scopes = valueAt(me, 'scopes');
  const record = {
    key: `${text('key.name')} (${text('key.id')}, ends in ${text('key.last4')})`,
    expires: text('key.expiresAt') || 'never',
    rate: describeRate(valueAt(me, 'key.rateLimitPerMinute')),
    organisation: `${text('org.name')}, ${text('org.timezone')}, ${text('org.language')}`,
    scopes: Array.isArray(scopes) ? scopes.join(', ') : '',
    farms: describeFarms(me),
  };
  const columns = Object.keys(record).map((name) => ({ name }));
  return renderRecord(record, columns, { view, header: true });
}

function describeRate(perMinute: unknown): string {
  return typeof perMinute === 'number' ? `${perMinute} requests a minute` : 'no limit';
}

function describeFarms(me: Values): string {
  const farms = toRows(me['farms'] ?? []).map(
    ({ id, name }) => `${String(name ?? '')} (${String(id ?? '')})`,
  );
  return [...farms, ...(me['allFarms'] === true ? ['and all later ones'] : [])].join('\n');
}
