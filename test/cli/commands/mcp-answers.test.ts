import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../src/cli/commands/mcp/create-factory.ts';
import {
  answerTokens,
  fitAnswer,
  jsonOf,
  tokensOf,
} from '../../../src/cli/commands/mcp/fit-answer.ts';
import { insightSections } from '../../../src/model/core/insight-sections.ts';
import { createValidator } from '../../http/openapi/validator.ts';
import { DEMO_NOW, demoRows, insertDemo } from '../../support/demo-rows.ts';
import { create } from '../../support/farm.ts';
import { insertLargeFarm } from '../../support/large-farm.ts';
import { connectAssistant, type ToolReply } from '../../support/mcp-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type Assistant = Awaited<ReturnType<typeof connectAssistant>>;
type Values = Record<string, unknown>;

interface Ground {
  readonly name: string;
  readonly service: TestService;
  readonly assistant: Assistant;
  readonly farm: string;
  readonly barn: string;
  readonly task: string;
  readonly alert: string;
  readonly report: string;
}

const LONG = '鸡舍里的饮水器漏水了，请尽快派人来修理。'.repeat(240);

/** A farm with an alert, a question and a task whose texts are as long as they may be. */
async function groundOf(name: string, farm: string): Promise<Ground> {
  const service = await startTestService('sqlite', { now: DEMO_NOW });
  if (name === 'demo') await insertDemo(service, demoRows('he'));
  else {
    const size = { flocks: 24, days: 40, readings: 30 };
    const now = Date.parse(DEMO_NOW);
    const { database } = service.service.runtime;
    await insertLargeFarm(database, { ...size, farmId: farm, now, orgId: service.orgId });
  }
  const barns = await service.send('GET', `/barns?farmId=${farm}&limit=1`);
  const barn = barns.body.data[0].id;
  const at = { farmId: farm, barnId: barn, flockId: '' };
  const of = async (path: string, body: object) => {
    const { status, body: row } = await service.send('POST', `/${path}?farmId=${farm}`, { body });
    expect([path, status]).toEqual([path, 201]);
    return row.id as string;
  };
  const alert = await of('alerts', { title: 'Leak', message: LONG, barnId: at.barnId });
  const report = await of('field-reports', { rawText: `${LONG}?`, isQuestion: true, barnId: barn });
  const task = await of('tasks', { title: 'Repair', details: LONG });
  const assistant = await connectAssistant(service, {
    farm: name === 'demo' ? farm : `Farm ${farm}`,
  });
  await assistant.client.listTools();
  return { name, service, assistant, farm, barn, task, alert, report };
}

let grounds: readonly Ground[];
beforeAll(async () => {
  const [{ id = '' } = {}] = demoRows('he').farms;
  grounds = [await groundOf('demo', id), await groundOf('large', 'farm_large')];
});
afterAll(async () => {
  for (const { assistant, service } of grounds) {
    await assistant.close();
    await service.close();
  }
});

/** Calls that give long answers, by tool. */
function callsOf({ task, alert, report }: Ground): Record<string, readonly Values[]> {
  const action = { type: 'create_task', title: 'Weigh', details: LONG.slice(0, 4900) };
  return {
    list_farms: [{}],
    get_portfolio: [{}],
    get_digest: [{}],
    get_gaps: [{}],
    get_context: [{}, { depth: 'full' }, { depth: 'full', lang: 'th' }],
    get_insights: [{ include: insightSections }, { include: ['health'] }],
    get_activity: [{}, { limit: 200 }],
    search: [{ q: 'ba' }, { q: '20' }],
    read_measure: [{ measure: 'mortality' }, { measure: 'liveBirds', aggregation: 'list' }],
    list_measures: [{}],
    ask: [{ question: 'How many birds are in each barn?' }],
    list_records: ['daily-logs', 'alerts', 'tasks', 'field-reports', 'env-readings'].flatMap(
      (resource) => [{ resource }, { resource, limit: 200 }],
    ),
    get_record: [
      { resource: 'tasks', id: task },
      { resource: 'field-reports', id: report },
    ],
    get_resource_fields: [{ resource: 'flocks' }],
    propose_action: [{ action }],
    run_action: [{ action }],
    undo_action: [],
    resolve_alert: [{ id: alert }],
    answer_report: [{ id: report, replyText: LONG.slice(0, 4900) }],
  };
}

