import { formatInstant } from '../../tools/calendar.ts';
import { detectLanguage } from '../../tools/detect-language.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../core/resource-rules.ts';
import { entersStatus, hasChanged, leavesStatus } from '../core/row-change.ts';
import type { Filled } from './status-rules.ts';

const UNANSWERED = ['new', 'in_review'];

/** Fills the fields derived from a report's text, and the time of its answer. */
export const fieldReportRules: ResourceRules = {
  fill(change, context) {
    const read = readText(change);
    const withText = { ...change, after: { ...change.after, ...read } };
    const status = statusAfterReply(withText);
    const answeredChange = { ...withText, after: { ...withText.after, status } };
    return { ...read, status, ...fillAnswer(answeredChange, context) };
  },
};

/** The fields derived from the worker's text. */
function readText(change: RuleChange): Filled {
  const { rawText, lang, isQuestion: asks } = change.after;
  const words = String(rawText);
  const extracted = hasChanged(change, ['rawText']) ? { extracted: extractFigures(words) } : {};
  if (change.before) return extracted;
  return {
    ...extracted,
    lang: lang ?? detectLanguage(words) ?? null,
    isQuestion: asks ?? isQuestion(words),
  };
}

/** The status: a question that gets a reply becomes answered, unless the change sets the status. */
function statusAfterReply(change: RuleChange): unknown {
  const { before, after } = change;
  const isMoved = before !== undefined && hasChanged(change, ['status']);
  const isWaiting = UNANSWERED.includes(String(after['status']));
  return isWaiting && !isMoved && isReplyToQuestion(change) ? 'answered' : after['status'];
}

function isReplyToQuestion(change: RuleChange): boolean {
  const { isQuestion: asks, replyText } = change.after;
  return asks === true && typeof replyText === 'string' && hasChanged(change, ['replyText']);
}

/** The time and author of the answer; cleared when the report is reopened. */
function fillAnswer(change: RuleChange, { now, actor }: RuleContext): Filled {
  const isReopened =
    leavesStatus(change, ['answered']) && UNANSWERED.includes(String(change.after['status']));
  if (isReopened) return { answeredAt: null, answeredBy: null };
  const isAnswered = entersStatus(change, ['answered']) || isReplyToQuestion(change);
  if (!isAnswered || change.after['answeredAt'] !== null) return {};
  return { answeredAt: formatInstant(now), answeredBy: actor.name };
}

/** Figures found in a worker's text. */
export interface ExtractedFigures {
  /** Birds found dead. */
  readonly mortality?: number;
  /** Average weight of a bird, g. */
  readonly weightG?: number;
}

type Patterns = Readonly<Record<string, readonly string[]>>;

const MOST_DEAD = 1_000_000;
const LIGHTEST_G = 20;
const HEAVIEST_G = 35_000;
const GRAMS_PER_KG = 1000;

