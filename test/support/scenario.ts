import { expect, test } from 'vitest';
import type { TestAnswer, TestService } from './service.ts';

/**
 * One request and all its expected effects. Texts may contain `{name}` for an id or another text of
 * the stage, also in a body and in `has`.
 */
export interface Scenario {
  readonly name: string;
  /** The name of the key on the stage; `nobody` sends none, the default is the admin. */
  readonly as?: string;
  readonly method: string;
  /** The path after `/v1/platform`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: unknown;
  readonly status: number;
  /** Expected content of the response body. */
  readonly has?: unknown;
  /** Texts that must not be in the response body. */
  readonly lacks?: readonly string[];
  /** Headers required in the response; undefined: must be absent. */
  readonly sends?: Readonly<Record<string, unknown>>;
  /** The names of all emitted events; none by default. */
  readonly events?: readonly string[];
}

/** The environment of scenarios. */
export interface Stage {
  readonly service: TestService;
  readonly keys: Readonly<Record<string, string>>;
  /** The values for `{name}`. */
  readonly names: Readonly<Record<string, string>>;
}

/** Runs scenarios in order on one stage; each depends on the effects of those before it. */
export function playScenarios(stageOf: () => Stage, scenarios: readonly Scenario[]): void {
  test.each(scenarios)('$name', async (scenario) => {
    await playScenario(stageOf(), scenario);
  });
}

/** Runs one scenario and returns the response. */
async function playScenario(stage: Stage, scenario: Scenario): Promise<TestAnswer> {
  const { service } = stage;
  const { name: _, as, method, url, headers = {}, status, events = [], ...rest } = scenario;
  const eventCount = (await service.events()).length;
  const answer = await service.send(method, fillIn(url, stage), {
    key: keyOf(stage, as),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header, fillIn(value, stage)]),
    ),
    ...(rest.body === undefined ? {} : { body: fillInside(rest.body, stage) }),
  });
  expect([answer.status, answer.text]).toEqual([status, answer.text]);
  if (rest.has !== undefined)
    expect(answer.body).toMatchObject(fillInside(rest.has as object, stage));
  for (const text of rest.lacks ?? []) expect(answer.text).not.toContain(fillIn(text, stage));
  for (const [header, value] of Object.entries(rest.sends ?? {})) {
    expect([header, answer.headers[header]]).toEqual([header, fillInside(value, stage)]);
  }
  if (status >= 400) expectErrorShape(answer);
  expect((await service.events()).slice(eventCount).map(({ event }) => event)).toEqual(events);
  return answer;
}

/** Fails unless the response is an error in the documented format. */
export function expectErrorShape(answer: TestAnswer): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { error, message, code, issues, requestId, ...others } = answer.body;
  expect(others).toEqual({});
  expect([typeof error, typeof message]).toEqual(['string', 'string']);
  expect(code === undefined || typeof code === 'string').toBe(true);
  expect(requestId).toBe(answer.headers['x-request-id']);
  if (answer.status !== 400) return;
  expect(error).toBe('validation_failed');
  expect(issues.length).toBeGreaterThan(0);
  expect(message).toBe(issues[0].message);
  for (const issue of issues) {
    const { path, allowed, suggestion, existingId, range, ...shown } = issue;
    expect(Object.keys(shown).sort()).toEqual(['code', 'message']);
    expect([typeof path, typeof shown.code, typeof shown.message]).toEqual(Array(3).fill('string'));
    expect(allowed === undefined || Array.isArray(allowed)).toBe(true);
    expect(['undefined', 'object']).toContain(typeof range);
    expect(suggestion === undefined || typeof suggestion === 'string').toBe(true);
    expect(existingId === undefined || typeof existingId === 'string').toBe(true);
  }
}

function keyOf({ service, keys }: Stage, as: string | undefined): string | undefined {
  if (as === 'nobody') return undefined;
  const key = as === undefined ? service.admin : keys[as];
  if (key === undefined) throw new Error(`there is no key ${as} on the stage`);
  return key;
}

function fillIn(text: string, { names }: Stage): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
}

function fillInside<T>(value: T, stage: Stage): T {
  if (typeof value === 'string') return fillIn(value, stage) as T;
  if (Array.isArray(value)) return value.map((item) => fillInside(item, stage)) as T;
  if (typeof value !== 'object' || value === null) return value;
  // Asymmetric matchers of vitest are left unchanged.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const filled = Object.entries(value).map(([name, item]) => [name, fillInside(item, stage)]);
  return Object.fromEntries(filled) as T;
}
