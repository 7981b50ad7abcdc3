const SMALL: Readonly<Record<string, number>> = {
  cero: 0,
  un: 1,
  uno: 1,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
};
const TEENS: Readonly<Record<string, number>> = {
  diez: 10,
  once: 11,
  doce: 12,
  trece: 13,
  catorce: 14,
  quince: 15,
  dieciséis: 16,
  diecisiete: 17,
  dieciocho: 18,
  diecinueve: 19,
  veinte: 20,
  veintiún: 21,
};
const TENS: Readonly<Record<string, number>> = {
  treinta: 30,
  cuarenta: 40,
  cincuenta: 50,
  sesenta: 60,
  setenta: 70,
  ochenta: 80,
  noventa: 90,
};
const HUNDREDS: Readonly<Record<string, number>> = {
  doscient: 200,
  trescient: 300,
  cuatrocient: 400,
  quinient: 500,
  seiscient: 600,
  setecient: 700,
  ochocient: 800,
  novecient: 900,
};

const ones = Object.entries(SMALL).filter(([, value]) => value > 0);

/** Number words; "treinta y dos" stands as a whole. */
export const numbers: Readonly<Record<string, number>> = {
  ...SMALL,
  ...TEENS,
  ...Object.fromEntries(ones.map(([word, value]) => [`veinti${word}`, 20 + value])),
  ...TENS,
  ...Object.fromEntries(
    Object.entries(TENS).flatMap(([ten, tens]) =>
      ones.map(([word, value]) => [`${ten} y ${word}`, tens + value] as const),
    ),
  ),
  cien: 100,
  ciento: 100,
  ...Object.fromEntries(
    Object.entries(HUNDREDS).flatMap(([stem, value]) => [
      [`${stem}os`, value] as const,
      [`${stem}as`, value] as const,
    ]),
  ),
  mil: 1000,
};
