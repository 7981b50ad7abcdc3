/** Figures that a worker wrote down in words. */
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

// Not the end of a range, date, share or number with decimals, nor the number of a barn: what such a
// number means would be a guess.
const BEFORE =
  /(?:\d[,:/%]|\d\s?[–-]\s?|\d\s?(?:to|a|y|עד|ถึง|到|至)\s?|(?:barn|house|shed|galp[oó]n|nave|caseta|לול|מבנה|אגף|เล้า|โรงเรือน)\s?|#)$/iu;
/** At least the longest text that `BEFORE` matches. */
const BEFORE_LENGTH = 20;
const START = '(?<![\\d.]|\\d,)';
const COUNT = `${START}(\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,6})(?![\\d%–-]|[.,:/]\\d|\\s*%)`;
const DECIMAL = `${START}(\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,5}(?:[.,]\\d{1,3})?)(?![\\d%–-]|[.,:/]\\d)`;
// What may follow where "35 dead" is all that is said; "3 dead fans" is something else.
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
// An average beside one of these may be of what they eat, drink or lay.
const OTHER_AVERAGES =
  /feed|water|egg|litter|pienso|alimento|agua|huevo|אוכל|תערובת|מים|ביצ|อาหาร|น้ำ(?!หนัก)|ไข่|料|水|蛋/iu;

const DEAD = Object.values(DEAD_BIRDS)
  .flat()
  .map((pattern) => new RegExp(pattern, 'dgiu'));

/** The figures that a text states once and clearly; null when there is none. */
export function extractFigures(text: string): ExtractedFigures | null {
  const plain = text.normalize('NFKC').replace(/[๐-๙]/g, toAsciiDigit);
  const mortality = findMortality(plain);
  const weightG = findWeight(plain);
  if (mortality === undefined && weightG === undefined) return null;
  return {
    ...(mortality === undefined ? {} : { mortality }),
    ...(weightG === undefined ? {} : { weightG }),
  };
}

interface FoundFigure {
  readonly match: RegExpExecArray;
  /** Where its number begins and ends. */
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
  // Several patterns may find the same number.
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

/** In kilograms of a bird the mark is that of the decimals, point or comma. */
function readDecimal(written: string): number {
  return Number(written.replace(',', '.'));
}

/** In grams three digits behind a mark are thousands. */
function readGrams(written: string): number {
  return Number(written.replace(/[.,](?=\d{3}$)/, '').replace(',', '.'));
}

function toAsciiDigit(digit: string): string {
  return String((digit.codePointAt(0) ?? 0) - 0x0e50);
}