const validate = createValidator();

function check(tool: string, reply: ToolReply, most: number = answerTokens.default) {
  const { output } = schemas(tool);
  expect([tool, reply.isError, reply.isError ? reply.text : '']).toEqual([tool, false, '']);
  const tokens = sizeOf(reply);
  expect([tool, tokens, tokens <= most]).toEqual([tool, tokens, true]);
  expect([tool, validate(output, reply.data)]).toEqual([tool, []]);
  expect(JSON.parse(reply.text.split('\n')[1] ?? '')).toEqual(reply.data);
}

/** The parts of a reply a host may show: its text, and its structured content. */
function sizeOf({ text, data }: ToolReply): number {
  return tokensOf(text) + tokensOf(JSON.stringify(data));
}

let reported: Map<string, Values>;
beforeAll(async () => {
  const listed = await grounds[0]?.assistant.client.listTools();
  reported = new Map(listed?.tools.map(({ name, outputSchema = {} }) => [name, outputSchema]));
});

function schemas(tool: string) {
  return { output: reported.get(tool) ?? {} };
}

describe.each([['demo'], ['large']])('on the %s farm', (name) => {
  const ground = () => grounds.find((one) => one.name === name) as Ground;
  // Every page is computed again: for the large farm some are read, not a hundred.
  const pageSize = () => (name === 'large' ? { maxTokens: answerTokens.maximum } : {});

  test.each(tools.map((tool) => [tool.name] as const))(
    '%s fits into a context window, and its schema',
    async (tool) => {
      const { assistant } = ground();
      const inputs = callsOf(ground())[tool];
      expect(inputs).toBeDefined();
      for (const input of inputs ?? []) {
        const reply = await assistant.call(tool, input);
        check(tool, reply);
        const least = { ...input, maxTokens: answerTokens.minimum };
        check(tool, await assistant.call(tool, least), answerTokens.minimum);
        if (reply.data.leftOut) expect(reply.data.note).toMatch(/leftOut/);
      }
    },
  );

  test('an undo fits as well', async () => {
    const { assistant } = ground();
    const action = { type: 'create_task', title: 'Undo', details: LONG.slice(0, 4900) };
    const { data } = await assistant.call('run_action', { action });
    check('undo_action', await assistant.call('undo_action', { undo: data.undo }));
  });

  test.each<[tool: string, input: Values, path: string]>([
    ['get_context', { depth: 'full' }, '/context?depth=full&'],
    ['get_digest', {}, '/digest?'],
    ['get_gaps', {}, '/gaps?'],
    ['get_insights', { include: ['health', 'feed'] }, '/insights?include=health,feed&'],
    ['get_portfolio', {}, '/portfolio?'],
    ['list_measures', {}, '/os/measures?'],
  ])('the pages of %s give the answer, everything exactly once', async (tool, input, path) => {
    const { assistant, service, farm } = ground();
    const plain = ['/portfolio?', '/os/measures?'].includes(path);
    const { body } = await service.send('GET', plain ? path : `${path}farmId=${farm}`);
    const pages = await pagesOf(assistant, tool, { ...input, ...pageSize(), part: 'all' });
    expect(leavesOf(pages)).toEqual(leavesOf([body]));
  });

  test('a part is read as a whole by the name in leftOut', async () => {
    const { assistant, service, farm } = ground();
    const { data } = await assistant.call('get_context', { depth: 'full' });
    const { body } = await service.send('GET', `/context?depth=full&farmId=${farm}`);
    const parts = new Set<string>(
      data.leftOut.map(({ at }: { at: string }) => at.split('.*')[0] ?? ''),
    );
    expect(parts.size).toBeGreaterThan(0);
    for (const part of parts) {
      const pages = await pagesOf(assistant, 'get_context', {
        ...pageSize(),
        depth: 'full',
        part,
      });
      const [first = '', second] = part.split('.');
      const complete = second === undefined ? body[first] : { [second]: body[first][second] };
      expect([part, leavesOf(pages)]).toEqual([part, leavesOf([{ [first]: complete }])]);
    }
  });

  test('a text that is too long is read in slices', async () => {
    const { assistant, task } = ground();
    const input = { resource: 'tasks', id: task, part: 'details' };
    const pages = await pagesOf(assistant, 'get_record', input);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.map(({ details }) => details).join('')).toBe(LONG);
  });

  test.each([
    ['list_records', { resource: 'daily-logs', limit: 200, fields: 'id,date' }, 'daily-logs'],
    ['list_records', { resource: 'alerts', limit: 50 }, 'alerts'],
    ['get_activity', { limit: 200 }, undefined],
  ])('the pages of %s %j have every row exactly once', async (tool, input, resource) => {
    const { assistant, service, farm } = ground();
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const reply = await assistant.call(tool, { ...input, ...(cursor ? { cursor } : {}) });
      check(tool, reply);
      ids.push(...reply.data.data.map(({ id }: { id: string }) => id));
      cursor = reply.data.meta.hasMore ? reply.data.meta.nextCursor : undefined;
    } while (cursor && ids.length < 1500);
    expect(new Set(ids).size).toBe(ids.length);
    if (resource && ids.length < 1500) {
      const { body } = await service.send('GET', `/${resource}?farmId=${farm}&limit=1`);
      expect(ids.length).toBe(body.meta.total);
    }
    expect(ids.length).toBeGreaterThan(0);
  });
});

