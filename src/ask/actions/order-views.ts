import type { OrderType } from '../../model/resources/record-orders.ts';
import type { OrderWord } from '../lexicon/lexicon.ts';

/** The language-independent parts that a sentence needs to order an action. */
export interface OrderView {
  readonly type: OrderType;
  /** All words of one of these sets are required. */
  readonly patterns: readonly (readonly OrderWord[])[];
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
    /** A name may precede its verb: "把维生素E放入药房". */
    readonly mayPrecedeVerb?: true;
    /** All required words precede the free words. */
    readonly isBehindAll?: true;
    /** The field named before the free words. */
    readonly behindField?: string;
    /** The words of the order begin the sentence, and the person after them is known. */
    readonly isFirst?: true;
    /** The free words follow a colon. */
    readonly needsColon?: true;
    /** The free words are a report in the writer's own words: the order is only proposed. */
    readonly isReport?: true;
  };
  /** The words describe the record to change. */
  readonly target?: 'task' | 'alert';
  /** Required fields. */
  readonly needs: readonly string[];
  /** One of each of these sets is required too. */
  readonly oneOfEach?: readonly (readonly string[])[];
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
  hottest: 'tempMax',
  coldest: 'tempMin',
} as const;
const LOGGED = Object.keys(LOG_FIGURES) as readonly (keyof typeof LOG_FIGURES)[];
const FEED_SLOTS = ['feedType', 'supplierId'];
/** Figures that a log may correct: a temperature that is set is a setting of a controller. */
const CORRECTED = LOGGED.filter((word) => !['hottest', 'coldest', 'humidity'].includes(word));

