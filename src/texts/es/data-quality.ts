import type { dataQuality as english } from '../en/data-quality.ts';

export const dataQuality = {
  'dataQuality.negative_population': 'Lote {flock}: salieron {gone}, pero solo llegaron {placed}.',
  'dataQuality.duplicate_log':
    '{count, plural, one {# registro} other {# registros}} del mismo lote el {day}; vale el que se cambió de último.',
  'dataQuality.age_mismatch':
    'El registro del {day} dice una edad de {logged}; según la fecha de llegada es de {age}.',
  'dataQuality.eggs_broken_gt_eggs':
    'El {day} hubo más huevos rotos que recogidos: {broken} contra {eggs}.',
  'dataQuality.temp_order':
    'Las temperaturas del {day} se contradicen: {pair, select, minAvg {mínima {low}, media {high}} avgMax {media {low}, máxima {high}} other {mínima {low}, máxima {high}}}.',
  'dataQuality.future_date': 'La fecha está en el futuro: {day}.',
  'dataQuality.zero_streak':
    'Lote {flock}: ninguna muerte en {days}, del {from} al {to}; en un lote tan grande siempre muere alguna ave.',
  'dataQuality.identical_values':
    'Lote {flock}: los mismos datos durante {days}, del {from} al {to}.',
  'dataQuality.suspect_value': 'Lote {flock}: {what}',
  'suspect.range':
    '{field, select, avgWeightGr {peso medio} other {peso de venta}} de {value} el {day}; lo plausible sería de {low} a {high}.',
  'suspect.most':
    '{field, select, feedKg {alimento consumido} other {agua consumida}}: {value} el {day}; lo plausible sería como máximo {high}.',
  'suspect.breed':
    'No se conoce ningún estándar para la raza «{breed}». ¿Quiso decir {suggestion}?',
  'suspect.ask':
    '{isBreed, select, yes {¿Guardar el lote con esta raza de todos modos?} other {¿Guardar de todos modos? Lo que no puede ser correcto queda fuera de todos los cálculos.}}',
  'suspect.notStored': 'No se guardó nada.',
  'suspect.stored':
    '{field, select, avgWeightGr {El peso medio} feedKg {El alimento consumido} waterL {El agua consumida} other {El peso de venta}} no puede ser así. Se guardó, pero queda fuera de todos los cálculos.',
  'dataQuality.weight_jump':
    'Lote {flock}: de {from} el {fromDay} a {to} el {toDay}, {pct} por día.',
  'dataQuality.log_before_placement':
    'El registro del {day} es anterior a la llegada el {placement}.',
} satisfies Record<keyof typeof english, string>;
