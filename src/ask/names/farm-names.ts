import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { type BirdKind, birdKind } from '../../farming/standards/breed-lookup.ts';
import { dayInZone } from '../../tools/calendar.ts';
import type { NamedRecord } from '../lexicon/lexicon.ts';
import { normalText } from '../text/normalise.ts';

/** A flock as named in questions. */
export interface NamedFlock extends NamedRecord {
  readonly barnId: string;
  readonly isLive: boolean;
  /** Laying hens, broilers or other birds. */
  readonly birds?: BirdKind;
  readonly placementDate: string | null;
  /** The closing day; null while it is live. */
  readonly closedOn: string | null;
  /** Age of the birds on the day of placement. */
  readonly arrivalAgeDays: number;
}

/** Everything on a farm that a question may name. */
export interface FarmNames {
  readonly barns: readonly NamedRecord[];
  readonly flocks: readonly NamedFlock[];
  readonly people: readonly NamedRecord[];
  /** Contacts by their company names. */
  readonly companies?: readonly NamedRecord[];
  readonly products: readonly NamedRecord[];
  /** All farms of the caller, not only this one. */
  readonly farms: readonly NamedRecord[];
  /** Currency of the farm, ISO 4217; absent where unknown. */
  readonly currency?: string;
  /** Whether the farm, or one of its barns, is for turkeys. */
  readonly keepsTurkeys?: boolean;
  /** Whether there are current or future laying hens; true where there is no flock. */
  readonly keepsLayers?: boolean;
}

/** The parts of a snapshot that contain the names. */
export const NAME_PARTS = [
  'barns',
  'liveFlocks',
  'closedFlocks',
  'users',
  'contacts',
  'medicine',
] as const;

/** The names of a farm, with the farms of the caller. */
export function farmNames(
  snapshot: FarmSnapshot<(typeof NAME_PARTS)[number]>,
  farms: readonly { readonly id: string; readonly name: string }[],
): FarmNames {
  const { barns, liveFlocks, closedFlocks, users, contacts, medicine, currency, zone } = snapshot;
  return {
    barns: barns.map(({ id, name }) => ({ kind: 'barn', id, name, resource: 'barns' })),
    flocks: [
      ...liveFlocks.map((flock) => namedFlock(flock, { isLive: true, zone, barns })),
      ...closedFlocks.map((flock) => namedFlock(flock, { isLive: false, zone, barns })),
    ],
    people: [
      ...users.flatMap(({ id, name }) =>
        name === null ? [] : [{ kind: 'person', id, name, resource: 'users' } as const],
      ),
      ...contacts.map(
        ({ id, name }) => ({ kind: 'person', id, name, resource: 'contacts' }) as const,
      ),
    ],
    companies: contacts.flatMap(({ id, company }) =>
      company ? [{ kind: 'person', id, name: company, resource: 'contacts' } as const] : [],
    ),
    products: medicine.map(({ id, name }) => ({ kind: 'product', id, name, resource: 'medicine' })),
    farms: farms.map(({ id, name }) => ({ kind: 'farm', id, name, resource: 'farms' })),
    currency,
    keepsTurkeys:
      snapshot.farm.vertical === 'turkey' || barns.some(({ barnType }) => barnType === 'turkey'),
    keepsLayers:
      liveFlocks.length === 0 ||
      ['layer', 'breeder', 'mixed'].includes(snapshot.farm.vertical ?? '') ||
      barns.some(({ barnType }) => birdKind(null, barnType) === 'layer') ||
      liveFlocks.some(({ breed }) => birdKind(breed, null) === 'layer'),
  };
}

/** The most recently closed flock of each barn. */
export function previousFlocks({ flocks }: FarmNames): readonly NamedFlock[] {
  const closed = flocks.filter(({ isLive }) => !isLive);
  const byDay = closed.toSorted((a, b) => (a.closedOn ?? '').localeCompare(b.closedOn ?? ''));
  return [...new Map(byDay.map((flock) => [flock.barnId, flock])).values()];
}

function namedFlock(
  flock: FarmSnapshot<'liveFlocks'>['liveFlocks'][number],
  {
    isLive,
    zone,
    barns,
  }: Pick<FarmSnapshot<'barns'>, 'barns' | 'zone'> & { readonly isLive: boolean },
): NamedFlock {
  const barnType = barns.find((barn) => barn.id === flock.barnId)?.barnType ?? null;
  const birds = birdKind(flock.breed, barnType);
  const { id, code, barnId, placementDate, closedAt, arrivalAgeDays } = flock;
  return {
    kind: 'flock',
    id,
    name: code ?? id,
    resource: 'flocks',
    barnId,
    isLive,
    ...(birds ? { birds } : {}),
    placementDate,
    closedOn: closedAt === null ? null : dayInZone(Date.parse(closedAt), zone),
    arrivalAgeDays: arrivalAgeDays ?? 0,
  };
}

