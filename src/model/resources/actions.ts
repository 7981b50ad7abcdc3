import { type DefaultName, exampleId, type Field, prose, reference, text } from '../core/fields.ts';
import type { NamedField } from '../core/resource.ts';
import { type ResourceName, resources } from './registry.ts';

/** A field of an action's body. */
export type ActionField = {
  readonly required?: true;
  readonly note?: string;
  readonly defaultFrom?: DefaultName;
} & (
  | {
      /** The resource field that it is written to. */
      readonly to: readonly [resource: ResourceName, field: string];
    }
  | {
      /** The field's definition, if it is not written to a resource field. */
      readonly field: Field;
    }
);

/** The definition of an action. */
export interface ActionDefinition {
  readonly summary: string;
  /** Resources whose rows it creates or updates; empty for navigation. */
  readonly writes: readonly ResourceName[];
  readonly fields: Readonly<Record<string, ActionField>>;
  /** At least one of these fields must be sent. */
  readonly anyOf?: readonly string[];
  /** Example values of fields besides `farmId` and `type`. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The 14 actions by type. Their fields have the meaning and rules of the resource fields. */
export const actions = {
  create_task: {
    summary: 'Create a task',
    writes: ['tasks'],
    fields: {
      title: { to: ['tasks', 'title'], required: true },
      assignee: { to: ['tasks', 'assignee'] },
      priority: { to: ['tasks', 'priority'] },
      details: { to: ['tasks', 'details'] },
      barnId: { to: ['tasks', 'barnId'] },
      dueDate: { to: ['tasks', 'dueDate'] },
      frequency: { to: ['tasks', 'frequency'] },
    },
    example: { title: 'Call the vet about barn 1', assignee: 'Dana', priority: 'high' },
  },
  complete_task: {
    summary: 'Mark a task as done',
    writes: ['tasks'],
    fields: {
      taskId: { field: reference('tasks') },
      title: { to: ['tasks', 'title'], note: 'Instead of the id, if unique among open tasks' },
      note: { field: prose(5000, { note: 'Stored as a comment on the task' }) },
    },
    anyOf: ['taskId', 'title'],
    example: { title: 'Weigh 100 birds', note: 'Done with the scale of barn 2' },
  },
  create_order: {
    summary: 'Order feed (quantityKg) or anything else (title)',
    writes: ['feed-orders', 'market-orders'],
    fields: {
      quantityKg: { to: ['feed-orders', 'quantityKg'], note: 'Required for feed' },
      feedType: { to: ['feed-orders', 'feedType'] },
      flockId: { to: ['feed-orders', 'flockId'] },
      supplierId: { to: ['feed-orders', 'supplierId'] },
      dueDate: { to: ['feed-orders', 'dueDate'] },
      pricePerTon: { to: ['feed-orders', 'pricePerTon'] },
      title: { to: ['market-orders', 'title'], note: 'Required for anything but feed' },
      category: { to: ['market-orders', 'category'] },
      quantity: { to: ['market-orders', 'quantity'] },
      unit: { to: ['market-orders', 'unit'] },
    },
    anyOf: ['quantityKg', 'title'],
    example: { quantityKg: 16_000, feedType: 'finisher', dueDate: '2026-11-24' },
  },
  create_expense: {
    summary: 'Record an expense',
    writes: ['expenses'],
    fields: {
      date: { to: ['expenses', 'date'], defaultFrom: 'today' },
      amount: { to: ['expenses', 'amount'], required: true },
      category: { to: ['expenses', 'category'], required: true },
      description: { to: ['expenses', 'description'] },
      flockId: { to: ['expenses', 'flockId'] },
      barnId: { to: ['expenses', 'barnId'] },
      supplierId: { to: ['expenses', 'supplierId'] },
    },
    example: { amount: 1240, category: 'vet', description: 'Visit of the vet' },
  },
  create_contact: {
    summary: 'Add a contact',
    writes: ['contacts'],
    fields: {
      name: { to: ['contacts', 'name'], required: true },
      kind: { to: ['contacts', 'kind'] },
      phone: { to: ['contacts', 'phone'] },
      email: { to: ['contacts', 'email'] },
      company: { to: ['contacts', 'company'] },
    },
    example: { name: 'Dr. Levi', kind: 'vet', phone: '+972 54 555 1200' },
  },
  create_barn: {
    summary: 'Add a barn',
    writes: ['barns'],
    fields: {
      name: { to: ['barns', 'name'], required: true },
      capacity: { to: ['barns', 'capacity'] },
      areaSqm: { to: ['barns', 'areaSqm'] },
      barnType: { to: ['barns', 'barnType'] },
    },
    example: { name: 'Barn 2', capacity: 18_000, areaSqm: 1100, barnType: 'broiler' },
  },
  create_flock: {
    summary: 'Place a flock in an empty barn',
    writes: ['flocks'],
    fields: {
      barnId: { to: ['flocks', 'barnId'], required: true },
      placementDate: { to: ['flocks', 'placementDate'], required: true },
      breed: { to: ['flocks', 'breed'] },
      chicksReceived: { to: ['flocks', 'chicksReceived'] },
      pricePerChick: { to: ['flocks', 'pricePerChick'] },
      targetWeightKg: { to: ['flocks', 'targetWeightKg'] },
      code: { to: ['flocks', 'code'] },
    },
    example: {
      barnId: exampleId('barn'),
      placementDate: '2026-12-28',
      breed: 'Ross 308',
      chicksReceived: 20_000,
    },
  },
  log_daily: {
    summary: 'Record figures in the daily log of a flock; other figures are not changed',
    writes: ['daily-logs'],
    fields: {
      flockId: { to: ['daily-logs', 'flockId'] },
      barnId: {
        field: reference('barns', { note: 'Instead of the flock: the flock in the barn' }),
      },
      date: { to: ['daily-logs', 'date'], defaultFrom: 'today' },
      mortality: { to: ['daily-logs', 'mortality'] },
      culls: { to: ['daily-logs', 'culls'] },
      feedKg: { to: ['daily-logs', 'feedKg'] },
      waterL: { to: ['daily-logs', 'waterL'] },
      avgWeightGr: { to: ['daily-logs', 'avgWeightGr'] },
      eggs: { to: ['daily-logs', 'eggs'] },
      eggsBroken: { to: ['daily-logs', 'eggsBroken'] },
      tempMin: { to: ['daily-logs', 'tempMin'] },
      tempMax: { to: ['daily-logs', 'tempMax'] },
      humidity: { to: ['daily-logs', 'humidity'] },
      notes: { to: ['daily-logs', 'notes'] },
    },
    anyOf: ['flockId', 'barnId'],
    example: {
      flockId: exampleId('flock'),
      mortality: 12,
      feedKg: 2140,
      waterL: 3850,
    },
  },
  create_alert: {
    summary: 'Raise an alert',
    writes: ['alerts'],
    fields: {
      title: { to: ['alerts', 'title'], required: true },
      severity: { to: ['alerts', 'severity'] },
      category: { to: ['alerts', 'category'] },
      barnId: { to: ['alerts', 'barnId'] },
      flockId: { to: ['alerts', 'flockId'] },
      message: { to: ['alerts', 'message'] },
    },
    example: { title: 'Water line leaks in barn 1', severity: 'warning', category: 'water' },
  },
  create_medicine: {
    summary: 'Add a product to the medicine store',
    writes: ['medicine'],
    fields: {
      name: { to: ['medicine', 'name'], required: true },
      kind: { to: ['medicine', 'kind'] },
      quantity: { to: ['medicine', 'quantity'] },
      unit: { to: ['medicine', 'unit'] },
      expiryDate: { to: ['medicine', 'expiryDate'] },
      minQuantity: { to: ['medicine', 'minQuantity'] },
    },
    example: { name: 'Vitamin C', kind: 'vitamin', quantity: 5, unit: 'kg' },
  },
  create_feed_delivery: {
    summary: 'Record a feed delivery',
    writes: ['feed-deliveries'],
    fields: {
      quantityKg: { to: ['feed-deliveries', 'quantityKg'], required: true },
      date: { to: ['feed-deliveries', 'date'], defaultFrom: 'today' },
      feedType: { to: ['feed-deliveries', 'feedType'] },
      flockId: { to: ['feed-deliveries', 'flockId'] },
      pricePerTon: { to: ['feed-deliveries', 'pricePerTon'] },
      supplierId: { to: ['feed-deliveries', 'supplierId'] },
    },
    example: { quantityKg: 14_200, feedType: 'grower', pricePerTon: 2350 },
  },
  set_farm_location: {
    summary: 'Set the location of the farm',
    writes: ['farms'],
    fields: {
      latitude: { to: ['farms', 'latitude'], required: true },
      longitude: { to: ['farms', 'longitude'], required: true },
    },
    example: { latitude: 32.36, longitude: 34.91 },
  },
  set_barn_location: {
    summary: 'Set the location and orientation of a barn',
    writes: ['barns'],
    fields: {
      barnId: { field: reference('barns'), required: true },
      latitude: { to: ['barns', 'latitude'], required: true },
      longitude: { to: ['barns', 'longitude'], required: true },
      headingDeg: { to: ['barns', 'headingDeg'] },
    },
    example: {
      barnId: exampleId('barn'),
      latitude: 32.3605,
      longitude: 34.9102,
      headingDeg: 85,
    },
  },
  navigate: {
    summary: 'Return a link to a screen or record; changes nothing',
    writes: [],
    fields: {
      path: {
        field: text(2000, { note: 'A screen or record, such as /flocks or /flocks/{id}' }),
        required: true,
      },
    },
    example: { path: '/flocks' },
  },
} as const satisfies Record<string, ActionDefinition>;

export type ActionType = keyof typeof actions;

/** Action types in the order of the documents. */
export const actionTypes = Object.keys(actions) as readonly ActionType[];

/** The fields of an action's body besides `farmId` and `type`. */
export function actionFields(action: ActionDefinition): readonly NamedField[] {
  return Object.entries(action.fields).map(([name, field]) => [name, resolveField(name, field)]);
}

function resolveField(name: string, declared: ActionField): Field {
  const { required, note, defaultFrom } = declared;
  // The action itself determines whether the field is required and what its default is.
  const { required: _required, ...field } = sourceOf(name, declared);
  return {
    ...field,
    ...(required ? { required } : {}),
    ...(note === undefined ? {} : { note }),
    ...(defaultFrom === undefined ? {} : { defaultFrom }),
  };
}

function sourceOf(name: string, declared: ActionField): Field {
  if ('field' in declared) return declared.field;
  const [resource, field] = declared.to;
  const fields: Readonly<Record<string, Field>> = resources[resource].fields;
  const definition = fields[field];
  if (!definition)
    throw new Error(`The action field ${name} is written into ${resource}.${field}.`);
  return definition;
}
