import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createConnectionLog } from '../../../src/platform/administration/connection-log.ts';

test('a lost connection is reported once for each reason, and its return once', () => {
  const lines: object[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const connections = createConnectionLog(log);
  const broker = { integrationId: 'integration_1' };
  connections.back('broker', broker);
  for (const reason of ['refused', 'refused', 'timeout', 'timeout']) {
    connections.lost('broker', broker, new Error(reason));
  }
  // Another broker, and an integration of the same id, are others.
  connections.back('broker', { integrationId: 'integration_2' });
  connections.back('integration', broker);
  connections.back('broker', broker);
  connections.back('broker', broker);
  connections.lost('mail', {}, 'sign_in');
  expect(lines).toMatchObject([
    { level: 40, ...broker, reason: 'refused', msg: 'a broker could not be listened to' },
    { level: 40, ...broker, reason: 'timeout', msg: 'a broker could not be listened to' },
    { level: 30, ...broker, seconds: 0, msg: 'a broker is listened to again' },
    { level: 40, reason: 'sign_in', msg: 'the mail server takes no messages' },
  ]);
});