/** The pages of a part, without paging information. */
async function pagesOf(assistant: Assistant, tool: string, input: Values): Promise<Values[]> {
  const pages: Values[] = [];
  const { maxTokens = answerTokens.default } = input;
  let cursor: string | undefined;
  do {
    const reply = await assistant.call(tool, { ...input, ...(cursor ? { cursor } : {}) });
    check(tool, reply, Number(maxTokens));
    const { note, nextCursor, ...page } = reply.data;
    pages.push(page);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/**
 * Every value with the names that lead to it, sorted; places in lists do not count, and of long
 * texts the length.
 */
function leavesOf(pages: readonly unknown[]): string[] {
  const leafPaths: string[] = [];
  const slices = new Map<string, number>();
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
      if (isSliced(value, path)) slices.set(path, (slices.get(path) ?? 0) + String(value).length);
      else leafPaths.push(`${path}=${JSON.stringify(value)}`);
    } else {
      for (const [name, one] of Object.entries(value)) {
        visit(one, `${path}.${Array.isArray(value) ? '*' : name}`);
      }
    }
  };
  for (const page of pages) visit(page, '');
  return [...leafPaths, ...[...slices].map((entry) => entry.join(': '))].sort();
}

/** Whether it is a long text, which may be cut between two pages at any place. */
function isSliced(value: unknown, path: string): boolean {
  return path === '.narrative' || /[鸡舍饮水漏快派]/.test(typeof value === 'string' ? value : '');
}

