import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cron } from 'croner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShell, type Shell, type ShellResult } from '../support/shell.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/cron.md'), 'utf8');
const LINE = /^((?:\S+ ){4}\S+) (.+)$/;

/** The lines of the crontab in the page: the schedule, and the command for the shell. */
const jobs = blockOf('crontab')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#') && !/^[A-Z]+=/.test(line))
  .map((line) => {
    const [, schedule = '', command = ''] = LINE.exec(line) ?? [];
    return { schedule, command: command.replaceAll('\\%', '%') };
  });

function blockOf(language: string): string {
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
}

let shell: Shell;

beforeAll(async () => {
  shell = await openShell({ language: 'he' });
  const { home, server } = shell;
  await mkdir(join(home, 'backups'));
  await mkdir(join(home, 'spool'));
  await writeFile(join(home, 'mail'), '#!/bin/sh\n{ echo "$@"; cat; } > "$HOME/mailed"\n');
  await chmod(join(home, 'mail'), 0o755);
  await writeFile(join(home, 'farm.key'), `${server.ready.keys['reader']}\n`);
  const setUp = blockOf('sh').replaceAll('http://127.0.0.1:8787', server.ready.baseUrl);
  const [camera] = server.ready.cameras;
  await expectDone(asCron(setUp.replaceAll('farmctl ', 'farmctl --profile office ')));
  await expectDone(asCron('farmctl profile use office'));
  await expectDone(asCron(`farmctl config set cameraIntegration ${camera?.integrationId}`));
  await expectDone(asCron(`echo ${camera?.token} | farmctl config set cameraToken --stdin`));
  await expectDone(
    asCron('farmctl --profile here init --organisation Green --farm-name North --yes'),
  );
});
afterAll(() => shell.close());

/** The shell line that runs a command as cron does: by sh, in the home folder, with next to nothing. */
function asCron(command: string): string {
  const cronEnvironment = 'HOME="$HOME" SHELL=/bin/sh PATH="$HOME:/usr/local/bin:/usr/bin:/bin"';
  const quoted = command.replaceAll("'", String.raw`'\''`);
  return `cd "$HOME" && env -i ${cronEnvironment} /bin/sh -c '${quoted}'`;
}

async function expectDone(line: string) {
  const { code, stderr } = await shell.run(line);
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${stderr}`);
}

/** Runs the one job of the page that contains a text. */
async function runJob(text: string): Promise<ShellResult> {
  const matching = jobs.filter(({ command }) => command.includes(text));
  expect(matching).toHaveLength(1);
  return shell.run(asCron(matching[0]?.command ?? ''));
}

function readHome(name: string): Promise<string> {
  return readFile(join(shell.home, name), 'utf8');
}

test('every line has a valid cron schedule', () => {
  expect(jobs).toHaveLength(6);
  for (const { schedule } of jobs) expect(new Cron(schedule).nextRun()).toBeInstanceOf(Date);
});

test('the morning briefing is printed in Hebrew, as plain text, with no other output', async () => {
  const { stdout, stderr, code } = await runJob('digest --lang he');
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(/תמותה/);
  expect(stdout).not.toContain('\u001b');
});

test('the briefing is sent by mail in Thai, with its subject', async () => {
  expect(await runJob('digest --lang th')).toMatchObject({ code: 0, stderr: '' });
  expect(await readHome('mailed')).toMatch(/^-s สรุปเช้า somchai@example\.com\n[\s\S]*[ก-๙]/);
});

test('a critical gap sends a mail that reports it', async () => {
  expect(await runJob('gaps --exit-status critical')).toMatchObject({ code: 0, stderr: '' });
  const mailed = await readHome('mailed');
  expect(mailed).toContain('-s Look at the farm dana@example.com\n');
  expect(mailed).toBe(`-s Look at the farm dana@example.com\n${await readHome('gaps.txt')}`);
});

test('detections of cameras are pushed file by file; a file with rejected lines remains', async () => {
  const event = (value: unknown, minute = 0) =>
    JSON.stringify({ source: 'spool', kind: 'weight', value, ts: `2026-11-20T05:0${minute}:00Z` });
  const spool = join(shell.home, 'spool');
  await writeFile(join(spool, 'a.jsonl'), `${event(1200)}\n`);
  await writeFile(join(spool, 'b.jsonl'), `${event(1300, 1)}\n${event('heavy', 2)}\n`);
  await runJob('vision push');
  expect((await readdir(spool)).toSorted()).toEqual(['b.jsonl', 'b.jsonl.rejects']);
  const stored = await shell.run("farmctl vision-events list --source spool --jq 'length'");
  expect(stored.stdout).toBe('2\n');
});

test('an empty spool does nothing', async () => {
  await shell.run('rm "$HOME"/spool/*');
  expect(await runJob('vision push')).toEqual({ stdout: '', stderr: '', code: 0 });
});

test('the nightly backup can be restored', async () => {
  // The profile of the other jobs means another server, whose key may not back it up.
  expect(await runJob('farmctl backup')).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('admin:*'),
  });
  await expectDone(asCron('farmctl profile use here'));
  const { code, stderr } = await runJob('farmctl backup');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  await expectDone(asCron('farmctl profile use office'));
  const [file = ''] = await readdir(join(shell.home, 'backups'));
  expect(file).toMatch(/^farm-\d{4}-\d\d-\d\d\.db$/);
  await expectDone(`farmctl restore "$HOME/backups/${file}" --data "$HOME/restored" --yes`);
});

test('the logs of the week are a sheet', async () => {
  expect(await runJob('daily-logs list')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  // Only an administrator may read the clock of the mock server, which is set to 2026.
  const command = jobs.find((job) => job.command.includes('daily-logs list'))?.command;
  await expectDone(asCron(`export FARMCTL_KEY=${shell.server.ready.keys['admin']}; ${command}`));
  const sheet = await readHome('daily-logs.csv');
  expect(sheet).toMatch(
    /^date,flockId,mortality,culls,eggs,eggsBroken,feedKg,waterL,avgWeightGr\r?\n/,
  );
  const logs = sheet
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
  const days = [...new Set(logs.map(([date]) => date))].toSorted();
  // It is 20 November 2026 there.
  expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-13', '2026-11-19']);
  const codes = await readHome('flocks.csv');
  for (const [, flockId] of logs) expect(codes).toMatch(new RegExp(`^${flockId},\\S`, 'm'));
});

test('a gaps line that fails for another reason sends no separate mail', async () => {
  await shell.run('rm -f "$HOME/mailed"');
  await shell.run('farmctl profile use here');
  const line = jobs.find(({ command }) => command.includes('gaps'))?.command ?? '';
  await shell.run(asCron(line.replace('farmctl gaps', 'farmctl --timeout 1ms gaps')));
  expect((await readdir(shell.home)).includes('mailed')).toBe(false);
  await shell.run('farmctl profile use office');
});
