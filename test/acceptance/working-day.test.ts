import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceSignature } from '../../src/tools/webhook-signature.ts';
import { DATABASES } from '../support/databases.ts';
import { AFTERNOON } from '../support/working-day/afternoon.ts';
import { DAY, photo } from '../support/working-day/calls.ts';
import { FORENOON } from '../support/working-day/forenoon.ts';
import { MORNING } from '../support/working-day/morning.ts';
import {
  CONTROLLER_PASSWORD,
  type DayStep,
  startWorkingDay,
  type WorkingDay,
} from '../support/working-day/working-day.ts';

/**
 * The expected day: the response of each step, all its events and activities, and the rows
 * afterwards. An activity has its base score, 10 more for the first of its kind in seven days, 10
 * less for the same about the same within the hour.
 */
const STEPS: readonly DayStep[] = [...MORNING, ...FORENOON, ...AFTERNOON];

describe.each(DATABASES)('%s: a working day', (database) => {
  let day: WorkingDay;
  beforeAll(async () => {
    day = await startWorkingDay(database);
  });
  afterAll(() => day.close());

  for (const step of STEPS) test(`${step.at} ${step.name}`, () => day.play(step));

  test('the controller got one order, with a signature over its bytes', () => {
    const [order, ...others] = day.neighbours.orders;
    expect([others.length, order?.body]).toMatchObject([
      0,
      {
        sequence: 1,
        command: 'start_cooling',
        mode: 'auto',
        barn: 'A',
        requestedBy: `Cooling (${day.names['editor']})`,
      },
    ]);
    const timestamp = String(order?.headers['x-service-timestamp']);
    expect(timestamp).toBe(String(Date.parse(`${DAY}T06:00:00Z`) / 1000));
    expect(order?.headers['x-service-signature']).toBe(
      serviceSignature(CONTROLLER_PASSWORD, timestamp, order?.text ?? ''),
    );
  });

  test('the photo is downloaded unchanged', async () => {
    const { app } = day.service.service;
    const url = `/v1/platform/os/media/${day.names['photo']}/content`;
    const headers = { authorization: `Bearer ${day.service.admin}` };
    const answer = await app.inject({ url, headers });
    expect(answer.rawPayload.equals(photo)).toBe(true);
  });

  test('the score of the ledger equals its items together', async () => {
    const { score, items } = await day.read('/os/risk/ledger?farmId={farm}');
    const spared = items.reduce(
      (remaining: number, { p, impact }: { p: number | null; impact: number }) =>
        remaining * (1 - (p ?? 0) * impact),
      1,
    );
    expect(score).toBe(Math.round(100 * (1 - spared)));
  });

  test('the audit log has every call, and its chain is intact', async () => {
    const { data } = await day.read('/os/audit?path=/v1/platform/os/batch&limit=50');
    expect(data.map(({ status }: { status: number }) => status).toSorted()).toEqual([
      200, 400, 422,
    ]);
    expect(await day.read('/os/audit/verify')).toMatchObject({ ok: true });
  });
});
