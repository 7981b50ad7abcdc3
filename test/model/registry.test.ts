import { describe, expect, test } from 'vitest';
import { FarmError } from '../../src/model/core/errors.ts';
import {
  filterNames,
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../src/model/core/resource.ts';
import {
  getResource,
  isResourceName,
  resourceNames,
  resources,
} from '../../src/model/resources/registry.ts';

// Typed out from table 2.3 of the specification; the last five from the design of this project.
const table = [
  {
    name: 'farms',
    order: 'createdAt',
    filters: 'q (name, location), vertical',
    required: 'name',
    writable: 'name, vertical, location, latitude, longitude, areaDunam, currency, notes',
  },
  {
    name: 'barns',
    order: 'name',
    filters: 'q (name), status, barnType',
    required: 'name',
    writable:
      'name, capacity, areaSqm, barnType, controller, status, notes, latitude, longitude, headingDeg',
  },
  {
    name: 'flocks',
    order: 'placementDate',
    filters:
      'q (code, breed), status, barnId, breed, batchCode, placementDate_from, placementDate_to',
    required: 'barnId, placementDate',
    writable:
      'barnId, code, breed, chicksOrdered, chicksReceived, orderTotal, arrivalAgeDays, placementDate, pricePerChick, targetWeightKg, plannedMarketDate, status, supplierId, batchCode, notes',
  },
  {
    name: 'daily-logs',
    order: 'date',
    filters: 'flockId, date_from, date_to',
    required: 'flockId, date',
    writable:
      'flockId, date, ageDays, mortality, culls, eggs, eggsBroken, avgWeightGr, feedKg, waterL, tempMin, tempMax, tempAvg, humidity, notes',
  },
  {
    name: 'alerts',
    order: 'createdAt',
    filters: 'q (title, message), status, severity, category, barnId, createdAt_from, createdAt_to',
    required: 'title',
    writable:
      'barnId, flockId, severity, category, title, message, status, resolutionNote, feedback, feedbackNote',
  },
  {
    name: 'tasks',
    order: 'createdAt',
    filters:
      'q (title, details), status, priority, assignee, barnId, frequency, dueDate_from, dueDate_to, createdAt_from, createdAt_to',
    required: 'title',
    writable: 'barnId, title, details, assignee, priority, status, dueDate, frequency',
  },
  {
    name: 'task-comments',
    order: 'createdAt',
    filters: 'taskId, kind',
    required: 'taskId, text',
    writable: 'taskId, kind, text, authorName',
  },
  {
    name: 'field-reports',
    order: 'createdAt',
    filters:
      'q (rawText, summaryHe), status, severity, category, isQuestion, source, barnId, createdAt_from, createdAt_to',
    required: 'rawText',
    writable:
      'barnId, flockId, rawText, source, lang, authorName, category, severity, summaryHe, isQuestion, status, replyText',
  },
  {
    name: 'events',
    order: 'ts',
    filters:
      'q (title, details), kind, barnId, flockId, ts_from, ts_to, createdAt_from, createdAt_to',
    required: 'kind, title',
    writable: 'barnId, flockId, kind, title, details, ts',
  },
  {
    name: 'media',
    order: 'createdAt',
    filters:
      'q (name, description), category, barnId, flockId, aiSeverity, source, kind, createdAt_from, createdAt_to',
    required: '',
    writable:
      'barnId, flockId, deviceId, contactId, name, description, category, tags, kind, source',
  },
  {
    name: 'devices',
    order: 'createdAt',
    filters:
      'q (model, name, vendor, sourceKey), kind, status, barnId, sourceKey, vendor, protocol',
    required: 'kind',
    writable:
      'barnId, kind, model, status, installedAt, notes, name, vendor, protocol, streamUrl, capabilities, sourceKey',
  },
  {
    name: 'integrations',
    order: 'createdAt',
    filters: 'q (name, vendor), kind, status, vendor',
    required: 'kind',
    writable: 'barnId, name, kind, vendor, endpoint, authRef, pollMinutes, status, notes',
  },
  {
    name: 'env-readings',
    order: 'ts',
    filters: 'barnId, source, ts_from, ts_to',
    required: 'barnId',
    writable: 'barnId, ts, temp, humidity, co2, nh3, waterL, feedKg, source, notes',
  },
  {
    name: 'vision-events',
    order: 'ts',
    filters: 'kind, source, barnId, ts_from, ts_to, createdAt_from, createdAt_to',
    required: 'kind',
    writable: 'barnId, deviceId, kind, value, unit, source, confidence, meta, ts',
  },
  {
    name: 'controller-commands',
    order: 'createdAt',
    filters: 'status, barnId, mode',
    required: 'command',
    writable: 'barnId, integrationId, deviceId, command, params, mode, status, requestedBy',
  },
  {
    name: 'automations',
    order: 'createdAt',
    filters: 'enabled, barnId, deviceKind',
    required: 'name',
    writable: 'barnId, name, deviceKind, mode, trigger, action, enabled',
  },
  {
    name: 'feed-deliveries',
    order: 'date',
    filters: 'feedType, flockId, supplierId, date_from, date_to',
    required: 'date, quantityKg',
    writable: 'flockId, date, feedType, quantityKg, pricePerTon, totalCost, supplierId, notes',
  },
  {
    name: 'feed-orders',
    order: 'createdAt',
    filters: 'status, feedType, dueDate_from, dueDate_to',
    required: 'quantityKg',
    writable:
      'flockId, feedType, quantityKg, supplierId, status, orderDate, dueDate, deliveredAt, pricePerTon, notes',
  },
  {
    name: 'expenses',
    order: 'date',
    filters: 'q (description), category, flockId, date_from, date_to',
    required: 'date, category, amount',
    writable: 'flockId, barnId, date, category, description, amount, supplierId',
  },
  {
    name: 'sales',
    order: 'date',
    filters: 'flockId, customerId, date_from, date_to',
    required: 'flockId, date',
    writable:
      'flockId, customerId, date, birdsCount, totalWeightKg, pricePerKg, totalAmount, condemnedCount, condemnedKg, notes',
  },
  {
    name: 'treatments',
    order: 'date',
    filters: 'flockId, kind, date_from, date_to',
    required: 'flockId, date, kind',
    writable: 'flockId, date, kind, product, reason, cost, vetName, notes',
  },
  {
    name: 'medicine',
    order: 'expiryDate',
    filters: 'q (name, batchNumber), kind, expiryDate_from, expiryDate_to',
    required: 'name',
    writable: 'name, kind, quantity, unit, expiryDate, batchNumber, minQuantity, supplierId, notes',
  },
  {
    name: 'contacts',
    order: 'name',
    filters: 'q (name, company, phone, email), kind, barnId',
    required: 'name',
    writable: 'barnId, kind, name, phone, email, company, notes, language',
  },
  {
    name: 'tenders',
    order: 'createdAt',
    filters: 'q (title, description), status, direction, category, deadline_from, deadline_to',
    required: 'title',
    writable:
      'title, direction, category, description, quantity, unit, deadline, deliveryDate, status',
  },
  {
    name: 'tender-bids',
    order: 'createdAt',
    filters: 'tenderId, status',
    required: 'tenderId',
    writable: 'tenderId, supplierName, phone, email, price, currency, deliveryDate, notes, status',
  },
  {
    name: 'market-orders',
    order: 'createdAt',
    filters: 'q (title, supplierName), status, kind, direction, needByDate_from, needByDate_to',
    required: 'title',
    writable:
      'kind, direction, category, title, details, quantity, unit, price, needByDate, supplierName, contactId, tenderId, status',
  },
  {
    name: 'users',
    order: 'createdAt',
    filters: 'q (name, email), role, status',
    required: '',
    writable: 'name, phone, lang, status, role',
  },
  {
    name: 'farm-access',
    order: 'createdAt',
    filters: 'userId, role, status',
    required: '',
    writable: '',
  },
  {
    name: 'agent-runs',
    order: 'createdAt',
    filters: 'kind, status, actionType, createdAt_from, createdAt_to',
    required: '',
    writable: '',
  },
  {
    name: 'reg-items',
    order: 'dueDate',
    filters: 'q (title, referenceNumber), kind, status, barnId, dueDate_from, dueDate_to',
    required: 'title',
    writable:
      'title, kind, barnId, flockId, authority, referenceNumber, status, dueDate, issuedDate, expiryDate, completedAt, frequency, mediaId, notes',
  },
  {
    name: 'support-tickets',
    order: 'createdAt',
    filters: 'q (subject, body), status, category, priority',
    required: 'subject, body',
    writable: 'subject, body, category, priority, status, assignee, channel, lang, resolutionNote',
  },
  {
    name: 'chat-messages',
    order: 'createdAt',
    filters: 'q (text), threadId, senderType, createdAt_from, createdAt_to',
    required: '',
    writable: '',
  },
];

function describeResource(definition: ResourceDefinition) {
  const names = (fields: ReturnType<typeof writableFields>) =>
    fields.map(([name]) => name).join(', ');
  const q = `q (${definition.search?.join(', ')})`;
  return {
    name: definition.name,
    order: definition.order,
    filters: filterNames(definition)
      .map((filter) => (filter === 'q' ? q : filter))
      .join(', '),
    required: names(requiredFields(definition)),
    writable: names(writableFields(definition)),
  };
}

test('the registry matches the table of the specification, resource by resource', () => {
  expect(Object.values(resources).map(describeResource)).toEqual(table);
});

test('there are 32 resources, listed under their own names', () => {
  expect(resourceNames).toHaveLength(32);
  expect(Object.values(resources).map(({ name }) => name)).toEqual(resourceNames);
});

test('only resources written by the service alone are read-only', () => {
  const readOnly = resourceNames.filter((name) => getResource(name).readOnly);
  expect(readOnly).toEqual(['farm-access', 'agent-runs', 'chat-messages']);
});

test('pages of measurements may be longer than those of other resources', () => {
  const long = resourceNames.filter((name) => getResource(name).maxLimit !== undefined);
  expect(long).toEqual(['env-readings', 'vision-events']);
  expect(long.map((name) => getResource(name).maxLimit)).toEqual([2000, 2000]);
});

describe('getResource', () => {
  test('a name returns its definition', () => {
    expect(getResource('daily-logs')).toBe(resources['daily-logs']);
  });

  test.each([
    ['flock', 'There is no resource "flock". Did you mean flocks?'],
    ['dailylogs', 'There is no resource "dailylogs". Did you mean daily-logs?'],
    ['zzzzzzzz', 'There is no resource "zzzzzzzz".'],
    ['constructor', 'There is no resource "constructor".'],
  ])('%s is not a resource', (name, message) => {
    const attempt = () => getResource(name);
    expect(attempt).toThrow(FarmError);
    expect(attempt).toThrow(expect.objectContaining({ slug: 'not_found', message }));
  });

  test('a name of a million characters is truncated in the error', () => {
    expect(() => getResource('x'.repeat(1_000_000))).toThrow(
      `There is no resource "${'x'.repeat(80)}".`,
    );
  });
});

test.each([
  ['tasks', true],
  ['task', false],
  ['toString', false],
  ['', false],
])('isResourceName(%j) is %s', (name, expected) => {
  expect(isResourceName(name)).toBe(expected);
});
