import { date, type Field, reference } from '../../model/core/fields.ts';
import { actionFields } from '../../model/resources/actions.ts';
import { type OrderType, orders } from '../../model/resources/record-orders.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';

/** The language-independent parts that a sentence needs to order an action. */
export interface OrderView {
  readonly type: OrderType;
  /** All words of one of these sets are required. */
  readonly says: readonly (readonly OrderWord[])[];
  /** Optional words. */
  readonly also?: readonly OrderWord[];
  /** Fields of numbers, by the word next to the number, before or after it. */
  readonly figures?: Readonly<Partial<Record<OrderWord, string>>>;
  /** Fields of numbers that need no word, in order. */
  readonly bare?: readonly string[];
  /** Fields filled by a day, a record or a word of a closed list. */
  readonly slots?: readonly string[];
  /** The only words of closed lists that are accepted. */
  readonly takes?: readonly string[];
  /** The field that takes free words. */
  readonly words?: {
    readonly field: 'title' | 'name';
    /** Order words that may follow the free words. */
    readonly behind?: readonly OrderWord[];
    /** A name contains no order words; a title is introduced by one. */
    readonly isName?: true;
    /** All required words precede the free words. */
    readonly isBehindAll?: true;
    /** The field named before the free words. */
    readonly behindField?: string;
    /** The free words follow a colon. */
    readonly needsColon?: true;
  };
  /** The words describe the record to change. */
  readonly target?: 'task' | 'alert';
  /** Required fields. */
  readonly needs: readonly string[];
  /** One of each of these sets is required too. */
  readonly anyOf?: readonly (readonly string[])[];
}

const TASK_SLOTS = ['assignee', 'barnId', 'dueDate', 'priority'];
const LOG_FIGURES = {
  dead: 'mortality',
  culls: 'culls',
  feed: 'feedKg',
  water: 'waterL',
  eggs: 'eggs',
  broken: 'eggsBroken',
  weight: 'avgWeightGr',
  humidity: 'humidity',
} as const;
const LOGGED = Object.keys(LOG_FIGURES) as readonly (keyof typeof LOG_FIGURES)[];
const FEED_SLOTS = ['feedType', 'supplierId'];

