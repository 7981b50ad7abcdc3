import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { runningServer } from '../../src/server/running-server.ts';
import { startTestService } from '../support/service.ts';

test('a body that trickles in is cut off when its time is over, and the server ends', async () => {
  const { service, orgId, admin } = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as { port: number };
  const ready = {
    event: 'ready',
    baseUrl: '',
    pid: 1,
    orgId,
    farms: [],
    keys: {},
    cameras: [],
  } as const;
  const server = runningServer(service, ready, undefined, 200);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    [
      'POST /v1/platform/farms HTTP/1.1',
      'host: x',
      `authorization: Bearer ${admin}`,
      'content-type: application/json',
      'content-length: 100000',
      '',
      '',
    ].join('\r\n'),
  );
  const trickle = setInterval(() => socket.write(' '), 20);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const start = performance.now();
  await server.close();
  await server.closed;
  clearInterval(trickle);
  socket.destroy();
  expect(performance.now() - start).toBeLessThan(3000);
});
