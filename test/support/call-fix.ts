import { randomUUID } from 'node:crypto';
import type { Fix } from '../../src/farming/core/section.ts';
import { aPicture } from './media-files.ts';
import type { TestAnswer, TestService } from './service.ts';

/** Values that a person would enter for open values of a fix, by name of the field. */
const VALUES: Readonly<Record<string, unknown>> = {
  name: 'Dana Mizrahi',
  title: 'Look at it',
  assignee: 'Dana Mizrahi',
  phone: '+972 50 123 4567',
  address: 'dana@example.com',
  // Addresses are unique.
  email: () => `dana-${randomUUID()}@example.com`,
  replyText: 'Two litres for each barn.',
  resolutionNote: 'Repaired.',
  latitude: 32.36,
  longitude: 34.91,
  areaDunam: 12,
  areaSqm: 800,
  capacity: 12_000,
  currency: 'ILS',
  breed: 'Ross 308',
  chicksReceived: 10_000,
  pricePerChick: 4.4,
  targetWeightKg: 2.4,
  mortality: 4,
  feedKg: 1500,
  waterL: 2700,
  eggs: 9000,
  avgWeightGr: 1400,
  temp: 25,
  humidity: 55,
  quantity: 20,
  quantityKg: 5000,
  totalCost: 11_000,
  deliveredAt: '2026-11-20',
  totalAmount: 15_000,
  totalWeightKg: 900,
  birdsCount: 1000,
  pricePerKg: 7.5,
  cost: 300,
  amount: 900,
  category: 'gas',
  // Source keys are unique within a farm.
  sourceKey: () => `camera-${randomUUID()}`,
};

/** A body without open values. */
export type FilledBody = Readonly<Record<string, unknown>>;

/**
 * Sends a fix as written, with its open values filled in; `known` contains those that depend on the
 * farm, such as days and ids. Fails for a field without a known value.
 */
export async function callFix(
  service: TestService,
  fix: Fix,
  known: FilledBody = {},
): Promise<TestAnswer> {
  const answer = await service.send(fix.method, fix.path, { body: filledBody(fix, known) });
  // A media item requires its file.
  if (fix.path === '/media') await uploadPicture(service, String(answer.body.id));
  return answer;
}

/** Sends a picture as the content of a media item. */
export async function uploadPicture(service: TestService, id: string): Promise<void> {
  const { statusCode, body } = await service.service.app.inject({
    method: 'PUT',
    url: `/v1/platform/os/media/${id}/content`,
    headers: { authorization: `Bearer ${service.admin}` },
    payload: await aPicture(64, 48),
  });
  if (statusCode !== 200) throw new Error(body);
}

/** The body of a fix with its open values filled in. */
export function filledBody({ body = {} }: Pick<Fix, 'body'>, known: FilledBody = {}): FilledBody {
  const values = { ...VALUES, ...known };
  const filled = Object.entries(body).map(([field, value]) => {
    if (value === null && !Object.hasOwn(values, field)) throw new Error(`what is ${field}?`);
    return [field, value ?? filledIn(values[field])];
  });
  return Object.fromEntries(filled);
}

function filledIn(value: unknown): unknown {
  return typeof value === 'function' ? value() : value;
}