/** The orders that sentences can express. An action may be expressed in several ways. */
export const orderViews: readonly OrderView[] = [
  {
    type: 'create_task',
    says: [['add', 'task'], ['log', 'task'], ['place', 'task'], ['new', 'task'], ['remind']],
    also: ['new', 'that', 'called', 'me'],
    slots: TASK_SLOTS,
    words: { field: 'title' },
    needs: ['title'],
  },
  {
    type: 'create_task',
    says: [['tell'], ['remind']],
    also: ['task', 'new', 'that', 'called'],
    slots: TASK_SLOTS,
    words: { field: 'title', behindField: 'assignee' },
    needs: ['title', 'assignee'],
  },
  {
    type: 'create_task',
    says: [['task']],
    also: ['that', 'called', 'new'],
    slots: TASK_SLOTS,
    words: { field: 'title', needsColon: true },
    needs: ['title'],
  },
  {
    type: 'complete_task',
    says: [['finish', 'task'], ['mark', 'done'], ['task', 'done'], ['tick']],
    also: ['finish', 'mark', 'task', 'log', 'that', 'called', 'already'],
    words: { field: 'title', behind: ['task', 'done', 'mark', 'finish', 'tick', 'already'] },
    target: 'task',
    needs: ['title'],
  },
  {
    type: 'assign_task',
    says: [['assign']],
    also: ['task', 'mark'],
    slots: ['assignee'],
    words: { field: 'title', behind: ['task', 'assign'] },
    target: 'task',
    needs: ['title', 'assignee'],
  },
  {
    type: 'move_task',
    says: [['move']],
    also: ['task', 'mark'],
    slots: ['dueDate'],
    words: { field: 'title', behind: ['task', 'move'] },
    target: 'task',
    needs: ['title', 'dueDate'],
  },
  {
    type: 'cancel_task',
    says: [['cancel', 'task']],
    words: { field: 'title', behind: ['task', 'cancel'] },
    target: 'task',
    needs: ['title'],
  },
  {
    type: 'acknowledge_alert',
    says: [['ack', 'alert']],
    also: ['mark'],
    slots: ['barnId'],
    words: { field: 'title', behind: ['alert', 'ack', 'mark'] },
    target: 'alert',
    needs: ['title'],
  },
  {
    type: 'resolve_alert',
    says: [['resolve', 'alert']],
    also: ['mark'],
    slots: ['barnId'],
    words: { field: 'title', behind: ['alert', 'resolve', 'mark'] },
    target: 'alert',
    needs: ['title'],
  },
  {
    type: 'add_note',
    says: [['noting'], ['add', 'note'], ['log', 'note']],
    also: ['that'],
    slots: ['barnId'],
    words: { field: 'title' },
    needs: ['title'],
  },
  {
    type: 'add_note',
    says: [['note']],
    slots: ['barnId'],
    words: { field: 'title', needsColon: true },
    needs: ['title'],
  },
  {
    type: 'create_order',
    says: [['order']],
    also: ['feed', 'new', 'me', 'add', 'deliver'],
    bare: ['quantityKg'],
    slots: [...FEED_SLOTS, 'dueDate', 'barnId', 'flockId'],
    needs: ['quantityKg'],
  },
  {
    type: 'create_expense',
    says: [['expense'], ['spend']],
    also: ['add', 'new', 'that', 'log'],
    bare: ['amount'],
    slots: ['category', 'date', 'barnId'],
    needs: ['amount', 'category'],
  },
  {
    type: 'create_contact',
    says: [
      ['add', 'contact'],
      ['log', 'contact'],
      ['place', 'contact'],
      ['new', 'contact'],
    ],
    also: ['new', 'called', 'phone', 'that'],
    slots: ['kind', 'phone', 'email'],
    words: { field: 'name', behind: ['contact', 'phone'], isName: true },
    needs: ['name'],
  },
  {
    // "Log 350 for diesel"; an amount of something counted on a farm, such as feed, is not money.
    type: 'create_expense',
    says: [['log'], ['add']],
    also: ['new', 'that'],
    bare: ['amount'],
    slots: ['category', 'date'],
    takes: [
      'vet',
      'fuel',
      'electricity',
      'gas',
      'labor',
      'maintenance',
      'insurance',
      'transport',
      'rent',
    ],
    needs: ['amount', 'category'],
  },
  {
    type: 'create_contact',
    says: [['add'], ['log'], ['place']],
    also: ['new', 'called', 'phone', 'that', 'contact'],
    slots: ['kind', 'phone'],
    words: { field: 'name', behind: ['phone', 'contact'], isName: true },
    needs: ['name', 'phone'],
  },
  {
    type: 'create_barn',
    says: [
      ['add', 'barn'],
      ['new', 'barn'],
    ],
    also: ['new', 'called', 'birds', 'capacity'],
    bare: ['capacity'],
    words: { field: 'name', behind: ['capacity', 'birds'], isName: true, isBehindAll: true },
    needs: ['name'],
  },
  {
    type: 'create_flock',
    says: [['place'], ['add', 'flock'], ['new', 'flock'], ['log', 'flock']],
    also: ['flock', 'new', 'birds', 'add', 'log', 'place'],
    bare: ['chicksReceived'],
    slots: ['barnId', 'placementDate', 'breed'],
    needs: ['barnId', 'placementDate'],
  },
  {
    type: 'log_daily',
    says: LOGGED.flatMap((word) => [
      ['log', word],
      ['add', word],
    ]),
    also: ['that', 'had', 'birds', 'and', 'place', 'more', 'mean', 'me'],
    figures: LOG_FIGURES,
    slots: ['barnId', 'flockId', 'date'],
    needs: [],
    anyOf: [Object.values(LOG_FIGURES)],
  },
  {
    // "12 dead in barn 1": without a verb the place is required.
    type: 'log_daily',
    says: LOGGED.map((word) => [word]),
    also: ['had', 'birds', 'and', 'more', 'mean', 'already'],
    figures: LOG_FIGURES,
    slots: ['barnId', 'flockId', 'date'],
    needs: [],
    anyOf: [Object.values(LOG_FIGURES), ['barnId', 'flockId']],
  },
  {
    type: 'create_alert',
    says: [
      ['add', 'alert'],
      ['raise', 'alert'],
      ['place', 'alert'],
      ['new', 'alert'],
      ['log', 'alert'],
    ],
    also: ['new', 'that', 'called'],
    slots: ['severity', 'barnId'],
    words: { field: 'title' },
    needs: ['title'],
  },
  {
    type: 'create_alert',
    says: [['alert'], ['raise'], ['add']],
    also: ['that', 'called', 'new'],
    slots: ['severity', 'barnId'],
    words: { field: 'title', needsColon: true },
    needs: ['title', 'severity'],
  },
  {
    type: 'create_medicine',
    says: ['add', 'log', 'place', 'new'].flatMap((verb) =>
      ['medicine', 'store'].map((noun) => [verb, noun] as OrderWord[]),
    ),
    also: ['new', 'called', 'that', 'medicine', 'store', 'expires'],
    bare: ['quantity'],
    slots: ['unit', 'expiryDate'],
    words: { field: 'name', behind: ['store', 'medicine', 'expires'], isName: true },
    needs: ['name'],
  },
  {
    type: 'create_feed_delivery',
    says: [['log', 'deliver'], ['add', 'deliver'], ['place', 'deliver'], ['deliver']],
    also: ['feed', 'new', 'that', 'log', 'had', 'add', 'already'],
    bare: ['quantityKg'],
    slots: [...FEED_SLOTS, 'date', 'barnId', 'flockId'],
    needs: ['quantityKg'],
  },
  {
    type: 'set_barn_location',
    says: [['set'], ['place'], ['location'], ['log'], ['had']],
    also: ['set', 'place', 'location', 'latitude', 'longitude', 'had', 'and'],
    figures: { latitude: 'latitude', longitude: 'longitude' },
    bare: ['latitude', 'longitude'],
    slots: ['barnId'],
    needs: ['barnId', 'latitude', 'longitude'],
  },
  {
    type: 'set_farm_location',
    says: [['farm']],
    also: ['set', 'place', 'location', 'latitude', 'longitude', 'had', 'and'],
    figures: { latitude: 'latitude', longitude: 'longitude' },
    bare: ['latitude', 'longitude'],
    needs: ['latitude', 'longitude'],
  },
  {
    type: 'navigate',
    says: [['go'], ['show', 'screen']],
    also: ['me', 'screen'],
    slots: ['path'],
    needs: ['path'],
  },
];

