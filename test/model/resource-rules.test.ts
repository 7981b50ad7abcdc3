import { describe, expect, test } from 'vitest';
import { exampleId, type Field, originOf } from '../../src/model/core/fields.ts';
import {
  computedFields,
  eventNames,
  type ResourceDefinition,
  requiredFields,
  storedFields,
  writableFields,
} from '../../src/model/core/resource.ts';
import { canonicalWord, type Vocabulary } from '../../src/model/core/vocabulary.ts';
import { getResource, isResourceName, resources } from '../../src/model/resources/registry.ts';
import { checkRow } from '../../src/model/validation/row-rules.ts';
import { parseCreate } from '../../src/model/validation/validation.ts';

const definitions: readonly ResourceDefinition[] = Object.values(resources);
const common = ['id', 'farmId', 'createdAt', 'updatedAt', 'version', 'createdBy'];

const namesOf = (fields: readonly (readonly [string, Field])[]) => fields.map(([name]) => name);
const allFields = (definition: ResourceDefinition) => Object.entries(definition.fields);

function vocabularyOf(definition: ResourceDefinition, name: string): Vocabulary | undefined {
  const field = definition.fields[name];
  return field?.type === 'word' ? field.vocabulary : undefined;
}

describe.each(definitions.map((definition) => [definition.name, definition] as const))(
  '%s',
  (_name, definition) => {
    const stored = [...namesOf(storedFields(definition)), 'createdAt', 'updatedAt'];

    test('no field has the name of a common field', () => {
      expect(Object.keys(definition.fields).filter((name) => common.includes(name))).toEqual([]);
    });

    test('order, search, filters and ranges are stored fields', () => {
      const { order, search = [], filters, ranges = [] } = definition;
      expect(stored).toEqual(expect.arrayContaining([order, ...search, ...filters, ...ranges]));
    });

    test('search covers text, ranges cover days and time stamps', () => {
      const types = (names: readonly string[] = []) =>
        names.map((name) => definition.fields[name]?.type ?? 'timestamp');
      expect(types(definition.search).filter((type) => type !== 'text')).toEqual([]);
      expect(types(definition.ranges).filter((type) => !/^(date|timestamp)$/.test(type))).toEqual(
        [],
      );
    });

    test('filters compare single values', () => {
      const types = definition.filters.map((name) => definition.fields[name]?.type);
      expect(types.filter((type) => type === 'json' || type === 'list')).toEqual([]);
    });

    test('columns are five to nine fields, the id first', () => {
      const { columns } = definition;
      expect(columns.length).toBeGreaterThanOrEqual(5);
      expect(columns.length).toBeLessThanOrEqual(9);
      expect(columns[0]).toBe('id');
      expect(new Set(columns).size).toBe(columns.length);
      expect([...common, ...Object.keys(definition.fields)]).toEqual(
        expect.arrayContaining([...columns]),
      );
    });

    test('references point at resources', () => {
      const targets = allFields(definition).map(([, field]) =>
        field.type === 'reference' ? field.to : 'farms',
      );
      expect(targets.filter((target) => !isResourceName(target))).toEqual([]);
    });

    test('every reference a caller may send is a parent that decides or confirms the farm', () => {
      const references = writableFields(definition).filter(
        ([, field]) => field.type === 'reference',
      );
      const parents = definition.farm.kind === 'farm' ? definition.farm.parents : [];
      expect([...parents].sort()).toEqual(namesOf(references).sort());
    });

    test('guards and children name fields that refer to this resource', () => {
      for (const { resource, field } of [
        ...(definition.deleteGuards ?? []),
        ...(definition.deletesWith ?? []),
      ]) {
        const target = getResource(resource).fields[field];
        expect(target).toMatchObject({ type: 'reference', to: definition.name });
      }
    });

    test('states excepted by a guard are states of the other resource', () => {
      for (const { resource, except = [] } of definition.deleteGuards ?? []) {
        expect(vocabularyOf(getResource(resource), 'status')?.words ?? []).toEqual(
          expect.arrayContaining([...except]),
        );
      }
    });

    test('emissions name valid values of their field', () => {
      for (const { event, on, field, value, from = [] } of definition.emits ?? []) {
        expect(eventNames).toContain(event);
        if (field === undefined) continue;
        expect(stored).toContain(field);
        if (on === 'set') continue;
        const words = vocabularyOf(definition, field)?.words;
        if (words) expect(words).toEqual(expect.arrayContaining([value, ...from]));
        else expect(definition.fields[field]?.type).toBe('boolean');
      }
    });

    test('transitions cover every state and lead only to others', () => {
      const { transitions } = definition;
      if (!transitions) return;
      const states = vocabularyOf(definition, 'status')?.words ?? [];
      expect(Object.keys(transitions).sort()).toEqual([...states].sort());
      for (const [state, next] of Object.entries(transitions)) {
        expect(states).toEqual(expect.arrayContaining([...next]));
        expect(next).not.toContain(state);
        expect(new Set(next).size).toBe(next.length);
      }
    });

    test('a writable status has transitions', () => {
      const isWritable = namesOf(writableFields(definition)).includes('status');
      expect(definition.transitions !== undefined).toBe(isWritable);
    });

    test('words are unique, synonyms are different words that map to one of them', () => {
      for (const [, field] of allFields(definition)) {
        if (field.type !== 'word') continue;
        const { words, synonyms = {} } = field.vocabulary;
        expect(new Set(words).size).toBe(words.length);
        expect(words).toEqual(expect.arrayContaining([...new Set(Object.values(synonyms))]));
        expect(Object.keys(synonyms).filter((synonym) => words.includes(synonym))).toEqual([]);
        const reachable = Object.keys(synonyms).filter(
          (synonym) => canonicalWord(field.vocabulary, synonym) === synonyms[synonym],
        );
        expect(reachable).toEqual(Object.keys(synonyms));
      }
    });

    test('defaults are values of their field', () => {
      for (const [, field] of allFields(definition)) {
        if (field.default === undefined) continue;
        if (field.type === 'word') expect(field.vocabulary.words).toContain(field.default);
        else expect(typeof field.default).toBe(defaultTypes[field.type]);
      }
    });

    test('no field is both required and filled in automatically', () => {
      const filledFields = requiredFields(definition).filter(
        ([, field]) => field.default !== undefined || field.defaultFrom !== undefined,
      );
      expect(namesOf(filledFields)).toEqual([]);
    });

    test('every field is exactly one of writable, system and computed', () => {
      const names = namesOf([...storedFields(definition), ...computedFields(definition)]);
      expect([...names].sort()).toEqual(Object.keys(definition.fields).sort());
      expect(computedFields(definition).some(([, field]) => field.required)).toBe(false);
    });

    test('limits of numbers are in order', () => {
      for (const [, field] of allFields(definition)) {
        if (field.type !== 'number' && field.type !== 'integer' && field.type !== 'money') continue;
        expect(field.min ?? field.above ?? 0).toBeLessThan(field.max);
      }
    });

    test('the example is a valid body', () => {
      const { example } = definition;
      const writable = namesOf(writableFields(definition));
      expect(Object.keys(example).filter((name) => !writable.includes(name))).toEqual([]);
      expect(Object.keys(example)).toEqual(
        expect.arrayContaining(namesOf(requiredFields(definition))),
      );
      if (definition.readOnly) expect(example).toEqual({});
      const row = parseCreate(definition, example, { zone: 'Asia/Jerusalem' });
      expect(row).toMatchObject(example);
      expect(checkRow(definition, row)).toEqual([]);
    });

    test('references of the example are example ids of their resource', () => {
      for (const [name, value] of Object.entries(definition.example)) {
        const field = definition.fields[name];
        if (field?.type !== 'reference') continue;
        expect(value).toBe(exampleId(getResource(field.to).idPrefix));
      }
    });

    test('a read-only resource has no writable field', () => {
      if (!definition.readOnly) return;
      const origins = allFields(definition).map(([, field]) => originOf(field));
      expect(new Set(origins)).toEqual(new Set(['system']));
    });
  },
);

