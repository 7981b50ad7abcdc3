import { arVerb, imperatives, type OrderVerb } from './imperatives.ts';

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
const SEND: OrderVerb = { you: ['envia'], formal: 'envie', infinitive: 'enviar' };
const BUY = arVerb('compr');

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
