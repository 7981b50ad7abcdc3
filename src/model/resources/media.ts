import { exampleId } from '../example-id.ts';
import { integer, list, prose, reference, text, timestamp, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, open } from '../vocabulary.ts';

const category = open([
  'flock',
  'barn',
  'mortality',
  'equipment',
  'feed',
  'litter',
  'eggs',
  'document',
  'invoice',
  'lab_result',
  'other',
]);

export const media = defineResource({
  name: 'media',
  singular: 'media item',
  idPrefix: 'media',
  group: 'Daily work',
  summary: 'A photo, video, recording or document and what was seen in it',
  fields: {
    barnId: reference('barns'),
    flockId: reference('flocks'),
    deviceId: reference('devices'),
    contactId: reference('contacts'),
    name: text(200),
    description: prose(5000),
    category: word(category),
    tags: list(20, 40),
    kind: word(open(['image', 'video', 'audio', 'document']), { default: 'image' }),
    source: word(open(['upload', 'camera', 'whatsapp', 'email', 'api', 'other']), {
      default: 'upload',
    }),
    sizeBytes: integer(0, 1e12, { origin: 'system', unit: 'bytes' }),
    mimeType: text(100, { origin: 'system', note: 'As recognised from the content' }),
    width: integer(0, 1_000_000, { origin: 'system', unit: 'px' }),
    height: integer(0, 1_000_000, { origin: 'system', unit: 'px' }),
    aiSeverity: word(closed(['none', 'info', 'warning', 'critical']), {
      origin: 'system',
      note: 'What the analysis of the content found',
    }),
    aiSummary: prose(5000, { origin: 'system' }),
    analyzedAt: timestamp({ origin: 'system' }),
    url: text(2000, { origin: 'computed', note: 'Where the content is read; null without one' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'flockId', 'deviceId', 'contactId'] },
  label: ['name', 'kind'],
  search: ['name', 'description'],
  filters: ['category', 'barnId', 'flockId', 'aiSeverity', 'source', 'kind'],
  ranges: ['createdAt'],
  order: 'createdAt',
  emits: [{ event: 'media.analyzed', on: 'set', field: 'analyzedAt' }],
  columns: ['id', 'createdAt', 'kind', 'category', 'name', 'barnId', 'aiSeverity', 'sizeBytes'],
  example: {
    barnId: exampleId('barn'),
    flockId: exampleId('flock'),
    name: 'Litter at the east end',
    description: 'Wet spots under the second drinker line',
    category: 'litter',
    tags: ['litter', 'drinkers'],
    kind: 'image',
    source: 'upload',
  },
});