describe('a shortened answer', () => {
  const rows = (count: number, words = 'some words about what has happened') =>
    Array.from({ length: count }, (_, index) => ({ id: `row_${index}`, words }));
  const shorten = (data: Values, tokens: number) => {
    const answer = fitAnswer(data, tokens, 'parts');
    const size = tokensOf(jsonOf(answer));
    expect(size).toBeLessThanOrEqual(tokens);
    const counts = Object.entries(answer).flatMap(([name, list]) =>
      Array.isArray(list) && name !== 'leftOut' ? [[name, list.length] as const] : [],
    );
    return { answer, size, counts: Object.fromEntries(counts) };
  };

  test('shows the most important part whole, wherever it is, and the rest as far as it fits', () => {
    const data = { reports: rows(40), tasksToday: rows(40), mortality: rows(6), headline: rows(4) };
    const { answer, counts, size } = shorten(data, 1000);
    expect(counts).toMatchObject({ mortality: 6, headline: 4 });
    expect(counts['reports']).toBeGreaterThan(0);
    expect(counts['tasksToday']).toBeGreaterThan(0);
    // The remaining space is less than one more row and its entry in the notes would take.
    expect(size).toBeGreaterThan(1000 - 50);
    expect(answer['leftOut']).toEqual([
      { at: 'tasksToday', shown: counts['tasksToday'], of: 40 },
      { at: 'reports', shown: counts['reports'], of: 40 },
    ]);
  });

  test('leaves room for other parts beside a long most important list', () => {
    const { counts } = shorten({ mortality: rows(500), barns: rows(3) }, 1000);
    expect(counts['mortality']).toBeGreaterThan(15);
    expect(counts['barns']).toBe(3);
  });

  test('a shortened answer for the digest of the demo farm has all headlines and the highest deaths, and uses its size', async () => {
    const { assistant, service, farm } = grounds[0] as Ground;
    const { body } = await service.send('GET', `/digest?farmId=${farm}`);
    const { data } = await assistant.call('get_digest');
    expect([data.headline, data.mortality.length]).toEqual([body.headline, body.mortality.length]);
    const maxTokens = answerTokens.minimum;
    const least = await assistant.call('get_digest', { maxTokens });
    expect(least.data.headline).toEqual(body.headline);
    // On 20 November 198 birds died in barn 3, and at most 27 in each other one.
    expect(data.mortality[0]).toMatchObject({ name: 'B3-261018', deaths: 198 });
    expect(sizeOf(least)).toBeGreaterThan(0.85 * maxTokens);
  });
});

describe('a page', () => {
  test('is rejected after rows were added, and for an unknown part or cursor', async () => {
    const { assistant, service, farm } = grounds[1] as Ground;
    const first = await assistant.call('get_context', { part: 'barns' });
    const cursor = first.data.nextCursor;
    expect(cursor).toBeTypeOf('string');
    await create(service, 'barns', { name: 'New' }, { farmId: farm });
    const next = await assistant.call('get_context', { cursor });
    expect([next.isError, next.text]).toEqual([true, expect.stringContaining('changed')]);
    for (const input of [{ part: 'nothing' }, { part: 'barns.length' }, { cursor: 'barns~x~y' }]) {
      const refused = await assistant.call('get_context', input);
      expect([refused.isError, refused.data.error]).toEqual([true, 'validation_failed']);
    }
  });
});

describe('an error', () => {
  const long = 'x'.repeat(20_000);
  const wrong = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`${index}${LONG.slice(0, 200)}`, LONG]),
  );

  test.each<[tool: string, input: Values]>([
    ['propose_action', { action: { type: 'create_task', title: 'Weigh', ...wrong } }],
    ['propose_action', { action: { type: long } }],
    ['get_record', { resource: 'tasks', id: long }],
    ['list_records', { resource: 'tasks', filters: wrong }],
    ['get_context', { part: long }],
    ['get_context', { farm: long }],
    ['read_measure', { measure: long }],
    ['search', { q: long }],
  ])('an error of %s has a bounded size', async (tool, input) => {
    const { assistant } = grounds[0] as Ground;
    const reply = await assistant.call(tool, input);
    const tokens = sizeOf({ ...reply, data: reply.data ?? {} });
    expect([reply.isError, tokens, tokens <= answerTokens.minimum]).toEqual([true, tokens, true]);
  });
});

