import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../tools/clock.ts';
import type { RunningServer } from './jobs/running-server.ts';
import type { ServerOptions } from './start-server.ts';
import { loadMockInWorker } from './workers/mock-loader.ts';

/**
 * Starts a server that has the process to itself; the rows of a demo are made while the program of
 * the server is loaded.
 */
export async function beginServer(options: ServerOptions): Promise<RunningServer> {
  // Without a listener node would open its inspector, to which nobody has to show a key.
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {});
  // By itself V8 lets the old generation grow to a multiple of what is in use before it collects it.
  setFlagsFromString('--heap-growing-percent=30');
  const { mock } = options;
  if (!mock) return (await import('./start-server.ts')).startServer(options);
  // One reading for the data and the clock: the same seed and `now` give the same bytes.
  const isPresent = mock.now === undefined;
  const dated = { ...mock, now: mock.now ?? systemClock.now(), isPresent };
  const coming = mock.content === 'demo' ? await loadMockInWorker(dated) : undefined;
  try {
    const { startServer } = await import('./start-server.ts');
    return await startServer({ ...options, mock: dated }, coming);
  } catch (error) {
    await coming?.stop();
    throw error;
  }
}