/** The sound of each sign: vowels and barely audible sounds are left out. */
const SOUNDS: readonly (readonly [signs: string, sound: string])[] = [
  ['c k q כ ך ק ח ก ข ค', 'k'],
  ['g ג', 'g'],
  ['j จ ฉ ช', 'j'],
  ['d t ט ת ד ด ต ท ธ ถ ฐ', 't'],
  ['b p f v ב פ ף บ ป ผ พ ภ ฟ ฝ', 'p'],
  ['l r ל ר ล ร', 'l'],
  ['m מ ם ม', 'm'],
  ['n נ ן น ณ', 'n'],
  ['s z x ס ז ש צ ץ ซ ส ศ ษ', 's'],
];
const soundOf = new Map(
  SOUNDS.flatMap(([signs, sound]) => signs.split(' ').map((sign) => [sign, sound] as const)),
);
/** A Thai letter with the mark of silence above it. */
const SILENCED = /\p{Script=Thai}์/gu;
/** In Hebrew a J is a G with a mark. */
const HEBREW_J = /ג'/gu;
/** Shorter sounds match too many names. */
const LEAST_SOUNDS = 2;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Hebrew}/u, /\p{Script=Thai}/u];
/** A name that begins with a vowel; some Thai vowels are written before the letter they follow. */
const OPEN = /^[เแโใไ]?[aeiouאעอ]/u;

/**
 * The people with this first name: by spelling, or by sound where it is written in another script
 * (`נורה`, `นอร่า`); users, or else contacts.
 */
export function peopleCalled(
  typed: string,
  people: readonly NamedRecord[],
): readonly NamedRecord[] {
  const [plain, sound] = [normalText(typed), soundsOf(typed)];
  const isHeard = scriptOf(typed) !== 0 && sound.length >= LEAST_SOUNDS;
  const called = people.filter(({ name }) => {
    const [first = ''] = name.split(' ');
    if (scriptOf(first) === scriptOf(typed)) return normalText(first) === plain;
    return (
      isHeard && OPEN.test(normalText(first)) === OPEN.test(plain) && soundsOf(first) === sound
    );
  });
  const users = called.filter(({ resource }) => resource === 'users');
  return users.length > 0 ? users : called;
}

function scriptOf(name: string): number {
  return SCRIPTS.findIndex((script) => script.test(name));
}

function soundsOf(name: string): string {
  const signs = normalText(name).replace(SILENCED, '').replace(HEBREW_J, 'j');
  return [...signs]
    .map((sign) => soundOf.get(sign) ?? '')
    .join('')
    .replace(/(.)\1+/gu, '$1');
}

type ByNumber = ReadonlyMap<number, readonly NamedRecord[]>;

/** Names are indexed once per list, not at every number of a sentence. */
const indexes = new WeakMap<readonly NamedRecord[], ByNumber>();

/** The records whose name ends in a number: `Barn 3`, `לול 3` and `3号鸡舍` are number 3. */
export function findByNumber(
  records: readonly NamedRecord[],
  number: number,
): readonly NamedRecord[] {
  const known = indexes.get(records) ?? indexByNumber(records);
  indexes.set(records, known);
  return known.get(number) ?? [];
}

/** The records whose name ends in a letter: `House B` and `מטילות ב׳` match it. */
export function findByLetter(
  records: readonly NamedRecord[],
  letter: string,
): readonly NamedRecord[] {
  return records.filter(
    ({ name }) => normalText(name).split(' ').at(-1)?.replace("'", '') === letter,
  );
}

function indexByNumber(records: readonly NamedRecord[]): ByNumber {
  const index = new Map<number, NamedRecord[]>();
  for (const record of records) {
    const number = lastNumber(normalText(record.name));
    if (number === undefined) continue;
    const same = index.get(number) ?? [];
    same.push(record);
    index.set(number, same);
  }
  return index;
}

function lastNumber(name: string): number | undefined {
  const digits = name.match(/\d+/g)?.at(-1);
  return digits === undefined ? undefined : Number(digits);
}
