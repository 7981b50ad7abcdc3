const SMALL = [
  ['אפס'],
  ['אחד', 'אחת'],
  ['שניים', 'שתיים', 'שני', 'שתי', 'שנים', 'שתים', 'יים'],
  ['שלושה', 'שלוש', 'שלושת', 'שלשה', 'שלש'],
  ['ארבעה', 'ארבע', 'ארבעת'],
  ['חמישה', 'חמש', 'חמשת', 'חמשה'],
  ['שישה', 'שש', 'ששת', 'ששה'],
  ['שבעה', 'שבע', 'שבעת'],
  ['שמונה', 'שמונת'],
  ['תשעה', 'תשע', 'תשעת'],
  ['עשרה', 'עשר', 'עשרת'],
] as const;
const TENS = ['עשרים', 'שלושים', 'ארבעים', 'חמישים', 'שישים', 'שבעים', 'שמונים', 'תשעים'] as const;
const LARGE = {
  מאה: 100,
  מאות: 100,
  מאתיים: 200,
  אלף: 1000,
  אלפים: 1000,
  אלפיים: 2000,
  מיליון: 1_000_000,
} as const;

function numberWords(): Record<string, number> {
  const small = SMALL.flatMap((words, value) => words.map((word) => [word, value] as const));
  const teens = small
    .filter(([, value]) => value >= 1 && value <= 9)
    .flatMap(([word, value]) =>
      ['עשר', 'עשרה'].map((ten) => [`${word} ${ten}`, value + 10] as const),
    );
  const tens = TENS.map((word, index) => [word, 10 * (index + 2)] as const);
  // "twenty and five": the last part is joined by a letter.
  const joined = [...small, ...teens, ...tens].map(([word, value]) => [`ו${word}`, value] as const);
  return Object.fromEntries([...small, ...teens, ...tens, ...joined, ...Object.entries(LARGE)]);
}

/** The Hebrew words for numbers, in both genders and joined by `ו`. */
export const numbers: Readonly<Record<string, number>> = numberWords();
