import type { Command } from 'commander';
import { collectValue } from '../collect-value.ts';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { runKeysGet, runKeysRevoke, runKeysUpdate } from './keys/change-keys.ts';
import { type CreateKeyFlags, runKeysCreate } from './keys/create-key.ts';
import { keyColumns } from './keys/key-columns.ts';
import { expiryOption, type KeyFlags } from './keys/key-request.ts';
import { type PageFlags, printPagedList } from './paged-list.ts';

/** Adds `keys`: the API keys of the organisation. */
export function addKeys(parent: Command, context: CommandContext): void {
  const keys = parent.command('keys').description('Create, list, change and revoke API keys');
  addReading(keys, context);
  keys
    .command('create <name>')
    .description('Make a key and print it, the only time it can be seen')
    .option('--scope <scopes>', 'what it may do; may be given again', collectValue)
    .option(
      '--farms <farms>',
      'farms it is limited to: ids or names; repeatable; --farm names one alone',
      collectValue,
    )
    .option('--rate-limit <number>', 'requests per minute')
    .addOption(expiryOption())
    .option('--key-only', 'print the key and nothing else')
    .addHelpText(
      'after',
      renderExamples([
        "farmctl keys create brain --scope 'read:*' --scope ai:ask --expires 90d",
        "farmctl keys create cron --scope 'read:*' --farms North --key-only > cron.key",
      ]),
    )
    .action((name: string, flags: CreateKeyFlags) => runKeysCreate(context, name, flags));
  keys
    .command('update <id>')
    .description('Change the name, rate limit or end of a key')
    .option('--name <name>', 'its name')
    .option('--rate-limit <number>', 'requests per minute')
    .addOption(expiryOption())
    .addHelpText(
      'after',
      renderExamples([
        'farmctl keys update key_01K… --rate-limit 600',
        "farmctl keys update key_01K… --name 'Morning mail' --expires never",
      ]),
    )
    .action((id: string, flags: KeyFlags) => runKeysUpdate(context, id, flags));
  keys
    .command('revoke <id>')
    .description('End a key at once and for ever')
    .addHelpText(
      'after',
      renderExamples(['farmctl keys revoke key_01K…', 'farmctl keys revoke key_01K… --yes']),
    )
    .action((id: string) => runKeysRevoke(context, id));
}

function addReading(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description('List the keys, without their secrets')
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl keys list',
        'farmctl keys list --all -o csv --fields name,scopes,expiresAt',
      ]),
    )
    .action((flags: PageFlags) =>
      printPagedList(context, { path: '/os/keys', query: {}, columns: keyColumns, ...flags }),
    );
  keys
    .command('get <id>')
    .description('Show a key, without its secret')
    .addHelpText(
      'after',
      renderExamples(['farmctl keys get key_01K…', 'farmctl keys get key_01K… --jq .scopes']),
    )
    .action((id: string) => runKeysGet(context, id));
}