/** Words that begin an order to create something with a name. */
export const VERBS: readonly OrderWord[] = ['add', 'log', 'place', 'new'];

export function isVerb(word: OrderWord): boolean {
  return VERBS.includes(word);
}

/** Adds the words of a phrase to those of the others. */
export function groups(said: readonly string[], words: readonly OrderWord[]): readonly string[] {
  return words.length === 0 ? said : [...new Set([...said, [...words].sort().join(' ')])].sort();
}

/** Whether each word of a set is expressed by a separate phrase. */
export function isSaid(says: OrderView['says'], said: readonly string[]): boolean {
  const phrases = said.map((words) => words.split(' '));
  return says.some(([first, second]) =>
    phrases.some(
      (one) =>
        one.includes(first ?? '') &&
        (second === undefined || phrases.some((other) => other !== one && other.includes(second))),
    ),
  );
}

const fieldsByType = new Map<string, ReadonlyMap<string, Field>>();

/** The fields of an action by name. */
export function fieldsOf(type: OrderView['type']): ReadonlyMap<string, Field> {
  const fields = fieldsByType.get(type) ?? new Map(actionFields(orders[type]));
  fieldsByType.set(type, fields);
  return fields;
}

/**
 * Fields that no action has: the barn of a feed order, which is stored in its note, and a day
 * ahead.
 */
export const BESIDE: Readonly<Record<string, Field>> = {
  barnId: reference('barns'),
  dueDate: date(),
};
