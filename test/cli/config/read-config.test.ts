import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig, readProject } from '../../../src/cli/config/config-file.ts';
import { CliError } from '../../../src/cli/core/errors.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function messageFor(read: typeof readConfig | typeof readProject, text: string) {
  const path = join(await temporaryFolder(), 'c.json');
  await writeFile(path, text);
  const error: unknown = await read(path).catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message.replaceAll(path, 'c.json') : error;
}

test.each([
  ['{"currentProfile": "a",}', 'c.json:1:24: expected a name in double quotes, found }'],
  ['{"profile": {}}', 'c.json:1:2: profile is not a setting; did you mean "profiles"?'],
  [
    '{\n  "profiles": {\n    "north": {\n      "sever": "x"\n    }\n  }\n}',
    'c.json:4:7: profiles.north.sever is not a setting; did you mean "server"?',
  ],
  [
    '{"output": "json"}',
    'c.json:1:2: output belongs into a profile: "profiles": { "default": { "output": … } }',
  ],
  [
    '{"defaults": {"outpt": "json"}}',
    'c.json:1:15: defaults.outpt is not a setting; did you mean "output"?',
  ],
  [
    '{"profiles": {"default": {\n  "output": "jsn",\n  "timeout": "soon"}}}',
    'c.json:2:3: profiles.default.output must be one of table, tsv, json, jsonl, csv, yaml; did you mean "json"?\n' +
      'c.json:3:3: profiles.default.timeout must be a time such as 500ms, 30s, 2m or 1h, at most 24h',
  ],
  [
    '{"profiles": {"a b": {}}}',
    'c.json:1:15: profiles.a b must be up to 40 letters, digits, ".", "_" or "-"',
  ],
  [
    '{"profiles": {"a": {"key": "12345678", "keyFile": "k"}}}',
    'c.json:1:15: profiles.a must have only one of key, keyFile and keyCommand',
  ],
  ['{"profiles": []}', 'c.json:1:2: profiles must be an object'],
  ['[]', 'c.json:1:1: the file must be an object'],
  [
    '{"profiles": {"a": {"timeout": 30}}}',
    'c.json:1:21: profiles.a.timeout must be text such as "30s"',
  ],
  [
    '{"profiles": {"a": {"farms": "x"}}}',
    'c.json:1:21: profiles.a.farms must be a list of ids or names',
  ],
])('%j: %s', async (text, message) => {
  expect(await messageFor(readConfig, text)).toBe(message);
});

test.each([
  [
    '{"server": "https://evil.example"}',
    'c.json:1:2: server may not stand in a project file; name a profile that has it: "profile": "…"',
  ],
  [
    '{"keyCommand": "curl evil.example"}',
    'c.json:1:2: keyCommand may not stand in a project file; name a profile that has it: "profile": "…"',
  ],
  ['{"frm": "x"}', 'c.json:1:2: frm is not a setting; did you mean "farm"?'],
])('a project file %s: %s', async (text, message) => {
  expect(await messageFor(readProject, text)).toBe(message);
});

test('more than five errors are counted', async () => {
  const message = await messageFor(
    readConfig,
    '{"a1":1,"a2":1,"a3":1,"a4":1,"a5":1,"a6":1,"a7":1}',
  );
  expect(String(message).split('\n').slice(-2)).toEqual([
    'c.json:1:30: a5 is not a setting',
    '… and 2 more',
  ]);
});

test('a missing file is an empty configuration', async () => {
  expect(await readConfig(join(await temporaryFolder(), 'none.json'))).toBeUndefined();
});

test('a file with a byte order mark is read', async () => {
  expect(await messageFor(readConfig, '\uFEFF{"currentProfile": "a"}')).toEqual({
    currentProfile: 'a',
  });
});

test('a folder in place of the file is an error that names it', async () => {
  const path = join(await temporaryFolder(), 'c.json');
  await mkdir(path);
  await expect(readConfig(path)).rejects.toThrow(`${path}: cannot be read: EISDIR`);
});

test.skipIf(process.getuid?.() === 0)('an unreadable file is an error', async () => {
  const path = join(await temporaryFolder(), 'c.json');
  await writeFile(path, '{}');
  await chmod(path, 0);
  await expect(readConfig(path)).rejects.toThrow(`${path}: cannot be read: EACCES`);
});

test('any JSON is a configuration, or a usage error with its position', async () => {
  const path = join(await temporaryFolder(), 'any.json');
  const name = fc.constantFrom('profiles', 'default', 'server', 'defaults', 'output', '__proto__');
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 1 }), tie('object')),
    object: fc.dictionary(fc.oneof(name, fc.string()), tie('tree'), { maxKeys: 3 }),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        tree.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      async (text) => {
        await writeFile(path, text);
        const error: unknown = await readConfig(path).catch((thrown: unknown) => thrown);
        if (!(error instanceof Error)) return;
        expect(error).toBeInstanceOf(CliError);
        for (const line of error.message.split('\n').slice(0, 1))
          expect(line).toMatch(/any\.json:\d+:\d+: /);
      },
    ),
    { numRuns: 200 },
  );
});
