import { setTimeout as sleep } from 'node:timers/promises';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import type { Load } from '../results/load.ts';
import { residentMib } from '../results/resident-memory.ts';
import { taskRows } from '../stages/task-table.ts';
import type { Bench, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { newTasks } from './create.ts';

const WEBHOOKS = 10;
const EVENTS = 1000;
const DELIVERIES = WEBHOOKS * EVENTS;
const CREATORS = 16;
const PATIENCE_SECONDS = 120;
const BASELINE_SECONDS = 5;
const MEANWHILE_SECONDS = 10;
/** So few that the API is not full by them alone. */
const STEADY_PER_SECOND = 50;

/** Events told to webhooks, while the API is asked for records at a steady pace. */
export async function measureDeliveries(bench: Bench): Promise<WorkResult> {
  const { workshop } = bench;
  const [receiver, creator, asker] = [
    await workshop.startWorker(),
    await workshop.startWorker(),
    await workshop.startWorker(),
  ];
  const dataDir = await workshop.makeFolder();
  const { keys, admin } = await creator.ask('prepareTasks', { kind: 'sqlite', dataDir });
  const allow = ['--allow-host', '127.0.0.1'];
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys, args: allow });
  await subscribe(server, { admin, url: await receiver.ask('receiveCalls', null) });
  const before = await askMeanwhile(asker, server, BASELINE_SECONDS);
  const startedAt = Date.now();
  const during = askMeanwhile(asker, server, MEANWHILE_SECONDS);
  await createEvents(creator, server);
  const millis = (await lastArrival(receiver)) - startedAt;
  const meanwhile = await during;
  const growth = meanwhile.p99 / before.p99;
  return {
    measured: [
      { who: 'API before', ...rates(before) },
      { who: 'API meanwhile', ...rates(meanwhile) },
      {
        who: 'deliveries',
        perSecond: (DELIVERIES * 1000) / millis,
        rssMib: await residentMib(server.pid),
      },
    ],
    reached: { seconds: millis / 1000, p99: growth },
    notes: [
      `${EVENTS} events to ${WEBHOOKS} webhooks; the time counts from the first create. ` +
        `The API is asked for ${STEADY_PER_SECOND} records a second.`,
    ],
  };
}

function rates({ perSecond, p50, p99 }: Load): Pick<Load, 'perSecond' | 'p50' | 'p99'> {
  return { perSecond, p50, p99 };
}

async function subscribe(
  { baseUrl }: OurServer,
  { admin, url }: { readonly admin: string; readonly url: string },
): Promise<void> {
  for (let n = 0; n < WEBHOOKS; n++) {
    const response = await fetch(`${baseUrl}${API}/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${url}/hook/${n}`, events: ['task.created'] }),
    });
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  }
}

function askMeanwhile(asker: Worker, server: OurServer, seconds: number): Promise<Load> {
  return asker.ask('askSteadily', {
    baseUrl: server.baseUrl,
    paths: taskRows().map(({ id }) => `${API}/tasks/${id}`),
    headers: server.headers[0] ?? {},
    perSecond: STEADY_PER_SECOND,
    seconds,
  });
}

async function createEvents(creator: Worker, server: OurServer): Promise<void> {
  const headers = server.headers.map((own) => ({ ...own, 'content-type': 'application/json' }));
  await creator.ask('loadServer', {
    baseUrl: server.baseUrl,
    headers,
    requests: newTasks().slice(0, EVENTS),
    connections: CREATORS,
    seconds: PATIENCE_SECONDS,
    isOnce: true,
    status: 201,
  });
}

/** When the last delivery came, milliseconds since 1970. */
async function lastArrival(receiver: Worker): Promise<number> {
  const until = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    const { count, lastAt } = await receiver.ask('callsReceived', null);
    if (count >= DELIVERIES) return lastAt;
    if (performance.now() > until) throw new Error(`only ${count} of ${DELIVERIES} arrived`);
    await sleep(50);
  }
}
