import { exampleId, prose, reference, text, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { language, open } from '../core/vocabulary.ts';

const kind = open([
  'supplier',
  'feed_supplier',
  'chick_supplier',
  'medicine_supplier',
  'customer',
  'slaughterhouse',
  'vet',
  'worker',
  'manager',
  'catcher',
  'driver',
  'electrician',
  'technician',
  'inspector',
  'authority',
  'insurance',
  'bank',
  'emergency',
  'other',
]);

export const contacts = defineResource({
  name: 'contacts',
  singular: 'contact',
  idPrefix: 'contact',
  group: 'Trade and money',
  summary: 'Suppliers, customers, vets and other contacts',
  fields: {
    barnId: reference('barns'),
    kind: word(kind),
    name: text(120, { required: true }),
    phone: text(40, { format: 'phone' }),
    email: text(254, { format: 'email' }),
    company: text(120),
    notes: prose(5000),
    language: word(language),
    phoneE164: text(20, { origin: 'system', note: 'The phone in international form' }),
  },
  farm: { kind: 'farm', parents: ['barnId'] },
  label: ['name'],
  search: ['name', 'company', 'phone', 'email'],
  filters: ['kind', 'barnId'],
  order: 'name',
  deleteGuards: [
    {
      resource: 'feed-orders',
      field: 'supplierId',
      except: ['delivered', 'cancelled'],
      code: 'has_open_orders',
    },
    {
      resource: 'market-orders',
      field: 'contactId',
      except: ['fulfilled', 'cancelled', 'expired'],
      code: 'has_open_orders',
    },
  ],
  columns: ['id', 'name', 'kind', 'company', 'phone', 'email', 'language'],
  example: {
    barnId: exampleId('barn'),
    kind: 'feed_supplier',
    name: 'Yossi Cohen',
    phone: '+972 50 123 4567',
    email: 'yossi@feedmill.example',
    company: 'Emek Feed Mill',
    language: 'he',
  },
});