// Excludes the end of a range, date, fraction or decimal number, and barn numbers: their meaning
// would be a guess.
const BEFORE =
  /(?:\d[,:/%]|\d\s?[–-]\s?|\d\s?(?:to|a|y|עד|ถึง|到|至)\s?|(?:barn|house|shed|galp[oó]n|nave|caseta|לול|מבנה|אגף|เล้า|โรงเรือน)\s?|#)$/iu;
/** At least the longest text that `BEFORE` matches. */
const BEFORE_LENGTH = 20;
const START = '(?<![\\d.]|\\d,)';
const COUNT = `${START}(\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,6})(?![\\d%–-]|[.,:/]\\d|\\s*%)`;
const DECIMAL = `${START}(\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,5}(?:[.,]\\d{1,3})?)(?![\\d%–-]|[.,:/]\\d)`;
// The allowed end of a statement such as "35 dead"; excludes "3 dead fans".
const END_EN =
  '(?=\\s*(?:[.,;:!?()]|$)|\\s+(?:in|at|this|today|yesterday|since|on|from|and|overnight|again)\\b)';
const BIRDS_EN = '(?:birds?|chicks?|hens?|chickens?|broilers?|turkeys?)';
const BIRDS_ES = '(?:aves?|pollos?|pollitos?|gallinas?|pavos?)';
const BIRDS_HE = '(?:עופות|אפרוחים|תרנגולות|מטילות|פטמים|הודים)';

const DEAD_BIRDS: Patterns = {
  en: [
    `${COUNT} ${BIRDS_EN} (?:(?:were|are) )?(?:found )?dead(?!\\p{L})`,
    `${COUNT} (?:${BIRDS_EN} )?died(?!\\p{L})`,
    `${COUNT} dead (?:${BIRDS_EN}(?!\\p{L})|(?:ones?)(?!\\p{L}))`,
    `${COUNT} dead${END_EN}`,
    `dead[:=]\\s*${COUNT}${END_EN}`,
    `mortality(?: (?:is|was|today))?[:=\\s]+${COUNT}${END_EN}`,
  ],
  es: [
    `${COUNT} (?:${BIRDS_ES} )?muert[oa]s?(?!\\p{L})`,
    `murieron ${COUNT}(?: ${BIRDS_ES})?(?=\\s*(?:[.,;:!?()]|$)| (?:en|hoy|ayer|esta|${BIRDS_ES}))`,
    `mortalidad(?: (?:de|es|hoy))?[:=\\s]+${COUNT}(?=\\s*(?:[.,;:!?()]|$)| (?:en|hoy|ayer|${BIRDS_ES}))`,
  ],
  he: [
    `${COUNT} (?:${BIRDS_HE} )?(?:מתים|מתות|מתו)(?!\\p{L})`,
    `מתו ${COUNT}(?=\\s*(?:[.,;:!?()]|$)| (?:${BIRDS_HE}|היום|הבוקר|אתמול|בלול))`,
    `תמותה(?: (?:היום|של))?[:=\\s]+${COUNT}(?=\\s*(?:[.,;:!?()]|$)| (?:${BIRDS_HE}|היום|הבוקר|בלול))`,
  ],
  th: [`ตาย\\s*(?:ไป\\s*)?${COUNT}\\s*ตัว`],
  zh: [
    `死(?:亡|了|掉)?了?\\s*${COUNT}\\s*[只隻羽]`,
    `${COUNT}\\s*[只隻羽]\\s*(?:死[鸡雞鸟鳥]|[鸡雞]?死[了亡])`,
  ],
};

const KG = '(?:kgs?|kilos?|ק"ג|ק״ג|קג|קילו|กก\\.?|กิโล(?:กรัม)?|公斤|千克)';
const GRAMS = "(?:grams?|gramos?|grs?|g|גרם|גר'|กรัม|克)";
const AVERAGE =
  '(?:average(?: weight)?|avg\\.?(?: weight)?|peso (?:promedio|medio)|promedio|משקל ממוצע|ממוצע|' +
  'น้ำหนักเฉลี่ย|เฉลี่ย|平均体重|平均體重|平均重|平均)';
const LINK = '(?:\\s*[:=]|\\s+(?:is|was|of|de|es|הוא|של))?\\s*';
const AVERAGE_WEIGHT = new RegExp(
  `${AVERAGE}${LINK}${DECIMAL}\\s*(?:(${KG})|(${GRAMS}))(?!\\p{L})`,
  'dgiu',
);
// Averages next to these words may be of feed, water or eggs.
const OTHER_AVERAGES =
  /feed|water|egg|litter|pienso|alimento|agua|huevo|אוכל|תערובת|מים|ביצ|อาหาร|น้ำ(?!หนัก)|ไข่|料|水|蛋/iu;

const DEAD = Object.values(DEAD_BIRDS)
  .flat()
  .map((pattern) => new RegExp(pattern, 'dgiu'));

/** The figures that a text states once and unambiguously; null when there are none. */
export function extractFigures(text: string): ExtractedFigures | null {
  const normalised = text.normalize('NFKC').replace(/[๐-๙]/g, toAsciiDigit);
  const mortality = findMortality(normalised);
  const weightG = findWeight(normalised);
  if (mortality === undefined && weightG === undefined) return null;
  return {
    ...(mortality === undefined ? {} : { mortality }),
    ...(weightG === undefined ? {} : { weightG }),
  };
}

interface FoundFigure {
  readonly match: RegExpExecArray;
  /** Start and end of its number. */
  readonly place: readonly [from: number, to: number];
}

function figuresIn(text: string, pattern: RegExp): readonly FoundFigure[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const place = match.indices?.[1];
    if (!place) return [];
    const before = text.slice(Math.max(0, place[0] - BEFORE_LENGTH), place[0]);
    return BEFORE.test(before) ? [] : [{ match, place }];
  });
}

