/** The words that a field accepts. */
export interface Vocabulary {
  readonly words: readonly string[];
  /**
   * Whether other words are accepted and stored as sent; only the documented ones affect behaviour.
   */
  readonly open: boolean;
  /** Alternative spellings, stored as the word. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Whether the words are ranked, lowest first: lists are ordered by rank, not alphabetically. */
  readonly ranked?: boolean;
}

/** Pattern of undocumented words in an open vocabulary; \p{M} includes Thai vowels. */
export const OPEN_WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_ -]{0,39}$/u;

/** A vocabulary that accepts only its words and their synonyms. */
export function closed<const W extends readonly [string, ...string[]]>(
  words: W,
  synonyms: Readonly<Record<string, W[number]>> = {},
) {
  return { words, open: false, synonyms } as const;
}

/** A closed vocabulary whose words are ranked, lowest first. */
function ranked<const W extends readonly [string, ...string[]]>(
  words: W,
  synonyms: Readonly<Record<string, W[number]>>,
) {
  return { ...closed(words, synonyms), ranked: true } as const;
}

/** A vocabulary with documented words and synonyms that accepts any other well-formed word. */
export function open<const W extends readonly [string, ...string[]]>(
  words: W,
  synonyms: Readonly<Record<string, W[number]>> = {},
) {
  return { words, open: true, synonyms } as const;
}

/** The stored form of a word, or undefined if the vocabulary does not accept it. */
export function canonicalWord(vocabulary: Vocabulary, typed: string): string | undefined {
  if (vocabulary.words.includes(typed)) return typed;
  const folded = typed.toLowerCase().replace(/[\s-]+/g, '_');
  const matching = vocabulary.words.find((word) => word.toLowerCase() === folded);
  if (matching !== undefined) return matching;
  // Own keys only: "constructor" is not a synonym.
  const synonyms = vocabulary.synonyms ?? {};
  if (Object.hasOwn(synonyms, folded)) return synonyms[folded];
  return vocabulary.open && OPEN_WORD.test(typed) ? typed : undefined;
}

/** `low`, `medium` and `high` are synonyms of the three severities. */
export const severity = ranked(['info', 'warning', 'critical'], {
  low: 'info',
  minor: 'info',
  information: 'info',
  medium: 'warning',
  warn: 'warning',
  high: 'critical',
  urgent: 'critical',
});

/** Confidence that a standard value matches its source document, best first. */
export const standardConfidence = closed(['high', 'medium', 'low']);

/** Why the current weight of a flock or its deviation is unknown. */
export const weightReason = closed([
  'no_weight',
  'weighing_doubted',
  'weighing_stale',
  'breed_unknown',
  'age_out_of_range',
]);

/** Why the live weight in a barn is unknown. */
export const loadReason = closed([...weightReason.words, 'no_population', 'no_area']);

export const priority = ranked(['low', 'normal', 'high', 'urgent'], {
  medium: 'normal',
  critical: 'urgent',
});

export const frequency = closed(['once', 'daily', 'weekly', 'biweekly', 'monthly'], {
  one_time: 'once',
  none: 'once',
  fortnightly: 'biweekly',
});

export const direction = closed(['buy', 'sell'], { purchase: 'buy', sale: 'sell' });

export const commandMode = closed(['suggest', 'approve', 'auto', 'manual'], {
  automatic: 'auto',
  suggestion: 'suggest',
});

export const role = closed([
  'owner',
  'admin',
  'manager',
  'worker',
  'vet',
  'advisor',
  'accountant',
  'viewer',
]);

/** Languages spoken on farms; the service's texts exist in the first five. */
export const language = open(['he', 'en', 'th', 'es', 'zh', 'ar', 'ru']);

export const feedType = open([
  'prestarter',
  'starter',
  'grower',
  'finisher',
  'withdrawal',
  'pullet',
  'prelay',
  'layer1',
  'layer2',
  'layer3',
  'breeder',
  'other',
]);

export const tradeCategory = open([
  'feed',
  'chicks',
  'live_birds',
  'eggs',
  'medicine',
  'litter',
  'gas',
  'equipment',
  'catching',
  'transport',
  'manure',
  'services',
  'other',
]);

export const deviceKind = open([
  'camera',
  'controller',
  'scale',
  'temp_sensor',
  'humidity_sensor',
  'co2_sensor',
  'nh3_sensor',
  'water_meter',
  'feed_meter',
  'silo_sensor',
  'egg_counter',
  'weather_station',
  'gateway',
  'fan',
  'heater',
  'cooler',
  'light',
  'generator',
  'alarm',
  'other',
]);

/** The scopes of keys and what they permit. */
export const scopes = {
  'read:*': 'Read every module',
  'write:*': 'Create, update and delete',
  'ai:ask': 'Ask questions in plain language',
  'actions:execute': 'Run actions and brain scans',
  'admin:*': 'Webhooks, the audit log, keys, settings',
} as const;

export type FullScope = keyof typeof scopes;

/** One of the five scopes, or read or write access to a single module: `read:tasks`. */
export type Scope = FullScope | `read:${string}` | `write:${string}`;

export const fullScopes = Object.keys(scopes) as readonly FullScope[];

/** Whether the held scopes cover the needed scope. */
export function coversScope(granted: readonly string[], required: string): boolean {
  if (granted.includes(required)) return true;
  if (required.startsWith('read:')) return granted.includes('read:*');
  return required.startsWith('write:') && granted.includes('write:*');
}

/** States of a webhook delivery. */
export const deliveryStates = [
  'pending',
  'leased',
  'delivered',
  'exhausted',
  'held',
  'cancelled',
] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Sign-in methods of users. */
export const signInMethods = ['link', 'passkey', 'oidc'] as const;

export type SignInMethod = (typeof signInMethods)[number];

/** Channels through which users are notified. */
export const channelKinds = ['email', 'http', 'push', 'telegram'] as const;

export type ChannelKind = (typeof channelKinds)[number];

/** The purposes of messages to users. */
export const noticeKinds = ['alert', 'digest', 'verification', 'test', 'channel_disabled'] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** Channels of the morning digest. */
export const digestChannels = ['email', 'push'] as const;

export type DigestChannel = (typeof digestChannels)[number];

/** The states of messages to users. */
export const noticeStates = ['pending', 'leased', 'sent', 'failed', 'cancelled'] as const;

export type NoticeState = (typeof noticeStates)[number];

/** Why a message was not sent, or not accepted by its provider. */
export const noticeFailures = [
  'blocked',
  'timeout',
  'dns',
  'connect',
  'tls',
  'broken',
  'refused',
  'sign_in',
  'no_mail_server',
  'secret_refused',
  'secret_unreadable',
  'not_needed',
  'superseded',
] as const;

export type NoticeFailure = (typeof noticeFailures)[number];

/** Why users are notified. */
export const noticeReasons = ['on_call', 'owner', 'escalation', 'manager'] as const;

/** The lists of a duty plan. */
export const dutyParts = ['shift', 'exception', 'escalation'] as const;

/** The program's version; a test checks that it matches package.json. */
export const version = '0.1.0';

/** The API version, as defined in the specification (9.1); independent of the program's version. */
export const apiVersion = '1.0';
