import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startJobs } from '../../../src/server/jobs/background.ts';
import { jobTable } from '../../../src/server/jobs/job-table.ts';
import { create, createFarm } from '../../support/farm.ts';
import { localConnections } from '../../support/local-connections.ts';
import { startTestService } from '../../support/service.ts';
import { startTestBroker } from '../../support/test-broker.ts';

interface Line {
  readonly integrationId?: string;
  readonly msg: string;
}

test('the log reports the loss of a broker once, and its return', async () => {
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const service = await startTestService('sqlite', { ...localConnections(), log });
  onTestFinished(() => service.close());
  const first = await startTestBroker();
  const { barnId } = await createFarm(service);
  const endpoint = `mqtt://127.0.0.1:${first.port}/barns/+/climate`;
  const { id } = await create(service, 'integrations', { kind: 'controller', barnId, endpoint });
  const body = { fields: { temp: '/t' } };
  await service.send('PUT', `/os/integrations/${id}/mapping`, { body });
  const jobs = jobTable.filter(({ name }) => name === 'mqtt');
  const plan = { isMock: false, scansFarms: false, readsIntegrations: true, analyzesImages: false };
  const schedules = startJobs(jobs, { ...service.service, plan, isClockMoved: () => true });
  onTestFinished(async () => {
    await Promise.all(schedules.map((schedule) => schedule.stop()));
  });
  const reported = () => lines.filter((line) => line.integrationId === id).map(({ msg }) => msg);
  const soon = { timeout: 15_000 };
  await expect.poll(() => first.clients.length, soon).toBe(1);
  await first.stop();
  await expect.poll(reported, soon).toContain('a broker could not be listened to');
  await startTestBroker({ port: first.port });
  await expect.poll(reported, soon).toContain('a broker is listened to again');
  expect(reported().at(-1)).toBe('a broker is listened to again');
}, 40_000);
