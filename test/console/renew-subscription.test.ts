import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enterCode, renewSubscription } from '../../src/console/offline/renew-subscription.ts';
import { screenAddress } from '../../src/model/push-payload.ts';
import { shownEndpoint } from '../../src/platform/notices/web-push.ts';

const SCOPE = 'https://farm.example/poultry/';
const API = `${SCOPE}v1/platform/`;
const OLD = 'https://push.example/old';

const subscription = (endpoint: string) => {
  const keys = { p256dh: 'key', auth: 'secret' };
  return { endpoint, toJSON: () => ({ endpoint, keys }) };
};

let requests: string[];
let answers: Record<string, object>;
let subscribed: object[];

const registration = {
  scope: SCOPE,
  pushManager: {
    subscribe: async (options: object) => {
      subscribed.push(options);
      return subscription('https://push.example/again');
    },
  },
};

beforeEach(() => {
  requests = [];
  subscribed = [];
  answers = {
    'GET me': { user: { id: 'user_dana' } },
    'GET os/notices/channels?userId=user_dana': {
      data: [
        { id: 'channel_phone', address: shownEndpoint('https://push.example/phone') },
        { id: 'channel_old', address: shownEndpoint(OLD) },
      ],
    },
    'GET os/notices/push-key': { publicKey: 'BPublic' },
    'POST os/notices/channels': { id: 'channel_new' },
    'DELETE os/notices/channels/channel_old': { deleted: true },
    'POST os/notices/channels/channel_new/verify': { verified: true },
  };
  vi.stubGlobal('fetch', async (url: URL, { method = 'GET', body }: RequestInit) => {
    expect(url.href.startsWith(API)).toBe(true);
    const call = `${method} ${url.href.slice(API.length)}`;
    requests.push(body === undefined ? call : `${call} ${body}`);
    const answer = answers[call];
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const added = (endpoint: string) =>
  `POST os/notices/channels {"kind":"push","address":"${endpoint}","keys":{"p256dh":"key","auth":"secret"}}`;
const READ = ['GET me', 'GET os/notices/channels?userId=user_dana'];
const REMOVED = 'DELETE os/notices/channels/channel_old';

describe('a subscription renewed by the browser', () => {
  test('replaces the channel of the old one', async () => {
    const newSubscription = subscription('https://push.example/new');
    await renewSubscription(registration, { oldSubscription: subscription(OLD), newSubscription });
    expect(requests).toEqual([...READ, added('https://push.example/new'), REMOVED]);
    expect(subscribed).toEqual([]);
  });

  test('is requested when the browser does not provide one', async () => {
    await renewSubscription(registration, { oldSubscription: subscription(OLD) });
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'BPublic' }]);
    const key = 'GET os/notices/push-key';
    expect(requests).toEqual([...READ, key, added('https://push.example/again'), REMOVED]);
  });

  test('is not added for a user who did not own the channel, or is unknown', async () => {
    await renewSubscription(registration, {
      oldSubscription: subscription('https://push.example/x'),
    });
    expect(requests).toEqual(READ);
    answers['GET me'] = { user: null };
    await renewSubscription(registration, { oldSubscription: subscription(OLD) });
    await renewSubscription(registration, { oldSubscription: null });
    expect(requests).toEqual([...READ, 'GET me']);
  });

  test('is verified by its code while the user is signed in', async () => {
    expect(await enterCode(SCOPE, { channelId: 'channel_new', code: '4711-0815' })).toBe(true);
    answers = {};
    expect(await enterCode(SCOPE, { channelId: 'channel_new', code: '4711-0815' })).toBe(false);
  });
});

test.each([
  ['records/alerts/alert_1', 'https://farm.example/poultry/records/alerts/alert_1'],
  ['alerts?farm=farm_1', 'https://farm.example/poultry/alerts?farm=farm_1'],
  ['/other', SCOPE],
  ['../other', SCOPE],
  ['https://evil.example/', SCOPE],
  [undefined, SCOPE],
])('the message about %s opens a screen below the address of the console', (path, expected) => {
  expect(screenAddress(path, SCOPE)).toBe(expected);
});
