import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixCommandParts, readFix } from '../../src/cli/pages/core/fix-command.ts';
import type { ClientRequest } from '../../src/client/errors.ts';
import type { Fix } from '../../src/farming/core/section.ts';
import { languages } from '../../src/model/core/message.ts';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';
import type { RunningServer } from '../../src/server/jobs/running-server.ts';
import { startServer } from '../../src/server/start-server.ts';
import { runInHome } from '../support/a-cli.ts';
import { aHome } from '../support/a-home.ts';
import { answerValidator } from '../support/api-document.ts';
import { filledBody } from '../support/call-fix.ts';
import { aPicture } from '../support/media-files.ts';
import { forbiddenIn } from '../support/people-texts.ts';
import { shellWords } from '../support/shell-words.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RESOURCES = resourceNames.map((name) => ({ name }));

describe('the demo farm over the API', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'memory' },
      mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T06:00:00Z') },
      logLevel: 'silent',
    });
  });
  afterAll(() => server.close());

  // biome-ignore lint/suspicious/noExplicitAny: bodies of every resource.
  const read = async (path: string): Promise<any> => {
    const response = await fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
      headers: { authorization: `Bearer ${server.ready.keys['admin']}` },
    });
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };

  test.each(RESOURCES)('every page of $name conforms to the document', async ({ name }) => {
    const validate = answerValidator(`/${name}`, 'GET', 200);
    const limit = getResource(name).maxLimit ?? 200;
    let cursor = '';
    let checkedCount = 0;
    let total = 0;
    do {
      const page = await read(`/${name}?limit=${limit}${cursor}`);
      expect(validate?.(page), JSON.stringify(validate?.errors?.slice(0, 3))).toBe(true);
      checkedCount += page.data.length;
      total = page.meta.total;
      cursor = page.meta.nextCursor ? `&cursor=${page.meta.nextCursor}` : '';
    } while (cursor !== '');
    expect(checkedCount).toBe(total);
  });

  test.each(RESOURCES)('a single row of $name conforms to the document', async ({ name }) => {
    const { data } = await read(`/${name}?limit=1`);
    const record = await read(`/${name}/${data[0].id}`);
    const validate = answerValidator(`/${name}/{id}`, 'GET', 200);
    expect(validate?.(record), JSON.stringify(validate?.errors)).toBe(true);
    expect(record).toEqual(data[0]);
  });

  describe.each(languages)('answers for people in %s', (lang) => {
    const answers = new Map<string, unknown>();
    beforeAll(async () => {
      const farmId = server.ready.farms[0]?.id ?? '';
      answers.set('/os/cameras', await read(`/os/cameras?farmId=${farmId}`));
      for (const path of ANSWERS) {
        answers.set(path, await read(path.replace('{farm}', `farmId=${farmId}&lang=${lang}`)));
      }
    });

    test('contain no route, field or operation', () => {
      const bad = [...answers].flatMap(([path, answer]) =>
        sentencesIn(answer).flatMap((text) => {
          const forbidden = forbiddenIn(text);
          return forbidden === undefined ? [] : [`${path}, ${forbidden}: ${text}`];
        }),
      );
      expect(bad).toEqual([]);
    });

    test('have in every fix its operation and the rows it changes', () => {
      const fixes = [...answers.values()].flatMap(fixesIn);
      expect(fixes.length).toBeGreaterThan(lang === 'en' ? 20 : 0);
      for (const { operation, resource, id, method, path } of fixes) {
        const expected = `${path}`.startsWith('/os/') ? undefined : `${path}`.split('/')[1];
        expect([operation, resource]).toEqual([expect.stringMatching(/^[a-z]+[A-Z]/), expected]);
        if (method === 'PATCH') expect(path).toBe(`/${resource}/${id}`);
      }
    });

    test.runIf(lang === 'en')('have a command for every fix that sends its call', async () => {
      const fixes = [...answers.values()].flatMap(fixesIn).map((fix) => {
        const call = readFix({
          ...fix,
          body: filledBody(fix, { dueDate: '2026-11-21', userId: null }),
        });
        if (call === undefined) throw new Error(`${JSON.stringify(fix)} is no call`);
        return call;
      });
      const commands = fixes.map((fix) => fixCommandParts(fix).join(' '));
      expect(commands.filter((command) => command.startsWith('farmctl api'))).toEqual([]);
      const home = await aHome();
      const picture = join(await temporaryFolder(), 'barn.jpg');
      await writeFile(picture, await aPicture(8, 8));
      // A signed-in person omits the owner of the channel, as the call does.
      const typed = shellWords(
        commands.map((command) =>
          command.replace(' --user <user>', '').replace('<file>', () => picture),
        ),
      );
      for (const [index, { method, path }] of fixes.entries()) {
        const sent: string[] = [];
        const send = async (request: ClientRequest) => {
          sent.push(`${request.method} ${request.path}`);
          const headers = { 'content-type': 'application/json' };
          return { status: 200, headers, body: '{"id":"x_1"}' };
        };
        const transport = () => ({ server: 'http://farm.test', send, close: async () => {} });
        const environment = { FARMCTL_KEY: 'fk_live_x', FARMCTL_SERVER: 'http://farm.test' };
        const argv = (typed[index] ?? []).slice(1);
        const { exitCode, stderr } = await runInHome(home, argv, { transport, environment });
        expect([commands[index], exitCode, stderr]).toEqual([commands[index], 0, stderr]);
        expect(sent[0]?.replace(/\?.*/, '')).toBe(`${method} /v1/platform${path}`);
      }
    });
  });
});

/** The answers that are made for people. */
const ANSWERS = [
  '/context?{farm}',
  '/insights?{farm}',
  '/gaps?{farm}',
  '/digest?{farm}',
  '/setup?{farm}',
  '/portfolio',
  '/activity?{farm}',
  '/os/dashboard?{farm}',
  '/os/weekly-summary?{farm}',
  '/os/risk/ledger?{farm}',
];

/** The texts in an answer that consist of several words; ids, codes and calls do not. */
function sentencesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /\s/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || 'operation' in value) return [];
  return Object.values(value).flatMap(sentencesIn);
}

type FoundFix = Fix & Readonly<Record<'operation' | 'resource' | 'id', string | undefined>>;

function fixesIn(value: unknown): readonly FoundFix[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('method' in value && 'path' in value) return [value as FoundFix];
  return Object.values(value).flatMap(fixesIn);
}
