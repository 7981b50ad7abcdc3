import { setTimeout as sleep } from 'node:timers/promises';
import { API, type OurServer } from '../contestants/ours.ts';
import type { Worker } from '../workshop.ts';

const SENDERS = 16;
const PATIENCE_MILLIS = 120_000;
const BUSY = 503;
const MOST_TRIES = 30;
const RETRY_MILLIS = 1000;

/** Creates an owner with a verified channel to the provider. */
export async function addOwner(
  server: OurServer,
  { admin, provider }: { readonly admin: string; readonly provider: Worker },
) {
  const asAdmin = (call: string, body: object) => send(server, call, body, `Bearer ${admin}`);
  const user = await asAdmin('POST /users', { name: 'Dana' });
  await asAdmin(`PUT /os/users/${user.id}/access`, { role: 'owner' });
  const address = `${await provider.ask('receiveNotices', null)}/send`;
  const channel = await asAdmin('POST /os/notices/channels', {
    kind: 'http',
    address,
    userId: user.id,
  });
  const [{ text }] = await arrived(provider, 1);
  const code = /\d{4}-\d{4}/.exec(text)?.[0];
  await asAdmin(`POST /os/notices/channels/${channel.id}/verify`, { code });
  return { userId: String(user.id), channelId: String(channel.id) };
}

/** Raises an alert on each of some farms; returns the milliseconds until its message arrived. */
export async function raiseAlerts(
  server: OurServer,
  provider: Worker,
  farmIds: readonly string[],
): Promise<readonly number[]> {
  const committed = new Map<string, number>();
  const rest = [...farmIds];
  const sender = async () => {
    for (let farmId = rest.pop(); farmId !== undefined; farmId = rest.pop()) {
      const body = { title: `Heat (${farmId})`, severity: 'critical' };
      await send(server, `POST /alerts?farmId=${farmId}`, body);
      committed.set(farmId, Date.now());
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  const messages = await arrived(provider, farmIds.length, HEAT);
  return messages.flatMap(({ at, text }) => {
    const since = committed.get(HEAT.exec(text)?.[1] ?? '');
    return since === undefined ? [] : [Math.max(0, at - since)];
  });
}

const HEAT = /Heat \((\w+)\)/;

type Received = Awaited<ReturnType<typeof receivedNow>>;

function receivedNow(provider: Worker) {
  return provider.ask('noticesReceived', null);
}

/** Waits for this many matching messages; others are ignored. */
async function arrived(
  provider: Worker,
  count: number,
  pattern = /./,
): Promise<[Received[number], ...Received]> {
  const until = performance.now() + PATIENCE_MILLIS;
  const messages: Received[number][] = [];
  for (;;) {
    const received = await receivedNow(provider);
    messages.push(...received.filter(({ text }) => pattern.test(text)));
    const [first, ...others] = messages;
    if (first && messages.length >= count) return [first, ...others];
    if (performance.now() > until) throw new Error(`${messages.length} of ${count} arrived`);
    await sleep(20);
  }
}

let turn = 0;

/**
 * Sends a request, with retries while the server is overloaded, and returns the response; throws on
 * failure.
 */
export async function send(
  { baseUrl, headers }: OurServer,
  call: string,
  body: object,
  authorization = headers[turn++ % headers.length]?.['authorization'] ?? '',
) {
  const [method = '', path] = call.split(' ');
  const ask = () =>
    fetch(`${baseUrl}${API}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let response = await ask();
  for (let tries = 1; response.status === BUSY && tries < MOST_TRIES; tries++) {
    await sleep(RETRY_MILLIS);
    response = await ask();
  }
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Shuts a server down cleanly, so that its database can be opened. */
export async function endProgram(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
}
