import { describe, expect, test } from 'vitest';
import { runProgram } from '../../../support/run-program.ts';

const BARN = 'barn_01K9BARNAAAAAAAAAAAAAAAAAA';
const USER = 'user_01K9VSERAAAAAAAAAAAAAAAAAA';
const CONTACT = 'contact_01K9C0NTAAAAAAAAAAAAAAAAAA';
const meta = { total: 3, limit: 50, offset: 0, hasMore: false };
const task = (index: number, assignee: string) => ({
  id: `task_01K9TASKAAAAAAAAAAAAAAAAA${index}`,
  title: `Weigh birds ${index}`,
  assignee,
  priority: 'normal',
  status: 'open',
  dueDate: '2026-11-22',
  overdue: false,
  frequency: 'once',
});
const rows = [task(1, USER), task(2, CONTACT), task(3, USER), task(4, 'Somchai')];
const listed = { on: 'GET /v1/platform/tasks?limit=50', reply: { data: rows, meta } };
const exchangeOf = (resource: string, id: string, fields: string, name: string) => ({
  on: `GET /v1/platform/${resource}?ids=${id}&fields=${fields}&limit=1`,
  reply: { data: [{ id, name }], meta },
});
const contacts = exchangeOf('contacts', CONTACT, 'id%2Cname', 'Dr. Levi');
const users = exchangeOf('users', USER, 'id%2Cname%2Cemail', 'דנה');

describe('names in place of ids', () => {
  test('take one request for each resource, however many rows refer to it', async () => {
    const { stdout, code } = await runProgram(['tasks', 'list'], {
      exchanges: [listed, contacts, users],
      isTerminal: true,
      columns: 80,
      environment: { NO_COLOR: '1' },
    });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/(user|contact)_01K9/);
    expect(stdout.match(/דנה/g)).toHaveLength(2);
    expect(stdout).toContain('Dr. Levi');
    expect(stdout).toContain('Somchai');
    for (const { title } of rows) expect(stdout).toContain(title);
  });

  test.each(['tsv', 'csv', 'json', 'jsonl', 'yaml'])('are not requested by %s', async (format) => {
    const { stdout, code } = await runProgram(['tasks', 'list', '-o', format], {
      exchanges: [listed],
    });
    expect([code, stdout.includes(USER), stdout.includes(CONTACT)]).toEqual([0, true, true]);
  });

  test('are complete at 80 columns for rows identified by the flock', async () => {
    const FLOCKS = [
      'flock_01K9F10CKAAAAAAAAAAAAAAAA1',
      'flock_01K9F10CKAAAAAAAAAAAAAAAA2',
    ] as const;
    const logs = FLOCKS.map((flockId, index) => ({
      id: `log_01K9AAAAAAAAAAAAAAAAAAAAA${index}`,
      ...{ date: '2026-11-20', flockId, mortality: 12, culls: 1, avgWeightGr: 1240, feedKg: 2140 },
      ...{ waterL: 3850, deviationPct: -10.25 },
    }));
    const { stdout } = await runProgram(['daily-logs', 'list'], {
      exchanges: [
        { on: 'GET /v1/platform/daily-logs?limit=50', reply: { data: logs, meta } },
        {
          on: `GET /v1/platform/flocks?ids=${FLOCKS.join('%2C')}&fields=id%2Ccode&limit=2`,
          reply: {
            data: FLOCKS.map((id, index) => ({ id, code: `Galpón 1-26111${index}` })),
            meta,
          },
        },
      ],
      ...{ isTerminal: true, columns: 80, environment: { NO_COLOR: '1' } },
    });
    expect(stdout).toContain('Galpón 1-261110');
    expect(stdout).toContain('Galpón 1-261111');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('are not shown for selected fields', async () => {
    const { stdout } = await runProgram(['tasks', 'list', '--fields', 'title,assignee'], {
      exchanges: [{ ...listed, on: 'GET /v1/platform/tasks?fields=title%2Cassignee&limit=50' }],
      isTerminal: true,
    });
    expect(stdout).toContain(USER);
  });

  test('remain ids if the key may not read them', async () => {
    const forbidden = { status: 403, reply: { error: 'insufficient_scope', message: 'No scope.' } };
    const { stdout, code } = await runProgram(['tasks', 'list'], {
      exchanges: [listed, { ...contacts, ...forbidden }, users],
      isTerminal: true,
      columns: 200,
    });
    expect(code).toBe(0);
    expect(stdout).toContain(CONTACT);
    expect(stdout).toContain('דנה');
  });

  test('are shown before the id of a single record', async () => {
    const flock = { id: 'flock_01K9FKAAAAAAAAAAAAAAAAAAAA', code: 'B1', barnId: BARN };
    const { stdout } = await runProgram(['flocks', 'get', flock.id], {
      exchanges: [
        { on: `GET /v1/platform/flocks/${flock.id}`, reply: flock },
        exchangeOf('barns', BARN, 'id%2Cname', 'North 4'),
      ],
      isTerminal: true,
      environment: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(new RegExp(`^Barn +North 4 \\(${BARN}\\)$`, 'm'));
    expect(stdout).toContain(`${flock.id}\n`);
  });
});
