import type { NamedRecord } from '../lexicon/sense.ts';
import { normalText } from '../text/normalise.ts';

/** What each sign sounds like: vowels and what is hardly heard are left out. */
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
/** Fewer consonants fit many names. */
const LEAST_SOUNDS = 2;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Hebrew}/u, /\p{Script=Thai}/u];
/** A name that begins with a vowel; some Thai vowels are written before what they follow. */
const OPEN = /^[เแโใไ]?[aeiouאעอ]/u;

/**
 * The people with this first name: as it is written, or by its sound where it is written in another
 * script (`נורה`, `นอร่า`); users, else contacts.
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
