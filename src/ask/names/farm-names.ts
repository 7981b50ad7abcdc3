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
  /** The kinds of the contacts. */
  readonly contactKinds?: ReadonlySet<string>;
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
  'tasks',
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
      ...contacts.map((contact) => namedContact(contact, contact.name)),
      ...unregisteredAssignees(snapshot),
    ],
    companies: contacts.flatMap((contact) =>
      contact.company ? [namedContact(contact, contact.company)] : [],
    ),
    contactKinds: new Set(contacts.flatMap(({ kind }) => kind ?? [])),
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

const RECORD_ID = /^[a-z]+_[0-9a-z]+$/i;

const BUYER_KINDS: ReadonlySet<string> = new Set(['customer', 'slaughterhouse']);

function namedContact(
  { id, kind }: Pick<FarmSnapshot<'contacts'>['contacts'][number], 'id' | 'kind'>,
  name: string,
): NamedRecord {
  const buyer = BUYER_KINDS.has(kind ?? '') ? ({ isBuyer: true } as const) : {};
  return { kind: 'person', id, name, resource: 'contacts', ...buyer };
}

/** The whole name and its words. */
function namesOf(name: string): readonly string[] {
  return [normalText(name), ...normalText(name).split(' ')];
}

/** People to whom tasks are assigned by name, without a user or contact of that name. */
function unregisteredAssignees({
  tasks,
  users,
  contacts,
}: FarmSnapshot<'tasks' | 'users' | 'contacts'>): readonly NamedRecord[] {
  const known = new Set([...users, ...contacts].flatMap(({ name }) => namesOf(name ?? '')));
  const assigned = new Set(tasks.flatMap(({ assignee }) => assignee ?? []));
  return [...assigned]
    .filter((name) => !RECORD_ID.test(name) && !known.has(normalText(name)))
    .map((name) => ({ kind: 'person', id: name, name, resource: 'tasks' }));
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
const SOUND_RULES: readonly (readonly [signs: string, sound: string])[] = [
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
const toSound = new Map(
  SOUND_RULES.flatMap(([signs, sound]) => signs.split(' ').map((sign) => [sign, sound] as const)),
);
/** A Thai letter with the mark of silence above it. */
const SILENT_LETTERS = /\p{Script=Thai}์/gu;
/** In Hebrew a J is a G with a mark. */
const HEBREW_J = /ג'/gu;
/** Shorter sounds match too many names. */
const MIN_SOUNDS = 2;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Hebrew}/u, /\p{Script=Thai}/u];
/** A name that begins with a vowel; some Thai vowels are written before the letter they follow. */
const OPEN = /^[เแโใไ]?[aeiouאעอ]/u;

/**
 * The people with this first name, or first and last name: by spelling, or by sound where it is written in another script
 * (`נורה`, `นอร่า`); users, or else contacts.
 */
export function findPeopleByName(
  typed: string,
  people: readonly NamedRecord[],
): readonly NamedRecord[] {
  const words = typed.split(' ').map(spokenName);
  const least = words.length > 1 ? 1 : MIN_SOUNDS;
  const called = people.filter((person) => {
    // A person without a record is only found by the literal name.
    if (person.resource === 'tasks') return false;
    const own = spokenNames(person);
    return words.every((word, index) => isCalled(word, own[index] ?? NO_NAME, least));
  });
  const users = called.filter(({ resource }) => resource === 'users');
  return users.length > 0 ? users : called;
}

/** A word of a name as written and as spoken. */
interface SpokenName {
  readonly plain: string;
  readonly script: number;
  readonly sound: string;
  readonly vowel: number;
  readonly isOpen: boolean;
}

function spokenName(name: string): SpokenName {
  const plain = normalText(name);
  const [script, sound, vowel] = [findScript(name), toSounds(name), vowelOf(plain)];
  return { plain, script, sound, vowel, isOpen: OPEN.test(plain) };
}

const NO_NAME = spokenName('');
const namesByPerson = new WeakMap<NamedRecord, readonly SpokenName[]>();

function spokenNames(person: NamedRecord): readonly SpokenName[] {
  const cached = namesByPerson.get(person);
  if (cached) return cached;
  const names = person.name.split(' ').map(spokenName);
  namesByPerson.set(person, names);
  return names;
}

/** Whether a typed name is this name, or sounds like it in another script. */
function isCalled(typed: SpokenName, own: SpokenName, least: number): boolean {
  if (typed.script === own.script) return own.plain === typed.plain;
  const hasSound = typed.script !== 0 && typed.sound.length >= least;
  const isSameVowel = own.isOpen || typed.vowel < 0 || own.vowel < 0 || typed.vowel === own.vowel;
  return hasSound && isSameVowel && own.isOpen === typed.isOpen && typed.sound === own.sound;
}

function findScript(name: string): number {
  return SCRIPTS.findIndex((script) => script.test(name));
}

function toSounds(name: string): string {
  return [...signsOf(name)]
    .map((sign) => toSound.get(sign) ?? ' ')
    .join('')
    .replace(/(\S)\1+/gu, '$1')
    .replaceAll(' ', '');
}

function signsOf(name: string): string {
  return normalText(name).replace(SILENT_LETTERS, '').replace(HEBREW_J, 'j');
}

/** Vowels of one kind; Hebrew writes few of them. */
const VOWELS = ['aאาะั', 'ouוอโูุ', 'eiyיีิเแ'];

/** The kind of the vowel before the second consonant, where it is written: `นารี` is not Nora. */
function vowelOf(name: string): number {
  let consonants = 0;
  for (const sign of signsOf(name)) {
    if (toSound.has(sign)) consonants += 1;
    const kind = VOWELS.findIndex((signs) => signs.includes(sign));
    if (kind >= 0 || consonants > 1) return kind;
  }
  return -1;
}

type ByNumber = ReadonlyMap<number, readonly NamedRecord[]>;

/** Names are indexed once per list, not at every number of a sentence. */
const indexes = new WeakMap<readonly NamedRecord[], ByNumber>();

/** The records whose name ends in a number: `Barn 3`, `לול 3` and `3号鸡舍` are number 3. */
export function findByNumber(
  records: readonly NamedRecord[],
  number: number,
): readonly NamedRecord[] {
  const cached = indexes.get(records) ?? indexByNumber(records);
  indexes.set(records, cached);
  return cached.get(number) ?? [];
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
