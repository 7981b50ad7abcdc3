import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { dateOption } from '../date-flags.ts';
import { runServe } from './serve/run-serve.ts';
import type { TypedServeOptions } from './serve/serve-options.ts';

/** Adds `serve`: the service on this machine. */
export function addServe(parent: Command, context: CommandContext): void {
  parent
    .command('serve')
    .description('Run the service on this machine')
    .option('--host <address>', 'address to listen at', '127.0.0.1')
    .option('--port <number>', 'port to listen at; 0 takes a free one', '8787')
    .option('--database <url>', 'PostgreSQL database in place of the embedded one')
    .option(
      '--mock [content]',
      'serve generated data from memory, in the language of --lang (default: en): demo or empty',
    )
    .option('--seed <number>', 'what the generated data grows from (default: 42)')
    .addOption(
      dateOption('--now <time>', "the mock server's starting clock time", { present: 'machine' }),
    )
    .option('--fault <rule...>', "faults of the mock server, such as 'POST /tasks 503 20%'")
    .option('--log-level <level>', 'silent, fatal, error, warn, info, debug or trace')
    .option('--public-metrics', 'answer /metrics to other machines too')
    .option('--trust-proxy <addresses...>', 'proxies whose x-forwarded-for is believed')
    .option('--weather-url <url>', 'service that speaks like Open-Meteo, in place of it')
    .option('--no-weather', 'ask nobody for the weather of the farms')
    .option('--no-brain', 'raise no alerts and look for no gaps by the clock')
    .option('--no-integrations', 'read no integrations by the clock')
    .option(
      '--secrets-dir <folder>',
      'secrets of integrations (default: secrets in the data folder)',
    )
    .option('--allow-host <hosts...>', 'hosts inside, or without TLS, that may be called')
    .option('--backup-dir <folder>', 'back the embedded database up into this folder')
    .option('--backup-at <cron>', 'when, as of cron (default: "0 3 * * *", every night at 3)')
    .option('--backup-keep <count>', 'how many of these backups stay (default: 14)')
    .option(
      '--audit-anchors <file>',
      'append signed ends of the audit log to this file (default: audit-anchors.jsonl in the data folder)',
    )
    .option('--json', 'print one line of JSON when it listens')
    .addHelpText(
      'after',
      '\nSIGINT, SIGTERM or SIGHUP stops it: requests under way are answered, the exit status is 0.\n' +
        'A second signal ends it at once.\n' +
        '\nExamples:\n' +
        '  $ farmctl serve --backup-dir /media/stick/backups --backup-keep 30\n' +
        '  $ farmctl serve --mock --seed 42 --port 0 --json\n' +
        '  $ farmctl serve --mock --lang es',
    )
    .action((options: TypedServeOptions) => runServe(context, options));
}
