import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs the program as it is before anything was built. */
async function runUnbuilt(...argv: string[]) {
  const folder = await temporaryFolder();
  await cp('package.json', join(folder, 'package.json'));
  await cp('bin', join(folder, 'bin'), { recursive: true });
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(folder, 'bin/farmctl.js'), ...argv],
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test.each(['--version', '-V'])('%s requires no build', async (flag) => {
  expect(await runUnbuilt(flag)).toEqual({
    code: 0,
    stdout: `${packageFile.version}\n`,
    stderr: '',
  });
});

test.runIf(existsSync('/dev/full'))('an invalid version is reported without a stack trace', () => {
  const ended = spawnSync('sh', [
    '-c',
    '"$0" bin/farmctl.js --version > /dev/full',
    process.execPath,
  ]);
  expect([ended.status, ended.stderr.toString()]).toEqual([
    1,
    'farmctl: the output cannot be written: ENOSPC: no space left on device, write\n',
  ]);
});

test('without a build the program reports what is missing', async () => {
  expect(await runUnbuilt('me')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'farmctl: dist is missing; run: npm run build\n',
  });
});