function findMortality(text: string): number | undefined {
  const places = DEAD.flatMap((pattern) => figuresIn(text, pattern).map(({ place }) => place));
  const [only, ...others] = places;
  // Several patterns may match the same number.
  if (!only || others.some(([from]) => from !== only[0])) return undefined;
  const written = text.slice(...only);
  const count = Number(written.replaceAll(',', ''));
  return count <= MOST_DEAD ? count : undefined;
}

function findWeight(text: string): number | undefined {
  const [only, ...others] = figuresIn(text, AVERAGE_WEIGHT);
  const [, written, kilos] = only?.match ?? [];
  if (written === undefined || others.length > 0 || OTHER_AVERAGES.test(text)) return undefined;
  const grams = kilos ? Math.round(readDecimal(written) * GRAMS_PER_KG) : readGrams(written);
  return grams >= LIGHTEST_G && grams <= HEAVIEST_G ? grams : undefined;
}

/** Bird weights in kilograms have a decimal mark, point or comma. */
function readDecimal(written: string): number {
  return Number(written.replace(',', '.'));
}

/** In grams a mark followed by three digits separates thousands. */
function readGrams(written: string): number {
  return Number(written.replace(/[.,](?=\d{3}$)/, '').replace(',', '.'));
}

function toAsciiDigit(digit: string): string {
  return String((digit.codePointAt(0) ?? 0) - 0x0e50);
}

type Words = Readonly<Record<string, readonly string[]>>;

/** A question mark; before a letter or digit it is part of a URL. */
const QUESTION_MARK = /[？؟¿]|\?(?![\p{L}\p{N}=&%/])|\?(?=\p{Script=Han})/u;

const SENTENCE_END = /[.!;:\n。！；؛]+/u;

/** Words that may precede the first word of a question. */
const GREETINGS: Words = {
  en: ['hi', 'hello', 'hey', 'good (?:morning|evening)', 'boss', 'sir', 'please'],
  es: ['hola', 'buen[oa]s(?: d[ií]as| tardes| noches)?', 'jefe', 'por favor'],
  he: ['היי', 'הי', 'שלום', 'בוקר טוב', 'ערב טוב', 'בבקשה'],
  ar: ['مرحبا', 'السلام عليكم', 'من فضلك'],
  ru: ['привет', 'здравствуйте', 'добрый (?:день|вечер)', 'доброе утро', 'скажите'],
};

