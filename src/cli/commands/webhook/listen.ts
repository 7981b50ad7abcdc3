import type { Command } from 'commander';
import { collectValue } from '../../collect-value.ts';
import type { CommandContext } from '../../context.ts';
import { eventsOption } from './events-flag.ts';
import { type ListenFlags, runListen } from './listen-run.ts';
import { FARM_FLAG } from './webhook-farms.ts';

const EXAMPLES = `
Brings the events of a server to a program on this machine, while it is written: no address on the
internet, no webhook on the server. Each event is posted as a webhook would be, signed with a secret
that stays the same for the profile, and tried again as the service does, as long as this runs.

Examples:
  $ farmctl webhook listen --print-secret > webhook.secret
  $ farmctl webhook listen --forward-to http://127.0.0.1:3000/hooks/farm --events alert.critical`;

/** Adds `webhook listen`. */
export function addWebhookListen(parent: Command, context: CommandContext): void {
  parent
    .command('listen')
    .description('Forward events to a program on this machine as they happen')
    .option('--forward-to <address>', 'where each event is posted')
    .addOption(eventsOption('only these events; may be given again'))
    .option(FARM_FLAG, 'only events of this farm; may be given again', collectValue)
    .option('--secret-file <file>', 'sign with the secret in this file, or - for standard input')
    .option('--print-secret', 'print the secret of the profile, and forward nothing')
    .addHelpText('after', EXAMPLES)
    .action((flags: ListenFlags) => runListen(context, flags));
}
