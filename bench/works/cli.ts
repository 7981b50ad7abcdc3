import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Bench, WorkResult } from '../work.ts';

const LINE = /^(.+?)\s+(\d+)\s+(\d+)\s+([\d.]+)\s+([\d.]+)$/;

/** The table line of each target. */
const TARGETS: Readonly<Record<string, string>> = {
  '--version': '--version',
  'flocks list, nobody there': 'offline',
  'flocks list, on loopback': 'online',
};

/** Commands from the shell, as measured by bench/cli.mjs. */
export async function measureCli({ root, workshop }: Bench): Promise<WorkResult> {
  const { child } = await workshop.startProgram({
    file: process.execPath,
    args: [join(root, 'bench/cli.mjs')],
    options: { stdio: ['ignore', 'pipe', 'ignore'] },
  });
  if (!child.stdout) throw new Error('bench/cli.mjs has no output');
  const stdout = await text(child.stdout);
  const rows = stdout.split('\n').flatMap((line) => {
    const [, command = '', ours, bare, ratio] = LINE.exec(line) ?? [];
    return command
      ? [{ command, ours: Number(ours), bare: Number(bare), ratio: Number(ratio) }]
      : [];
  });
  const reached: Record<string, number> = {};
  for (const { command, ratio } of rows) {
    const target = TARGETS[command];
    if (target) reached[target] = ratio;
  }
  return {
    measured: rows.map(({ command, ours, ratio }) => ({ who: command, p50: ours, ratio })),
    reached,
    notes: ['The ratio is to node -e 0, by turns.'],
  };
}
