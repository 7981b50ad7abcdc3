// Writers that create tasks, each with an idempotency key, and the outcome of every attempt.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MILLIS = 100;
const PAGE = 200;

/** Starts writers on their own farm; `stop` stops them and returns their results. */
export async function startWriters({ baseUrl, key }, writers) {
  const ask = (path, body, headers = {}) =>
    fetch(`${baseUrl}/v1/platform${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(35_000),
    });
  const farm = await (await ask('/farms', { name: 'Under load' })).json();
  const acknowledged = [];
  const attempts = [];
  let isOver = false;
  const write = async (title) => {
    const headers = { 'idempotency-key': randomUUID() };
    // Repeats the same request until it is answered, as the client library does.
    while (!isOver) {
      const at = performance.now();
      const status = await ask(`/tasks?farmId=${farm.id}`, { title }, headers).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      attempts.push({ at, endedAt: performance.now(), status });
      if (status === 201) return acknowledged.push(title);
      await sleep(PAUSE_MILLIS);
    }
  };
  const working = Array.from({ length: writers }, async (_, writer) => {
    for (let number = 0; !isOver; number++) await write(`task ${writer}-${number}`);
  });
  return {
    attempts,
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
    /** The titles of all stored tasks, one per row. */
    async stored() {
      const titles = [];
      for (let offset = 0; ; offset += PAGE) {
        const order = `order=createdAt&dir=asc&limit=${PAGE}&offset=${offset}`;
        const { data } = await (await ask(`/tasks?farmId=${farm.id}&${order}`)).json();
        titles.push(...data.map(({ title }) => title));
        if (data.length < PAGE) return titles;
      }
    },
  };
}

/** Returns acknowledged tasks that are missing, and tasks stored more than once. */
export function compare(acknowledged, stored) {
  const found = new Set(stored);
  return {
    lost: acknowledged.filter((title) => !found.has(title)).length,
    twice: stored.length - found.size,
  };
}