describe('documents', () => {
  const read = async (uri: string) => {
    const { contents } = await (grounds[0] as Ground).assistant.client.readResource({ uri });
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    expect([uri, tokensOf(text) <= answerTokens.default]).toEqual([uri, true]);
    return JSON.parse(text);
  };

  test.each([
    ['resources', '/resources'],
    ['measures', '/os/measures'],
    ['capabilities', '/capabilities'],
  ])('the pages of %s give the whole document', async (name, path) => {
    const { service } = grounds[0] as Ground;
    const summary = await read(`farmctl://${name}`);
    const { body } = await service.send('GET', path);
    if (!summary.leftOut) return expect(summary).toEqual(body);
    const pages: Values[] = [];
    let start = 'all';
    do {
      const { note, nextCursor, ...page } = await read(`farmctl://${name}/${start}`);
      pages.push(page);
      start = nextCursor;
    } while (start !== undefined);
    expect(leavesOf(pages)).toEqual(leavesOf([body]));
  });

  test('one operation of the OpenAPI description can be read', async () => {
    const summary = await read('farmctl://openapi');
    expect(summary.leftOut.length).toBeGreaterThan(0);
    const part = encodeURIComponent('paths./flocks');
    const { paths } = await read(`farmctl://openapi/${part}`);
    expect(Object.keys(paths)).toEqual(['/flocks']);
  });
});

describe('closing an alert or a report', () => {
  test('requires the proposal and the version that was proposed', async () => {
    const { assistant, service, alert, report } = grounds[0] as Ground;
    const input = { id: alert, resolutionNote: 'Fan repaired' };
    const proposed = await assistant.call('resolve_alert', input);
    expect(proposed.data).toMatchObject({
      done: false,
      change: { status: 'resolved', resolutionNote: 'Fan repaired' },
      record: { status: 'open' },
    });
    expect((await service.send('GET', `/alerts/${alert}`)).body.status).toBe('open');
    const { confirm } = proposed.data;
    const other = await assistant.call('resolve_alert', { ...input, status: 'dismissed', confirm });
    expect([other.isError, other.data.error]).toEqual([true, 'precondition_failed']);
    const applied = await assistant.call('resolve_alert', { ...input, confirm });
    check('resolve_alert', applied);
    expect(applied.data).toMatchObject({ done: true, record: { status: 'resolved' } });
    const again = await assistant.call('resolve_alert', { ...input, confirm });
    expect([again.isError, again.data.error]).toEqual([true, 'precondition_failed']);
    const reopened = await assistant.call('resolve_alert', { id: alert, status: 'open' });
    await assistant.call('resolve_alert', {
      ...{ id: alert, status: 'open', confirm: reopened.data.confirm },
    });
    expect((await service.send('GET', `/alerts/${alert}`)).body.status).toBe('open');

    const reply = { id: report, replyText: '5 ml per litre' };
    const first = await assistant.call('answer_report', reply);
    const sent = await assistant.call('answer_report', { ...reply, confirm: first.data.confirm });
    check('answer_report', sent);
    const { body } = await service.send('GET', `/field-reports/${report}`);
    expect(body).toMatchObject({ status: 'answered', replyText: '5 ml per litre' });
    expect(body.answeredAt).toBeTypeOf('string');
  });

  test('is rejected for a key with read access only', async () => {
    const { service, alert, farm } = grounds[0] as Ground;
    const key = await service.createKey({ scopes: ['read:*'] });
    const assistant = await connectAssistant(service, { key, farm });
    const { data } = await assistant.call('resolve_alert', { id: alert });
    const refused = await assistant.call('resolve_alert', { id: alert, confirm: data.confirm });
    expect([refused.isError, refused.data.error]).toEqual([true, 'insufficient_scope']);
    await assistant.close();
  });
});

test('a proposal never contains a truncated text that could be stored', async () => {
  const { assistant } = grounds[0] as Ground;
  const action = { type: 'create_task', title: 'Weigh', details: LONG.slice(0, 4900) };
  const { data } = await assistant.call('propose_action', { action });
  expect(data.fields).not.toHaveProperty('details');
  expect(data.leftOut).toEqual([{ at: 'fields.details', shown: 0, of: LONG.length }]);
});