/** The orders that sentences can express. An action may be expressed in several ways. */
export const orderViews: readonly OrderView[] = [
  {
    type: 'create_task',
    patterns: [
      ['add', 'task'],
      ['log', 'task'],
      ['place', 'task'],
      ['new', 'task'],
    ],
    also: ['new', 'that', 'called', 'me'],
    slots: TASK_SLOTS,
    words: { field: 'title' },
    needs: ['title'],
  },
  {
    type: 'create_task',
    patterns: [['remind']],
    also: ['task', 'new', 'that', 'me'],
    slots: TASK_SLOTS,
    words: { field: 'title' },
    needs: ['title'],
  },
  {
    type: 'create_task',
    patterns: [['tell'], ['remind']],
    also: ['task', 'new', 'that', 'called'],
    slots: TASK_SLOTS,
    words: { field: 'title', behindField: 'assignee' },
    needs: ['title', 'assignee'],
  },
  {
    // "Have Ann check the fans."
    type: 'create_task',
    patterns: [['have']],
    also: ['that'],
    slots: TASK_SLOTS,
    words: { field: 'title', behindField: 'assignee', isFirst: true },
    needs: ['title', 'assignee'],
  },
  {
    type: 'create_task',
    patterns: [['task']],
    also: ['that', 'called', 'new'],
    slots: TASK_SLOTS,
    words: { field: 'title', needsColon: true },
    needs: ['title'],
  },
  {
    type: 'complete_task',
    patterns: [['finish', 'task'], ['mark', 'done'], ['task', 'done'], ['tick']],
    also: ['finish', 'mark', 'task', 'log', 'that', 'called', 'already'],
    slots: ['assignee'],
    words: { field: 'title', behind: ['task', 'done', 'mark', 'finish', 'tick', 'already'] },
    target: 'task',
    needs: ['title'],
  },
  {
    type: 'assign_task',
    patterns: [['assign']],
    also: ['task', 'mark'],
    slots: ['assignee'],
    words: { field: 'title', behind: ['task', 'assign'] },
    target: 'task',
    needs: ['title', 'assignee'],
  },
  {
    type: 'move_task',
    patterns: [['move']],
    also: ['task', 'mark'],
    slots: ['dueDate'],
    words: { field: 'title', behind: ['task', 'move'] },
    target: 'task',
    needs: ['title', 'dueDate'],
  },
  {
    type: 'cancel_task',
    patterns: [['cancel', 'task']],
    words: { field: 'title', behind: ['task', 'cancel'] },
    target: 'task',
    needs: ['title'],
  },
  {
    type: 'acknowledge_alert',
    patterns: [['ack', 'alert']],
    also: ['mark', 'already'],
    slots: ['barnId'],
    words: { field: 'title', behind: ['alert', 'ack', 'mark', 'already'] },
    target: 'alert',
    needs: ['title'],
  },
  {
    type: 'resolve_alert',
    patterns: [['resolve', 'alert']],
    also: ['mark'],
    slots: ['barnId'],
    words: { field: 'title', behind: ['alert', 'resolve', 'mark'] },
    target: 'alert',
    needs: ['title'],
  },
  {
    type: 'add_note',
    patterns: [['noting'], ['add', 'note'], ['log', 'note']],
    also: ['that'],
    slots: ['barnId'],
    words: { field: 'title' },
    needs: ['title'],
  },
  {
    type: 'add_note',
    patterns: [['note']],
    slots: ['barnId'],
    words: { field: 'title', needsColon: true },
    needs: ['title'],
  },
  {
    // "Record in barn 2 that the litter is wet."
    type: 'add_note',
    patterns: [['log', 'that']],
    slots: ['barnId'],
    words: { field: 'title', isBehindAll: true, isReport: true },
    needs: ['title'],
  },
  {
    type: 'create_order',
    patterns: [['order']],
    also: ['feed', 'new', 'me', 'add', 'deliver', 'need', 'perTon'],
    figures: { perTon: 'pricePerTon' },
    bare: ['quantityKg'],
    slots: [...FEED_SLOTS, 'dueDate', 'barnId', 'flockId'],
    needs: ['quantityKg'],
  },
  {
    type: 'create_expense',
    patterns: [['expense'], ['spend']],
    also: ['add', 'new', 'that', 'log'],
    bare: ['amount'],
    slots: ['category', 'date', 'barnId'],
    needs: ['amount', 'category'],
  },
  {
    type: 'create_contact',
    patterns: [
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
    patterns: [['log'], ['add']],
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
    patterns: [['add'], ['log'], ['place']],
    also: ['new', 'called', 'phone', 'that', 'contact'],
    slots: ['kind', 'phone'],
    words: { field: 'name', behind: ['phone', 'contact'], isName: true },
    needs: ['name', 'phone'],
  },
  {
    type: 'create_barn',
    patterns: [
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
    patterns: [['place'], ['add', 'flock'], ['new', 'flock'], ['log', 'flock']],
    also: ['flock', 'new', 'birds', 'add', 'log', 'place'],
    bare: ['chicksReceived'],
    slots: ['barnId', 'placementDate', 'breed'],
    needs: ['barnId', 'placementDate'],
  },
  {
    type: 'log_daily',
    patterns: LOGGED.flatMap((word) => [
      ['log', word],
      ['add', word],
    ]),
    also: ['that', 'had', 'birds', 'and', 'place', 'more', 'mean', 'me', 'temperature', 'among'],
    figures: LOG_FIGURES,
    slots: ['barnId', 'flockId', 'date'],
    needs: [],
    oneOfEach: [Object.values(LOG_FIGURES)],
  },
  {
    type: 'log_daily',
    patterns: CORRECTED.map((word) => ['correct', word]),
    also: ['had', 'birds', 'and', 'mean'],
    figures: LOG_FIGURES,
    slots: ['barnId', 'flockId', 'date'],
    needs: ['date'],
    oneOfEach: [Object.values(LOG_FIGURES), ['barnId', 'flockId']],
  },
  {
    // "12 dead in barn 1": without a verb the place is required.
    type: 'log_daily',
    patterns: LOGGED.map((word) => [word]),
    also: ['had', 'birds', 'and', 'more', 'mean', 'already', 'among'],
    figures: LOG_FIGURES,
    slots: ['barnId', 'flockId', 'date'],
    needs: [],
    oneOfEach: [Object.values(LOG_FIGURES), ['barnId', 'flockId']],
  },
  {
    type: 'create_alert',
    patterns: [
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
    patterns: [['alert'], ['raise'], ['add']],
    also: ['that', 'called', 'new'],
    slots: ['severity', 'barnId'],
    words: { field: 'title', needsColon: true },
    needs: ['title', 'severity'],
  },
  {
    type: 'create_medicine',
    patterns: ['add', 'log', 'place', 'new'].flatMap((verb) =>
      ['medicine', 'store'].map((noun) => [verb, noun] as OrderWord[]),
    ),
    also: ['new', 'called', 'that', 'medicine', 'store', 'expires', 'mark'],
    bare: ['quantity'],
    slots: ['unit', 'expiryDate'],
    words: {
      field: 'name',
      behind: ['store', 'medicine', 'expires', 'add', 'place'],
      isName: true,
      mayPrecedeVerb: true,
    },
    needs: ['name'],
  },
  {
    type: 'create_feed_delivery',
    patterns: [['log', 'deliver'], ['add', 'deliver'], ['place', 'deliver'], ['deliver']],
    also: ['feed', 'new', 'that', 'log', 'had', 'add', 'already', 'perTon'],
    figures: { perTon: 'pricePerTon' },
    bare: ['quantityKg'],
    slots: [...FEED_SLOTS, 'date', 'barnId', 'flockId'],
    needs: ['quantityKg'],
  },
  {
    type: 'set_barn_location',
    patterns: [['set'], ['place'], ['location'], ['log'], ['had']],
    also: ['set', 'place', 'location', 'latitude', 'longitude', 'had', 'and'],
    figures: { latitude: 'latitude', longitude: 'longitude' },
    bare: ['latitude', 'longitude'],
    slots: ['barnId'],
    needs: ['barnId', 'latitude', 'longitude'],
  },
  {
    type: 'set_farm_location',
    patterns: [['farm']],
    also: ['set', 'place', 'location', 'latitude', 'longitude', 'had', 'and'],
    figures: { latitude: 'latitude', longitude: 'longitude' },
    bare: ['latitude', 'longitude'],
    needs: ['latitude', 'longitude'],
  },
  {
    type: 'navigate',
    patterns: [['go'], ['show', 'screen']],
    also: ['me', 'screen'],
    slots: ['path'],
    needs: ['path'],
  },
  {
    type: 'navigate',
    patterns: [['go']],
    also: ['me', 'screen'],
    slots: ['barnId'],
    needs: ['barnId'],
  },
];

/** Words that begin an order to create something with a name. */
export const VERBS: readonly OrderWord[] = ['add', 'log', 'place', 'new'];

export function isVerb(word: OrderWord): boolean {
  return VERBS.includes(word);
}

/** Whether the words contain a verb, such as "add", and not only "new". */
export function isDoing(words: string): boolean {
  return words.split(' ').some((word) => word === 'add' || word === 'log' || word === 'place');
}

/** Whether each word of a set is expressed by a separate phrase. */
export function matchesAny(says: OrderView['patterns'], words: readonly string[]): boolean {
  const phrases = words.map((words) => words.split(' '));
  return says.some(([first, second]) =>
    phrases.some(
      (one) =>
        one.includes(first ?? '') &&
        (second === undefined || phrases.some((other) => other !== one && other.includes(second))),
    ),
  );
}
