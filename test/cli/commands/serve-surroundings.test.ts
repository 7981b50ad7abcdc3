import { expect, test } from 'vitest';
import { parseServeOptions } from '../../../src/cli/commands/serve/serve-options.ts';

const typed = { host: '127.0.0.1', port: '0' };
const context = { dataDir: undefined, environment: {} };

test('by default metrics are restricted to this machine and no proxy is trusted', () => {
  expect(parseServeOptions(typed, context).app).toEqual({});
});

test('at a terminal the log has no routine lines by default', () => {
  const attended = { ...context, isAttended: true };
  expect(parseServeOptions(typed, attended).logLevel).toBe('warn');
  expect(parseServeOptions({ ...typed, logLevel: 'info' }, attended).logLevel).toBe('info');
  expect(parseServeOptions({ ...typed, accessLog: true }, attended).app).toEqual({
    accessLog: true,
  });
});

test('metrics can be opened and proxies named', () => {
  const { app } = parseServeOptions(
    { ...typed, publicMetrics: true, trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'] },
    context,
  );
  expect(app).toEqual({ publicMetrics: true, trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'] });
});

test('a proxy is given by its address', () => {
  expect(() => parseServeOptions({ ...typed, trustProxy: ['proxy.local'] }, context)).toThrow(
    'not "proxy.local"',
  );
});
