import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SnapshotPart } from '../../../src/farming/core/farm-snapshot.ts';
import { partsOf, sectionDefinitions } from '../../../src/farming/insights/compute-insights.ts';
import { FarmError } from '../../../src/model/core/errors.ts';
import { type InsightSection, insightSections } from '../../../src/model/core/insight-sections.ts';
import { snapshotLoaders } from '../../../src/platform/intelligence/farm-snapshot.ts';
import type { Connection, Database, Statement } from '../../../src/storage/core/database.ts';
import { DATABASES } from '../../support/databases.ts';
import { ask } from '../../support/farm-answers.ts';
import { insertFarmHistory } from '../../support/farm-history.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const SECRET = 'relation "daily_logs" of /var/lib/farmctl/farm.db is broken';
const PARTS = partsOf(insightSections, sectionDefinitions);

/** The fault of the database: the query that fails, and the error. */
interface Fault {
  query: string | 'all' | null;
  error: Error;
}

/** A database on which one query fails. */
function faulty(database: Database, fault: Fault): Database {
  return {
    ...database,
    all: (query) => {
      const isHit = fault.query === query.text || (fault.query === 'all' && isPart(query));
      return isHit ? Promise.reject(fault.error) : database.all(query);
    },
  };
}

/** Whether a query is for a part of a snapshot, not for the farm or its organisation. */
function isPart({ text }: Statement): boolean {
  return !/from (farms|organisations|api_keys)/.test(text);
}

/** The text of the query that loads a part. */
async function queryOf(part: SnapshotPart, database: Database, orgId: string): Promise<string> {
  const scope = { orgId, farmIds: 'all' } as const;
  const moment = {
    scope: { orgId, farmIds: ['farm_1'] },
    farmId: 'farm_1',
    now: NOW,
    today: '2026-11-21',
  };
  const texts: string[] = [];
  const connection: Connection = {
    ...database,
    all: async (query) => {
      texts.push(query.text);
      return [];
    },
  };
  await snapshotLoaders[part]({ connection, moment, scope, zoneOf: () => 'UTC' });
  return String(texts[0]);
}

for (const database of DATABASES) {
  describe(`${database}: if a part of the farm cannot be read`, () => {
    const fault: Fault = { query: null, error: new Error(SECRET) };
    const logged: string[] = [];
    let service: TestService;
    // biome-ignore lint/suspicious/noExplicitAny: sections of every shape.
    let complete: any;
    beforeAll(async () => {
      service = await startTestService(database, {
        now: new Date(NOW).toISOString(),
        wrap: (database) => faulty(database, fault),
        log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
      });
      const history = { farmId: 'farm_1', today: '2026-11-21', now: NOW, days: 70, sensorDays: 1 };
      const { runtime } = service.service;
      await insertFarmHistory(runtime.database, { ...history, orgId: service.orgId });
      complete = (await ask(service, '/insights?lang=en')).sections;
    });
    afterAll(() => service.close());

    test.each(PARTS)('sections that do not need %s are unaffected', async (part) => {
      fault.query = await queryOf(part, service.service.runtime.database, service.orgId);
      fault.error = new Error(SECRET);
      logged.length = 0;
      const answer = await service.send('GET', '/insights?lang=en');
      fault.query = null;
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('daily_logs');
      const { sections } = answer.body;
      const failed = insightSections.filter((name) => 'error' in sections[name]);
      for (const name of failed) {
        expect([name, sectionDefinitions[name].parts]).toEqual([
          name,
          expect.arrayContaining([part]),
        ]);
        expect(sections[name]).toEqual({ error: { message: expect.any(String) } });
      }
      for (const name of insightSections.filter((name) => !isTouched(name, part))) {
        expect([name, sections[name]]).toEqual([name, complete[name]]);
      }
      const reported = logged.map((line) => JSON.parse(line));
      expect(reported.map(({ section }) => section).sort()).toEqual([...failed].sort());
      for (const { err, requestId } of reported) {
        expect([err.message, requestId]).toEqual([SECRET, answer.headers['x-request-id']]);
      }
    });

    test('a section that needs it fails', async () => {
      fault.query = await queryOf('weather', service.service.runtime.database, service.orgId);
      const { body } = await service.send('GET', '/insights?lang=en&include=weather,labor');
      fault.query = null;
      expect(body.sections.weather).toEqual({
        error: { message: 'The section weather could not be computed.' },
      });
      expect(body.sections.labor).toEqual(complete.labor);
    });

    test('the briefing is complete except for the weather, and the log has the reason', async () => {
      const before = (await service.send('GET', '/digest?lang=en')).body;
      fault.query = await queryOf('weather', service.service.runtime.database, service.orgId);
      fault.error = new Error(SECRET);
      logged.length = 0;
      const { status, body } = await service.send('GET', '/digest?lang=en');
      fault.query = null;
      expect([status, body.weather, body.mortality]).toEqual([200, undefined, before.mortality]);
      expect(logged.map((line) => JSON.parse(line).section)).toEqual(['weather']);
    });

    test('an unavailable database is 503, not fifteen failed sections', async () => {
      fault.query = 'all';
      fault.error = new FarmError('unavailable');
      const answer = await service.send('GET', '/insights');
      fault.query = null;
      expect([answer.status, answer.body.error]).toEqual([503, 'unavailable']);
    });

    test.each(['context', 'gaps', 'digest', 'setup'])(
      '/%s is a 500 without details',
      async (name) => {
        fault.query = await queryOf('liveLogs', service.service.runtime.database, service.orgId);
        fault.error = new Error(SECRET);
        const answer = await service.send('GET', `/${name}`);
        fault.query = null;
        expect([answer.status, answer.body.error]).toEqual([500, 'internal']);
        expect(answer.text).not.toContain('daily_logs');
      },
    );
  });
}

/** Whether a section reads a part, or draws on one that does. */
function isTouched(name: InsightSection, part: SnapshotPart): boolean {
  const { parts, uses } = sectionDefinitions[name];
  return (
    (parts as readonly SnapshotPart[]).includes(part) ||
    (uses as readonly InsightSection[]).some((used) => isTouched(used, part))
  );
}
