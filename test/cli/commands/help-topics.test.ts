import { describe, expect, test } from 'vitest';
import { environmentNames } from '../../../src/cli/config/setting-definitions.ts';
import { exitCodes } from '../../../src/cli/core/errors.ts';
import { outputFormats } from '../../../src/cli/output/output.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

const help = async (...argv: readonly string[]) => runInHome(await aHome(), ['help', ...argv]);

describe('help', () => {
  test.each(Object.values(exitCodes))('exit-codes explains $code', async ({ code, meaning }) => {
    const { stdout, exitCode } = await help('exit-codes');
    expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toContainEqual([
      String(code),
      meaning,
    ]);
    expect(exitCode).toBe(0);
  });

  test.each(environmentNames)('environment explains $name', async ({ name, meaning }) => {
    expect((await help('environment')).stdout).toMatch(`  ${name} `);
    expect((await help('environment')).stdout).toContain(`  ${meaning}\n`);
  });

  test.each(outputFormats)('formats explains %s', async (format) => {
    expect((await help('formats')).stdout).toContain(`\n  ${format} `);
  });

  test('prints data for programs', async () => {
    const { stdout } = await help('exit-codes', '-o', 'json');
    expect(JSON.parse(stdout)[0]).toEqual({
      code: 0,
      meaning: 'Success, also with an empty list',
    });
  });

  test('works while the configuration is broken', async () => {
    const home = await aHome({ config: '{' });
    expect((await runInHome(home, ['help', 'formats'])).exitCode).toBe(0);
  });

  test('help for an unknown topic suggests the closest', async () => {
    const { stderr, exitCode } = await help('exit-code');
    expect(stderr).toBe(
      'farmctl: there is no help topic "exit-code"; did you mean exit-codes?\n' +
        '  Help topics: all, flags, dates, breeds, formats, environment, exit-codes; every command has --help.\n',
    );
    expect(exitCode).toBe(2);
  });
});
