import type { askAir as english } from '../en/ask-air.ts';

export const askAir = {
  'ask.air.now':
    '{name} en {place}: {value}{range, select, out {, fuera de lo que necesitan las aves} other {}}{isOld, select, yes { (medido hace {ago})} other {}}.',
  'ask.air.span': '{name} en {place}: de {low} a {high}, en promedio {average} ({from} a {to}).',
  'ask.air.none': '{name} en {place}: sin mediciones.',
  'ask.heatStress':
    '{count, plural, =0 {Sin estrés por calor} other {{hours} de estrés por calor}} en {place} en el último día{hasThi, select, yes {; ahora las aves sienten {thi}} other {}}{band, select, mild { (leve)} warning { (demasiado calor)} critical { (peligroso)} emergency { (mortal)} other {}}.',
  'ask.noHeatHours':
    'El aire de {place} se mide muy poco para contar horas de calor{hasThi, select, yes {; ahora las aves sienten {thi}} other {}}.',
  'ask.weather.now': 'Afuera hay {temp}{hasHumidity, select, yes {, humedad {humidity}} other {}}.',
  'ask.weather.ahead': 'Hasta el {until}: entre {low} y {high}.',
} satisfies Record<keyof typeof english, string>;
