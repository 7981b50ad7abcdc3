import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../tools/clock.ts';
import type { RunningServer } from './jobs/running-server.ts';
import type { ServerOptions } from './start-server.ts';
import { loadMockInWorker } from './workers/mock-loader.ts';

/**
 * Starts a server in a dedicated process; demo rows are generated while the server program is
 * loaded.
 */
export async function beginServer(options: ServerOptions): Promise<RunningServer> {
  // Without a listener Node would open its inspector, which needs no key.
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {});
  // By default V8 lets the old generation grow to a multiple of its live size before a collection.
  setFlagsFromString('--heap-growing-percent=30');
  const { mock } = options;
  if (!mock) return (await import('./start-server.ts')).startServer(options);
  // A single clock reading for data and clock: the same seed and `now` give the same bytes.
  const isPresent = mock.now === undefined;
  const dated = { ...mock, now: mock.now ?? systemClock.now(), isPresent };
  const pending = mock.content === 'demo' ? await loadMockInWorker(dated) : undefined;
  try {
    const { startServer } = await import('./start-server.ts');
    return await startServer({ ...options, mock: dated }, pending);
  } catch (error) {
    await pending?.stop();
    throw error;
  }
}
