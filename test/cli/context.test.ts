import { describe, expect, test } from 'vitest';
import { english, renderSentences } from '../../src/cli/output/error-hints.ts';
import type { GlobalFlagValues } from '../../src/cli/session/global-flags.ts';
import { aContext } from '../support/a-context.ts';
import { createFakeIo, type FakeIoOptions } from '../support/fake-io.ts';
import { createFakeTransport, type Exchange } from '../support/fake-transport.ts';
// Errors get their English from the module that reports them.
import '../../src/cli/output/error-hints.ts';

const NORTH = 'farm_01K9FARMAAAAAAAAAAAAAAAAAA';

function watched(
  input: FakeIoOptions & {
    readonly flags?: GlobalFlagValues;
    readonly exchanges?: readonly Exchange[];
  } = {},
) {
  const transport = createFakeTransport(input.exchanges ?? []);
  let openedCount = 0;
  const context = aContext({
    io: createFakeIo(input),
    ...(input.flags ? { flags: input.flags } : {}),
    openTransport: async () => {
      openedCount += 1;
      return transport;
    },
  });
  return { context, transport, opened: () => openedCount };
}

describe('resources are opened on demand', () => {
  test('printing opens no connection', async () => {
    const { context, opened } = watched();
    await context.print({ kind: 'document', data: 1 });
    await context.close();
    expect(opened()).toBe(0);
  });

  test('a client is opened once', async () => {
    const { context, opened } = watched();
    expect(await context.client()).toBe(await context.client());
    expect(opened()).toBe(1);
  });
});

describe('the selected farms', () => {
  const me = {
    on: 'GET /v1/platform/me',
    reply: {
      farms: [
        { id: NORTH, name: 'North' },
        { id: 'farm_2', name: 'South' },
      ],
    },
  };

  test('are none without a selection', async () => {
    expect(await watched().context.farms()).toEqual([]);
  });

  test('are looked up once', async () => {
    const { context, transport } = watched({ flags: { farm: 'North' }, exchanges: [me] });
    expect(await context.farms()).toEqual([NORTH]);
    expect(await context.farms()).toEqual([NORTH]);
    transport.verify();
  });

  test('require no request if their id is known', async () => {
    const { context } = watched({ environment: { FARMCTL_FARM: NORTH } });
    expect(await context.farms()).toEqual([NORTH]);
  });
});

describe('the format', () => {
  test.each<[string, FakeIoOptions & { readonly flags?: { readonly output: string } }, unknown]>([
    ['is the default', {}, undefined],
    ['ignores an empty variable', { environment: { FARMCTL_OUTPUT: '' } }, undefined],
    ['of the environment', { environment: { FARMCTL_OUTPUT: 'yaml' } }, 'yaml'],
    [
      'of the flag overrides it',
      { environment: { FARMCTL_OUTPUT: 'yaml' }, flags: { output: 'csv' } },
      'csv',
    ],
  ])('%s', async (_name, input, format) => {
    const { context } = watched(input);
    expect(await context.format()).toBe(format);
    await context.settings();
    expect(await context.format()).toBe(format);
  });

  test('is a usage error if unknown', async () => {
    const { context } = watched({ flags: { output: 'xml' } });
    await expect(context.format()).rejects.toMatchObject({
      outcome: 'usage',
      message: 'there is no output format "xml"',
      hint: expect.objectContaining({
        text: 'hint.outputFormats',
        params: { outputFormats: 'table, tsv, json, jsonl, csv, yaml' },
      }),
    });
  });
});

test('a note that cannot be written is ignored', async () => {
  const io = createFakeIo();
  const stderr = { ...io.stderr, write: () => Promise.reject(new Error('EPIPE')) };
  const context = aContext({ io: { ...io, stderr } });
  await context.note('created flock');
});

test('warnings of the settings are printed at the end', async () => {
  const { context } = watched({ environment: { FARMCTL_OUTPT: 'json' } });
  expect(await context.warnings()).toEqual([]);
  await context.settings();
  const printed = (await context.warnings()).map((warning) => renderSentences(english, warning));
  expect(printed).toEqual([
    'FARMCTL_OUTPT is set, but farmctl reads no such variable; did you mean FARMCTL_OUTPUT?',
  ]);
});
