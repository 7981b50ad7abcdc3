import type { Command } from 'commander';
import { isRecord } from '../../../tools/unknown-values.ts';
import { renderExamples } from '../../core/command-line.ts';
import { neutralise } from '../../output/neutralise.ts';
import { toRows, type Values, type View, valueAt } from '../../output/output.ts';
import { renderRecord } from '../../output/render-table.ts';
import type { CommandContext } from '../../session/context.ts';

export function addMe(parent: Command, context: CommandContext): void {
  parent
    .command('me')
    .description('Show the key in use, its permissions and its farms')
    .addHelpText('after', renderExamples(['farmctl me', "farmctl me --jq '.farms[].name'"]))
    .action(() => runMe(context));
}

async function runMe(context: CommandContext): Promise<void> {
  const client = await context.client();
  const data = await client.me();
  const me = isRecord(data) ? data : {};
  const phrases = await phrasesOf(context, me);
  await context.print({ kind: 'reading', data, render: (view) => renderMe(me, view, phrases) });
}

/** Localised texts for the record. */
async function phrasesOf(context: CommandContext, me: Values) {
  const rate = valueAt(me, 'key.rateLimitPerMinute');
  const text = (name: string) => neutralise(String(valueAt(me, name) ?? ''));
  const key = { name: text('key.name'), id: text('key.id'), last4: text('key.last4') };
  return {
    key: await context.t('cli.me.key', key),
    never: await context.t('cli.me.never'),
    rate:
      typeof rate === 'number'
        ? await context.t('cli.me.rate', { count: rate })
        : await context.t('cli.me.noLimit'),
    later: me['allFarms'] === true ? [await context.t('cli.me.later')] : [],
  };
}

type Phrases = Awaited<ReturnType<typeof phrasesOf>>;

function renderMe(me: Values, view: View, phrases: Phrases): string {
  const text = (name: string) => String(valueAt(me, name) ?? '');
  const scopes = valueAt(me, 'scopes');
  const farms = toRows(me['farms'] ?? []).map(
    ({ id, name }) => `${String(name ?? '')} (${String(id ?? '')})`,
  );
  const record = {
    key: phrases.key,
    expiresAt: text('key.expiresAt') || phrases.never,
    rateLimitPerMinute: phrases.rate,
    organisation: `${text('org.name')}, ${text('org.timezone')}, ${text('org.language')}`,
    scopes: Array.isArray(scopes) ? scopes.join(', ') : '',
    farms: [...farms, ...phrases.later].join('\n'),
  };
  const columns = Object.keys(record).map((name) => ({ name }));
  return renderRecord(record, columns, { view, header: true });
}

/** Adds `people`: exports and erases personal data. */
export function addPeople(parent: Command, context: CommandContext): void {
  const people = parent
    .command('people')
    .description('Export or erase the personal data of a user or contact');
  people
    .command('export <person>')
    .description('Export all data of a user or contact as one document')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl people export 'Noa Levi' > noa.json
  $ farmctl people export user_01K… --jq '.records | keys'`,
    )
    .action(async (person: string) => {
      const { runPeopleExport } = await import('./run-organisation.ts');
      await runPeopleExport(context, person);
    });
  people
    .command('erase <person>')
    .description('Erase the name and contact details of a user or contact permanently')
    .option('--dry-run', 'print what would be done, without doing it')
    .addHelpText(
      'after',
      `
Data that remains, such as sealed case files, is listed on stderr with the reason. Asks for
confirmation (or pass --yes).

Examples:
  $ farmctl people erase 'Noa Levi' --dry-run
  $ farmctl people erase contact_01K… --yes`,
    )
    .action(async (person: string, flags: { readonly dryRun?: boolean }) => {
      const { runPeopleErase } = await import('./run-organisation.ts');
      await runPeopleErase(context, person, flags);
    });
}

const load = () => import('./run-organisation.ts');

/** Adds `settings`: organisation-wide settings. */
export function addSettings(parent: Command, context: CommandContext): void {
  const settings = parent
    .command('settings')
    .description('Read and change the settings of the organisation');
  settings
    .command('list')
    .description('List all settings with value, default and allowed values')
    .option('--changed', 'only settings that differ from the default')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl settings list --changed
  $ farmctl settings list -o csv --fields name,value,default,unit`,
    )
    .action(async (flags: { readonly changed?: boolean }) =>
      (await load()).runSettingsList(context, flags),
    );
  settings
    .command('get <name>')
    .description('Print one setting')
    .addHelpText(
      'after',
      '\nExamples:\n  $ farmctl settings get timezone\n  $ farmctl settings get densityLimitKgM2 --fields value',
    )
    .action(async (name: string) => (await load()).runSettingsGet(context, name));
  settings
    .command('set <name> <value>')
    .description('Change a setting; applies from the next request on')
    .addHelpText(
      'after',
      '\nExamples:\n  $ farmctl settings set timezone Asia/Jerusalem\n  $ farmctl settings set envReadingsDays 730',
    )
    .action(async (name: string, value: string) =>
      (await load()).runSettingsSet(context, name, value),
    );
  settings
    .command('reset <names...>')
    .description('Reset settings to their defaults')
    .addHelpText(
      'after',
      '\nExamples:\n  $ farmctl settings reset densityLimitKgM2\n  $ farmctl settings reset envReadingsDays chatMessagesDays',
    )
    .action(async (names: readonly string[]) => (await load()).runSettingsReset(context, names));
}
