import { describe, expect, test } from 'vitest';
import { findFault } from '../../src/console/features/log/log-entry.ts';
import { changedFields, newDraft, readDraft, toDraft } from '../../src/console/fields/draft.ts';
import { createFormats } from '../../src/console/i18n/formats.ts';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';
import { parseCreate } from '../../src/model/validation/validation.ts';

const zone = 'Asia/Jerusalem';
const writable = resourceNames.map((name) => getResource(name)).filter(({ readOnly }) => !readOnly);

describe.each(writable)('the form of $name', (definition) => {
  test('sends the entered values', () => {
    const example = parseCreate(definition, definition.example, { zone });
    const draft = toDraft(definition, example, zone);
    const { body } = readDraft(draft, { definition, base: undefined, zone });
    expect(parseCreate(definition, body, { zone })).toEqual(example);
  });

  test('sends nothing for an unchanged record', () => {
    const base = parseCreate(definition, definition.example, { zone });
    const draft = toDraft(definition, base, zone);
    expect(changedFields(draft, { definition, base, zone })).toEqual([]);
    expect(readDraft(draft, { definition, base, zone }).body).toEqual({});
  });

  test('is rejected when empty only for its required fields', () => {
    const { issues = [] } = readDraft({}, { definition, base: undefined, zone });
    const required = Object.entries(definition.fields).filter(
      ([, { required, origin }]) => required && origin === undefined,
    );
    expect(issues.map(({ path, code }) => `${path} ${code}`)).toEqual(
      required.map(([name]) => `${name} required`),
    );
  });
});

describe('a form', () => {
  const logs = getResource('daily-logs');
  const base = {
    flockId: 'flock_1',
    date: '2026-11-21',
    mortality: 12,
    feedKg: 1.5,
    notes: 'Calm',
  };
  const read = (change: Readonly<Record<string, string>>) =>
    readDraft({ ...toDraft(logs, base, zone), ...change }, { definition: logs, base, zone });

  test('clears a field that is left blank with null, never with 0', () => {
    expect(read({ mortality: '', notes: ' ' }).body).toEqual({ mortality: null, notes: null });
    expect(read({ mortality: '0' }).body).toEqual({ mortality: '0' });
  });

  test('accepts a decimal comma, and rejects one that may separate thousands', () => {
    expect(read({ feedKg: '2,25' }).body).toEqual({ feedKg: '2.25' });
    expect(read({ feedKg: '2,250' }).issues).toMatchObject([
      { path: 'feedKg', code: 'wrong_type' },
    ]);
  });

  test('rejects values that contradict the record', () => {
    expect(read({ eggs: '10', eggsBroken: '11' }).issues).toMatchObject([
      { path: 'eggsBroken', code: 'inconsistent' },
    ]);
  });

  test("shows and reads times in the farm's time zone", () => {
    const definition = getResource('events');
    const row = { kind: 'note', title: 'Visit', ts: '2026-07-01T03:15:00.000Z' };
    const draft = toDraft(definition, row, zone);
    expect(draft['ts']).toBe('2026-07-01T06:15');
    const changed = { ...draft, ts: '2026-11-21T06:15' };
    expect(readDraft(changed, { definition, base: row, zone }).body).toEqual({
      ts: '2026-11-21T04:15:00.000Z',
    });
  });

  test('keeps the seconds of a time', () => {
    const definition = getResource('events');
    const draft = toDraft(definition, { ts: '2026-07-01T03:15:42.000Z' }, zone);
    expect(draft['ts']).toBe('2026-07-01T06:15:42');
  });

  test('rejects invalid JSON in a JSON field', () => {
    const definition = getResource('automations');
    const draft = {
      ...newDraft(definition, zone, Date.now()),
      name: 'Heat',
      trigger: '{"metric":',
    };
    const { issues } = readDraft(draft, { definition, base: undefined, zone });
    expect(issues).toMatchObject([{ path: 'trigger', code: 'invalid_json' }]);
  });

  test('starts with the defaults of the model', () => {
    expect(newDraft(getResource('tasks'), zone, Date.now())).toMatchObject({
      status: 'open',
      priority: 'normal',
      frequency: 'once',
      title: '',
    });
  });
});

describe('a number in an input', () => {
  test('has the decimal separator of the language, and is parsed back', () => {
    const [english, spanish] = [createFormats('en', zone), createFormats('es', zone)];
    expect([english.toInput('20.7'), spanish.toInput('20.7')]).toEqual(['20.7', '20,7']);
    expect(spanish.toInput('12345.5')).toBe('12345,5');
    expect(spanish.toInput('-')).toBe('-');
    expect([english.fromInput('20,7'), spanish.fromInput('20,7')]).toEqual(['20,7', '20.7']);
  });

  test('of a daily log may have a decimal comma, but not one that could separate thousands', () => {
    expect(findFault('feedKg', '20,7')).toBeUndefined();
    expect(findFault('feedKg', '2520.5')).toBeUndefined();
    expect(findFault('feedKg', '2,520')).toEqual({ kind: 'number' });
  });
});
