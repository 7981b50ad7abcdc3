import { arVerb, CLITICS, imperatives, type OrderVerb, orderForms } from './imperatives.ts';

const ADD = arVerb('agreg', 'agregu');
const PUT_IN: OrderVerb = { you: ['añade', 'añadi'], formal: 'añada', infinitive: 'añadir' };
const PUT: OrderVerb = { you: ['pon', 'pone'], formal: 'ponga', infinitive: 'poner' };
const DO: OrderVerb = { you: ['haz', 'hace'], formal: 'haga', infinitive: 'hacer' };
const ASK: OrderVerb = { you: ['pide', 'pedi'], formal: 'pida', infinitive: 'pedir' };
const OPEN: OrderVerb = { you: ['abre', 'abri'], formal: 'abra', infinitive: 'abrir' };
const WRITE: OrderVerb = { you: ['escribe', 'escribi'], formal: 'escriba', infinitive: 'escribir' };
const INSERT: OrderVerb = { you: ['mete', 'mete'], formal: 'meta', infinitive: 'meter' };
const CLOSE: OrderVerb = { you: ['cierra', 'cerra'], formal: 'cierre', infinitive: 'cerrar' };
const REMIND: OrderVerb = {
  you: ['recuerda', 'recorda'],
  formal: 'recuerde',
  infinitive: 'recordar',
};
const TELL: OrderVerb = { you: ['di', 'deci'], formal: 'diga', infinitive: 'decir' };
const GIVE: OrderVerb = { you: ['da'], formal: 'de', infinitive: 'dar' };
const SEND: OrderVerb = { you: ['envia'], formal: 'envie', infinitive: 'enviar' };
const GO: OrderVerb = { you: ['ve', 'anda'], formal: 'vaya', infinitive: 'ir' };
const SHOW: OrderVerb = { you: ['muestra', 'mostra'], formal: 'muestre', infinitive: 'mostrar' };
const BUY = arVerb('compr');
const TEACH: OrderVerb = { you: ['enseña'], formal: 'enseñe', infinitive: 'enseñar' };

const NOTE = [
  arVerb('anot'),
  arVerb('apunt'),
  arVerb('registr'),
  arVerb('carg', 'cargu'),
  arVerb('ingres'),
  arVerb('report'),
  arVerb('guard'),
  arVerb('asient'),
  ADD,
  PUT_IN,
  PUT,
  INSERT,
  WRITE,
];
const MAKE = [
  { you: ['crea'], formal: 'cree', infinitive: 'crear' },
  arVerb('gener'),
  arVerb('program'),
  arVerb('asign'),
  arVerb('abr'),
  DO,
  OPEN,
];
const OTHERS = [
  arVerb('borr'),
  arVerb('elimin'),
  arVerb('quit'),
  arVerb('cancel'),
  arVerb('cambi'),
  arVerb('modific', 'modifiqu'),
  arVerb('actualiz', 'actualic'),
  arVerb('mand'),
  arVerb('transfier'),
  arVerb('apag', 'apagu'),
  arVerb('vaci'),
  arVerb('reinici'),
  arVerb('compart'),
  arVerb('vend'),
  { you: ['enciende', 'encende', 'prende'], formal: 'encienda', infinitive: 'encender' },
  { you: ['sube', 'subi'], formal: 'suba', infinitive: 'subir' },
  { you: ['baja'], formal: 'baje', infinitive: 'bajar' },
  SEND,
] as const;

/** One of several verbs as a part of a template, with a courtesy behind it or none. */
function choice(verbs: readonly OrderVerb[]): string {
  const bases = new Set(verbs.flatMap(orderForms));
  return `(${[...bases].join('|')})[(${CLITICS.join('|')})] [(por favor|porfa|ahí|allí|ahora|ya)]`;
}

const ORDER = [ASK, ...['orden', 'encarg', 'solicit'].map((stem) => arVerb(stem)), DO, BUY];
const ORDER_FORMAL = [arVerb('encarg', 'encargu')];
const FINISH = [
  arVerb('complet'),
  arVerb('termin'),
  arVerb('finaliz', 'finalic'),
  arVerb('marc', 'marqu'),
  CLOSE,
];
const RAISE = [arVerb('levant'), arVerb('lanz', 'lanc'), arVerb('emit')];
const PLACE = [arVerb('aloj'), arVerb('encaset'), arVerb('inici')];
const SET = [
  arVerb('fij'),
  { you: ['establece'], formal: 'establezca', infinitive: 'establecer' },
  PUT,
  arVerb('configur'),
  arVerb('ubic', 'ubiqu'),
];
const LEAD = [
  OPEN,
  GO,
  SHOW,
  TEACH,
  { you: ['lleva'], formal: 'lleve', infinitive: 'llevar' },
  { you: ['entra'], formal: 'entre', infinitive: 'entrar' },
];

/** Verbs of orders, each group as a part of templates. */
export const verbs = {
  note: choice(NOTE),
  make: choice([...MAKE, ...NOTE]),
  order: choice([...ORDER, ...ORDER_FORMAL]),
  finish: choice(FINISH),
  mark: choice([arVerb('marc', 'marqu'), PUT, GIVE]),
  give: choice([GIVE]),
  raise: choice([...RAISE, ...MAKE, PUT, ADD, PUT_IN]),
  place: choice([...PLACE, ...MAKE, ...NOTE]),
  set: choice(SET),
  remind: choice([REMIND, TELL, arVerb('avis'), arVerb('encarg', 'encargu')]),
  lead: choice(LEAD),
  keep: choice([...NOTE, ...MAKE, arVerb('agend')]),
} as const;

const QUESTIONS_TOO = new Set(['entra', 'da', 'de', 'ir', 've', 'pone', 'anda', 'deci', 'hace']);

/** Words that begin an order. */
export const commandWords: readonly string[] = [
  ...new Set(
    [
      ...NOTE,
      ...MAKE,
      ...OTHERS,
      ...ORDER,
      ...ORDER_FORMAL,
      ...FINISH,
      ...RAISE,
      ...PLACE,
      REMIND,
      ...SET,
    ].flatMap(imperatives),
  ),
].filter((word) => !QUESTIONS_TOO.has(word));
