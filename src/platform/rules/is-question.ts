type Words = Readonly<Record<string, readonly string[]>>;

/** A question mark; one that a letter or digit follows belongs to an address. */
const QUESTION_MARK = /[？؟¿]|\?(?![\p{L}\p{N}=&%/])|\?(?=\p{Script=Han})/u;

const SENTENCE_END = /[.!;:\n。！；؛]+/u;

/** What may come before the first word of a question. */
const GREETINGS: Words = {
  en: ['hi', 'hello', 'hey', 'good (?:morning|evening)', 'boss', 'sir', 'please'],
  es: ['hola', 'buen[oa]s(?: d[ií]as| tardes| noches)?', 'jefe', 'por favor'],
  he: ['היי', 'הי', 'שלום', 'בוקר טוב', 'ערב טוב', 'בבקשה'],
  ar: ['مرحبا', 'السلام عليكم', 'من فضلك'],
  ru: ['привет', 'здравствуйте', 'добрый (?:день|вечер)', 'доброе утро', 'скажите'],
};

/** Openings that make a sentence a question, also without its mark. */
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
    // By itself the word for "how many" also means "a few".
    'כמה (?:ויטמין|מים|אוכל|תערובת|זמן|פעמים|ימים|מעלות|ליטר|קילו|גרם|צריך|לשים|לתת|עולה)',
    'מה (?!ש(?:קרה|היה|אמרת|נשאר))\\p{L}+',
    // Alone the word for "who" also means "water of".
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

/** Question words of languages that ask without a mark and without another order of words. */
const PARTICLES: Words = {
  th: [
    // With the tone mark it is "burnt".
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
  let rest = sentence.trimStart();
  for (let greetings = 0; greetings <= MOST_GREETINGS; greetings++) {
    if (OPENING.test(rest)) return true;
    const greeting = GREETING.exec(rest)?.[0];
    if (greeting === undefined) return false;
    rest = rest.slice(greeting.length);
  }
  return false;
}

function allOf(words: Words): string {
  return Object.values(words).flat().join('|');
}