const defaultTypes: Readonly<Record<string, string>> = {
  text: 'string',
  integer: 'number',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
};

test('prefixes of ids are unique and contain no underscore', () => {
  const prefixes = definitions.map(({ idPrefix }) => idPrefix);
  expect(new Set(prefixes).size).toBe(32);
  expect(prefixes.filter((prefix) => !/^[a-z]+$/.test(prefix))).toEqual([]);
});

test('every event about a row is emitted by exactly one resource', () => {
  const emitted = definitions.flatMap(({ name, emits = [] }) =>
    emits.map(({ event }) => `${name}: ${event}`),
  );
  expect(emitted).toEqual([
    'flocks: flock.placed',
    'flocks: flock.closed',
    'daily-logs: daily_log.created',
    'alerts: alert.created',
    'alerts: alert.critical',
    'alerts: alert.resolved',
    'tasks: task.created',
    'tasks: task.completed',
    'field-reports: field_report.created',
    'field-reports: field_report.question',
    'field-reports: field_report.critical',
    'media: media.analyzed',
    'feed-deliveries: feed.delivered',
    'expenses: expense.created',
    'sales: sale.created',
  ]);
});

test('only these vocabularies are closed', () => {
  const closedFields = definitions.flatMap((definition) =>
    allFields(definition)
      .filter(([name]) => vocabularyOf(definition, name)?.open === false)
      .map(([name]) => `${definition.name}.${name}`),
  );
  expect(closedFields).toEqual([
    'barns.status',
    'barns.densityReason',
    'flocks.status',
    'flocks.weightReason',
    'alerts.severity',
    'alerts.status',
    'alerts.feedback',
    'tasks.priority',
    'tasks.status',
    'tasks.frequency',
    'field-reports.severity',
    'field-reports.status',
    'media.aiSeverity',
    'devices.status',
    'integrations.status',
    'vision-events.kind',
    'controller-commands.mode',
    'controller-commands.status',
    'automations.mode',
    'feed-orders.status',
    'expenses.countedAs',
    'tenders.direction',
    'tenders.status',
    'tender-bids.status',
    'market-orders.direction',
    'market-orders.status',
    'users.status',
    'users.role',
    'farm-access.role',
    'farm-access.status',
    'agent-runs.status',
    'agent-runs.actionStatus',
    'reg-items.status',
    'reg-items.frequency',
    'support-tickets.priority',
    'support-tickets.status',
  ]);
});

test('a farm belongs to itself, users belong to the organisation, all others to a farm', () => {
  const other = definitions.filter(({ farm }) => farm.kind !== 'farm');
  expect(other.map(({ name, farm }) => [name, farm.kind])).toEqual([
    ['farms', 'self'],
    ['users', 'organisation'],
  ]);
});

test('these deletes are rejected or delete children', () => {
  const rules = definitions.flatMap(({ name, deleteGuards = [], deletesWith = [] }) => [
    ...deleteGuards.map((guard) => `${name}: ${guard.code} by ${guard.resource}.${guard.field}`),
    ...deletesWith.map((child) => `${name}: with ${child.resource}.${child.field}`),
  ]);
  expect(rules).toEqual([
    'barns: barn_occupied by flocks.barnId',
    'flocks: has_logs by daily-logs.flockId',
    'flocks: has_sales by sales.flockId',
    'tasks: with task-comments.taskId',
    'contacts: has_open_orders by feed-orders.supplierId',
    'contacts: has_open_orders by market-orders.contactId',
    'tenders: with tender-bids.tenderId',
  ]);
});
