import { exampleId, json, number, reference, text, timestamp, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { defineResource } from '../core/resource.ts';
import { closed, open } from '../core/vocabulary.ts';

export const visionEvents = defineResource({
  name: 'vision-events',
  singular: 'vision event',
  idPrefix: 'vision',
  group: 'Monitoring',
  summary: 'Camera detections: counts, weights, mortality, behaviour',
  fields: {
    barnId: reference('barns'),
    deviceId: reference('devices'),
    kind: word(
      closed(['count', 'weight', 'mortality', 'behavior'], {
        behaviour: 'behavior',
        weighing: 'weight',
      }),
      { required: true },
    ),
    value: number(0, 1_000_000, { note: 'Weight: 20 to 35,000; activity: 0 to 1' }),
    unit: word(open(['birds', 'gr', 'panting', 'clustering', 'poor_spread', 'activity']), {
      note: 'Default: birds or gr by the kind; for behavior, which one',
    }),
    source: text(80, { note: 'Source key of the camera' }),
    confidence: number(0, 1),
    meta: json({
      anyValue: true,
      note: 'Any JSON, such as boxes, zone, version of the model, size of the sample',
    }),
    ts: timestamp({ defaultFrom: 'now', note: 'When it was seen' }),
    integrationId: reference('integrations', { origin: 'system' }),
    flockId: reference('flocks', { origin: 'system' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'deviceId'] },
  label: ['kind'],
  filters: ['kind', 'source', 'barnId'],
  ranges: ['ts', 'createdAt'],
  order: 'ts',
  countedBy: ['kind', 'source', 'barnId'],
  maxLimit: limits.maxPageSizeOfMeasurements,
  columns: ['id', 'ts', 'kind', 'value', 'unit', 'confidence', 'source', 'barnId'],
  example: {
    barnId: exampleId('barn'),
    deviceId: exampleId('device'),
    kind: 'weight',
    value: 1012,
    unit: 'gr',
    source: 'barn1-east',
    confidence: 0.93,
    meta: { sampleSize: 180, model: 'weigh-3.2' },
    ts: '2026-11-21T08:15:00.000Z',
  },
});
