import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/tools/clock.ts';
import { signDelivery } from '../../src/tools/webhook-signature.ts';

const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NEW = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const BODIES = {
  english: '{"id":"evt_1","data":{"title":"Barn 1 is hot"}}',
  hebrew: '{"id":"evt_1","data":{"title":"לול 1 חם מדי"}}',
  thai: '{"id":"evt_1","data":{"title":"โรงเรือน 1 ร้อนเกินไป"}}',
  spanish: '{"id":"evt_1","data":{"title":"El galpón 1 está demasiado cálido, ¡señor!"}}',
  chinese: '{"id":"evt_1","data":{"title":"一号鸡舍温度过高 🐔"}}',
};

test('the example of the Standard Webhooks specification is signed as published', () => {
  const headers = signDelivery(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: 1_614_265_330_000 },
    { secret: OLD },
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(headers['webhook-timestamp']).toBe('1614265330');
});

test('the service signature is HMAC-SHA256 of the timestamp, a dot and the body, in lowercase hex', () => {
  const headers = signDelivery(
    { id: 'evt_1', body: '{"a":1}', at: 1_700_000_000_999 },
    { secret: 'whsec_AAAA' },
  );
  // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_AAAA
  expect(headers).toMatchObject({
    'x-service-timestamp': '1700000000',
    'x-service-signature':
      'sha256=7e372bdd2bd2cec010f2499f5bc33a46836f5946418a83c92c147a05b8241c15',
  });
});

describe.each(Object.entries(BODIES))('a body in %s', (_, body) => {
  const at = systemClock.now();
  test('is verified by the library of Standard Webhooks', () => {
    const headers = signDelivery({ id: 'evt_1', body, at }, { secret: NEW });
    expect(new Webhook(NEW).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(NEW).verify(body.replace('evt_1', 'evt_2'), headers)).toThrow();
    expect(() => new Webhook(OLD).verify(body, headers)).toThrow();
  });

  test('is verified by either secret during a rotation', () => {
    const headers = signDelivery({ id: 'evt_1', body, at }, { secret: NEW, previous: OLD });
    expect(new Webhook(NEW).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(OLD).verify(body, headers)).toEqual(JSON.parse(body));
  });
});

test('during a rotation the service signature stays with the previous secret', () => {
  const content = { id: 'evt_1', body: '{}', at: 1_700_000_000_000 };
  const rotating = signDelivery(content, { secret: NEW, previous: OLD });
  const before = signDelivery(content, { secret: OLD });
  expect(rotating['x-service-signature']).toBe(before['x-service-signature']);
});