/** Openings that make a sentence a question even without a question mark. */
const OPENINGS: Words = {
  en: [
    'how (?:many|much|often|long|far|hot|cold|do|does|did|should|can|is|are|to)',
    'what (?:is|are|do|does|did|should|can|time|kind|temperature|dose|happens)',
    'when (?:is|are|do|does|did|will|should|can)',
    'where (?:is|are|do|does|did|should|can)',
    'who (?:is|are|will|can|should|comes)',
    'why',
    'which',
    'do (?:i|we|you|they)',
    '(?:can|could|may|should|does|did|will|is|are) (?:i|we|you|it|he|she|they|there|the|someone)',
  ],
  es: [
    'cuánt[oa]s?',
    'cuant[oa]s? (?!antes)\\p{L}+',
    'cuándo',
    'dónde',
    'donde (?:est[aá]n?|hay|pongo|queda)',
    'cómo',
    'como (?:hago|hacemos|pongo)',
    'qué',
    'por qué',
    'a qu[eé] hora',
    'quién(?:es)?',
    'cuál(?:es)?',
    'puedo',
    'podemos',
  ],
  he: [
    // Alone, the word for "how many" also means "a few".
    'כמה (?:ויטמין|מים|אוכל|תערובת|זמן|פעמים|ימים|מעלות|ליטר|קילו|גרם|צריך|לשים|לתת|עולה)',
    'מה (?!ש(?:קרה|היה|אמרת|נשאר))\\p{L}+',
    // Alone, the word for "who" also means "water of".
    'מי (?:אחראי|מגיע|בא|יכול|צריך|יודע)',
    'מתי',
    'איפה',
    'היכן',
    'למה',
    'מדוע',
    'איך',
    'כיצד',
    'האם',
    'לאן',
    'מאיפה',
    'איז[הו]',
    'אילו',
    'אפשר',
  ],
  ar: ['هل', 'كم', 'متى', '[أا]ين', 'لماذا', 'كيف', 'ماذا', 'من [أا]ين', 'ما ه[وي]'],
  ru: [
    'сколько',
    'где',
    'почему',
    'зачем',
    'кто',
    'как(?:ой|ая|ое|ие)',
    'куда',
    'что (?:делать|это)',
    'как (?:мне|нам|часто|долго|быть|сделать|включить|выключить)',
    'когда (?:приедет|приедут|будет|будут|начинать)',
    '(?:можно|нужно|надо) ли',
  ],
};

/** Question particles of languages without a question mark or inversion. */
const PARTICLES: Words = {
  th: [
    // With the tone mark it means "burnt".
    'ไหม(?!้)',
    'มั้ย',
    'หรือเปล่า',
    'หรือไม่',
    'หรือยัง',
    'เท่าไร',
    'เท่าไหร่',
    '(?<!ไม่)กี่',
    'เมื่อไร',
    'เมื่อไหร่',
    'ที่ไหน',
    'ทำไม',
    'อย่างไร',
    'ยังไง',
    '(?<!ไม่มี)อะไร',
  ],
  zh: [
    '[吗嗎]',
    '(?<![没沒])[什甚][么麼]',
    '怎[么麼样樣]',
    '多少',
    '[几幾][点點]',
    '哪',
    '何[时時]',
    '是否',
    '能不能',
    '可不可以',
    '要不要',
    '有[没沒]有',
  ],
};

const MOST_GREETINGS = 2;
const GREETING = new RegExp(`^(?:${allOf(GREETINGS)})[\\s,،]+`, 'iu');
const OPENING = new RegExp(`^(?:${allOf(OPENINGS)})(?!\\p{L})`, 'iu');
const PARTICLE = new RegExp(allOf(PARTICLES), 'u');

/** Whether a text asks something: by a question mark, or by the question words of its language. */
export function isQuestion(text: string): boolean {
  if (QUESTION_MARK.test(text) || PARTICLE.test(text)) return true;
  return text.split(SENTENCE_END).some(opensQuestion);
}

function opensQuestion(sentence: string): boolean {
  let remaining = sentence.trimStart();
  for (let greetings = 0; greetings <= MOST_GREETINGS; greetings++) {
    if (OPENING.test(remaining)) return true;
    const greeting = GREETING.exec(remaining)?.[0];
    if (greeting === undefined) return false;
    remaining = remaining.slice(greeting.length);
  }
  return false;
}

function allOf(words: Words): string {
  return Object.values(words).flat().join('|');
}
