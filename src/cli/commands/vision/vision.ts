import type { Command } from 'commander';
import { dateOption } from '../../input/date-flags.ts';
import type { CommandContext } from '../../session/context.ts';
import type { SimulateFlags } from './run-simulate.ts';
import type { PushFlags } from './vision-sender.ts';

/** Adds `vision`: camera detections. */
export function addVision(parent: Command, context: CommandContext): void {
  const vision = parent
    .command('vision')
    .description('Push what cameras detected, and simulate cameras');
  addPush(vision, context);
  addSimulate(vision, context);
}

const PUSH_HELP = `
Each line is one event: {"source":"barn1-east","kind":"weight","value":1012,"ts":"2026-11-21T08:15:00Z"}.
Lines that no server would take are told, or written to --rejects, and the rest is pushed.
What was pushed is noted beside the file until all of it is; after a cut, --resume sends what is
left. An event with a ts that was stored already is not stored again. One without a ts gets the time
it arrives; sent again a day later, or in another file, it is stored again.
The token of the connection comes from --token-file, FARMCTL_CAMERA_TOKEN or the profile.
Exit status: 0 all stored, 9 some lines rejected, 5 all of them.

Examples:
  $ farmctl vision push events.jsonl --integration integration_01K… --rejects rejects.jsonl
  $ farmctl vision push events.jsonl.gz --resume
  $ farmctl vision push /var/log/camera.jsonl --follow --resume
  $ detector | farmctl vision push -`;

function addPush(vision: Command, context: CommandContext): void {
  vision
    .command('push <file>')
    .description('Push events of cameras from a file of JSON lines, also gzip; - is standard input')
    .option('--integration <id>', 'the camera connection that the token belongs to')
    .option('--token-file <file>', 'file with the token of the connection on its first line')
    .option('--resume', 'go on where an earlier push of the file was cut')
    .option('--rejects <file>', 'write the lines that are not taken to this file, with the reason')
    .option('--follow', 'go on while the file grows, until interrupted')
    .option('--concurrency <count>', 'calls under way at the same time, 1 to 8 (4)')
    .addHelpText('after', PUSH_HELP)
    .action(async (file: string, flags: PushFlags) => {
      const { runPush } = await import('./push-all.ts');
      await runPush(context, file, flags);
    });
}

const SIMULATE_HELP = `
The same flags give the same bytes, --until included. Weights of single birds scatter as those of
weighed chicks do. With --from-api the flock in the barn gives --age, --birds and --breed.

Examples:
  $ farmctl vision simulate --barn barn_01K… --hours 24 --seed 42 > events.jsonl
  $ farmctl vision simulate --barn 'Barn 1' --from-api --bias -3 | farmctl vision push -
  $ farmctl vision simulate --lines 5000000 | gzip > events.jsonl.gz`;

function addSimulate(vision: Command, context: CommandContext): void {
  vision
    .command('simulate')
    .description('Print what cameras over a flock would detect, as JSON lines')
    .option('--barn <id>', 'the barn; with --from-api also its name')
    .option('--source <keys>', 'source keys of the cameras, with commas between them')
    .option('--hours <count>', 'hours up to --until (24)')
    .addOption(dateOption('--until <time>', 'end of the stream (now)', { present: 'command' }))
    .option('--seed <text>', 'the same seed draws the same events (42)')
    .option('--age <days>', 'age of the birds at the end (28)')
    .option('--birds <count>', 'live birds at the end (20000)')
    .option('--breed <name>', 'breed (Ross 308)')
    .option('--bias <percent>', 'how far the cameras are off in weight (0)')
    .option('--drift <percent>', 'how much further off they get each day (0)')
    .option('--broken', 'one of the cameras is broken: it weighs half as much again')
    .option('--lines <count>', 'print exactly so many events in those hours')
    .option('--from-api', 'ask the server for the flock in the barn')
    .addHelpText('after', SIMULATE_HELP)
    .action(async (flags: SimulateFlags) => {
      const { runSimulate } = await import('./run-simulate.ts');
      await runSimulate(context, flags);
    });
}
