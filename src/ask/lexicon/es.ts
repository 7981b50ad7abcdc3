import symbols from '../lexicons/es.json' with { type: 'json' };
import orders from '../lexicons/es-orders.json' with { type: 'json' };
import { examples } from './es/examples.ts';
import { modifiers } from './es/modifiers.ts';
import { numbers } from './es/numbers.ts';
import { openings } from './es/openings.ts';
import { conjunctions, courtesies, fillers, refusals } from './es/speech.ts';
import { times } from './es/times.ts';
import { topics } from './es/topics.ts';
import { commandWords } from './es/verbs.ts';
import { words } from './es/words.ts';
import type { Lexicon } from './lexicon.ts';

/** Plurals in -s and -es. */
function plural(phrase: string): readonly string[] {
  // "las más bajas" are deaths.
  if (phrase === 'más baja') return [];
  if (/z$/.test(phrase)) return [`${phrase.slice(0, -1)}ces`];
  if (/[aeiouáéíóú]$/.test(phrase)) return [`${phrase}s`];
  return /[lnrd]$/.test(phrase) ? [`${phrase}es`] : [];
}

const BARN =
  '(galpón|galpones|nave|naves|caseta|casetas|galera|galeras|galerón|gallinero|módulo|pabellón|gp|g)';
const NUMBER = '[(número|numero|num|num.|nro|nro.|no|no.|nº|n°|#)]';
const FLOCK = '(lote|parvada|camada|crianza)';
const FARM = '(granja|finca|hacienda)';

/** Spanish. */
export const es: Lexicon = {
  language: 'es',
  symbols,
  orders,
  weekBegins: 'monday',
  dateOrder: 'dmy',
  decimal: ',',
  gluedPrefixes: [],
  inflect: plural,
  concepts: { ...topics, ...modifiers },
  words,
  times,
  examples,
  fillers,
  numbers,
  multipliers: [100, 1000],
  units: {
    g: ['g', 'gr', 'grs', 'gramos', 'gramo'],
    kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogramos', 'kilogramo', 'k'],
    t: ['t', 'tn', 'ton', 'tons', 'tonelada', 'toneladas'],
    L: ['l', 'lt', 'lts', 'litro', 'litros'],
    m3: ['m3', 'metros cúbicos', 'metro cúbico'],
    sqm: ['m2', 'metros cuadrados', 'metros'],
    money: [
      'pesos',
      'peso',
      'dólares',
      'euros',
      'euro',
      'soles',
      'sol',
      'lempiras',
      'quetzales',
      'mxn',
      'cop',
      'ars',
      'usd',
      'eur',
      'ils',
      '$',
      '€',
      '₪',
      '฿',
    ],
    degrees: ['grados', 'grado', '°', '°c'],
    percent: ['%', 'por ciento'],
    birds: [
      'aves',
      'pollos',
      'pollitos',
      'pollitas',
      'gallinas',
      'ponedoras',
      'animales',
      'cabezas',
      'pollitos bebé',
    ],
    eggs: ['huevos', 'huevo', 'blanquillos'],
  },
  months: [
    ['enero', 'ene'],
    ['febrero', 'feb'],
    ['marzo', 'mar'],
    ['abril', 'abr'],
    ['mayo', 'may'],
    ['junio', 'jun'],
    ['julio', 'jul'],
    ['agosto', 'ago'],
    ['septiembre', 'setiembre', 'sept', 'sep', 'set'],
    ['octubre', 'oct'],
    ['noviembre', 'nov'],
    ['diciembre', 'dic'],
  ],
  weekdays: [
    ['domingo', 'dom'],
    ['lunes', 'lun'],
    ['martes'],
    ['miércoles', 'mie'],
    ['jueves', 'jue'],
    ['viernes', 'vie'],
    ['sábado', 'sab'],
  ],
  dates: [
    '{day} de {month} [(de|del)] [{year}]',
    '{day} {month} [{year}]',
    'primero de {month} [(de|del)] [{year}]',
    'el {day} [(de este mes|del mes|del corriente)]',
  ],
  mentions: {
    barn: [
      `${BARN} ${NUMBER} {number}`,
      `${BARN} {name}`,
      'barn {number}',
      '(en|de) la {number}',
      'en el {number}',
      'la {number}',
    ],
    flock: [`${FLOCK} ${NUMBER} {number}`, `${FLOCK} {name}`],
    farm: [
      `[(en|de)] [la] ${FARM} [(llamada|que se llama)] {name}`,
      `${FARM} (los|las|el|la|san|santa|don|doña) {name}`,
      `${FARM} (de|del|de la|de los|de mi|de don|de un|del señor) {name}`,
    ],
    everything: [
      'toda la granja',
      'la granja entera',
      'la granja completa',
      'todos los galpones',
      'todas las naves',
      'todas las casetas',
      'todos los lotes',
      'todas las parvadas',
      'en general',
      'cada nave',
    ],
  },
  courtesies,
  openings,
  refusals,
  commands: commandWords,
  conjunctions,
};
