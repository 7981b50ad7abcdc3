import type { Command } from 'commander';
import { dateOption } from '../../input/date-flags.ts';
import type { CommandContext } from '../../session/context.ts';
import type { SimulateFlags } from './run-simulate.ts';
import type { PushFlags } from './vision-sender.ts';

/** Adds `vision`: camera detections. */
export function addVision(parent: Command, context: CommandContext): void {
  const vision = parent.command('vision').description('Push camera events, and simulate cameras');
  addPush(vision, context);
  addSimulate(vision, context);
}

const PUSH_HELP = `
Each line is one event: {"source":"barn1-east","kind":"weight","value":1012,"ts":"2026-11-21T08:15:00Z"}.
Invalid lines are reported, or written to --rejects, and the rest is pushed.
Progress is recorded next to the file until the push is complete; after an interruption, --resume
sends the rest. An event with a ts that is already stored is not stored again. An event without a ts
gets its time of arrival, so it is stored again if it is sent a day later or in another file.
The token of the connection is read from --token-file, FARMCTL_CAMERA_TOKEN or the profile.
Exit status: 0 all stored, 9 some lines rejected, 5 all of them.

Examples:
  $ farmctl vision push events.jsonl --integration integration_01K… --rejects rejects.jsonl
  $ farmctl vision push events.jsonl.gz --resume
  $ farmctl vision push /var/log/camera.jsonl --follow --resume
  $ detector | farmctl vision push -`;

function addPush(vision: Command, context: CommandContext): void {
  vision
    .command('push <file>')
    .description(
      'Push camera events from a JSON Lines file, optionally gzipped; - is standard input',
    )
    .option('--integration <id>', 'the camera connection that the token belongs to')
    .option('--token-file <file>', 'file with the token of the connection on its first line')
    .option('--resume', 'resume an interrupted push of this file')
    .option('--rejects <file>', 'write rejected lines to this file, with the reason')
    .option('--follow', 'keep reading as the file grows, until interrupted')
    .option('--concurrency <count>', 'number of concurrent requests, 1 to 8 (4)')
    .addHelpText('after', PUSH_HELP)
    .action(async (file: string, flags: PushFlags) => {
      const { runPush } = await import('./push-all.ts');
      await runPush(context, file, flags);
    });
}

const SIMULATE_HELP = `
The same flags, including --until, give identical output. Single-bird weights vary like those of real
birds. With --from-api, --age, --birds and --breed are those of the flock in the barn.

Examples:
  $ farmctl vision simulate --barn barn_01K… --hours 24 --seed 42 > events.jsonl
  $ farmctl vision simulate --barn 'Barn 1' --from-api --bias -3 | farmctl vision push -
  $ farmctl vision simulate --lines 5000000 | gzip > events.jsonl.gz`;

function addSimulate(vision: Command, context: CommandContext): void {
  vision
    .command('simulate')
    .description('Print simulated camera events of a flock, as JSON Lines')
    .option('--barn <id>', 'the barn; with --from-api also its name')
    .option('--source <keys>', 'source keys of the cameras, separated by commas')
    .option('--hours <count>', 'hours up to --until (24)')
    .addOption(dateOption('--until <time>', 'end of the stream (now)', { present: 'command' }))
    .option('--seed <text>', 'seed of the random numbers (42)')
    .option('--age <days>', 'age of the birds at the end (28)')
    .option('--birds <count>', 'live birds at the end (20000)')
    .option('--breed <name>', 'breed (Ross 308)')
    .option('--bias <percent>', 'systematic weight error of the cameras (0)')
    .option('--drift <percent>', 'increase of that error per day (0)')
    .option('--broken', 'one camera is broken: its weights are 50 % too high')
    .option('--lines <count>', 'exact number of events')
    .option('--from-api', 'use the flock that the server has in the barn')
    .addHelpText('after', SIMULATE_HELP)
    .action(async (flags: SimulateFlags) => {
      const { runSimulate } = await import('./run-simulate.ts');
      await runSimulate(context, flags);
    });
}
