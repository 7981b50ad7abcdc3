import { integer, number, prose, text, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { open } from '../core/vocabulary.ts';

export const farms = defineResource({
  name: 'farms',
  singular: 'farm',
  idPrefix: 'farm',
  group: 'Farm',
  summary: 'Farms: name, location, currency',
  fields: {
    name: text(120, { required: true }),
    vertical: word(open(['poultry', 'broiler', 'layer', 'breeder', 'turkey', 'mixed', 'other']), {
      default: 'poultry',
    }),
    location: text(200),
    latitude: number(-90, 90, { unit: '°' }),
    longitude: number(-180, 180, { unit: '°' }),
    areaDunam: number(0, 1_000_000, { unit: 'dunam' }),
    currency: text(3, { format: 'currency', default: 'ILS' }),
    notes: prose(5000),
    timezone: text(60, { origin: 'computed', note: 'From the coordinates, else the organisation' }),
    barnCount: integer(0, 1_000_000, { origin: 'computed' }),
    activeFlocks: integer(0, 1_000_000, { origin: 'computed' }),
    birds: integer(0, 1_000_000_000, {
      origin: 'computed',
      unit: 'birds',
      upperBoundBy: 'mortalityDaysUnlogged',
      note: 'Alive in the flocks inside whose birds were counted; null where none were',
    }),
    mortalityDaysUnlogged: integer(0, 1_000_000_000, {
      origin: 'computed',
      note: 'With any, `birds` is at most so many',
    }),
  },
  farm: { kind: 'self' },
  label: ['name'],
  search: ['name', 'location'],
  filters: ['vertical'],
  order: 'createdAt',
  columns: ['id', 'name', 'vertical', 'location', 'barnCount', 'activeFlocks', 'birds'],
  example: {
    name: 'Emek Hefer broilers',
    vertical: 'broiler',
    location: 'Emek Hefer',
    latitude: 32.36,
    longitude: 34.91,
    areaDunam: 24,
    currency: 'ILS',
  },
});
