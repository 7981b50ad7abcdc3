import type { units as english } from '../en/units.ts';

export const units = {
  'unit.g': '{n} g',
  'unit.kg': '{n} kg',
  'unit.L': '{n} L',
  'unit.t': '{n} t',
  'unit.ppm': '{n} ppm',
  'unit.birds': '{count, plural, one {# ave} other {# aves}}',
  'unit.eggs': '{count, plural, one {# huevo} other {# huevos}}',
  'unit.kg/m²': '{n} kg/m²',
  'unit.L/kg': '{n} L/kg',
  'unit.g/day': '{n} g/día',
  'unit.days': '{count, plural, one {{n} día} other {{n} días}}',
  'unit.hours': '{count, plural, one {{n} hora} other {{n} horas}}',
  'unit.minutes': '{count, plural, one {{n} minuto} other {{n} minutos}}',
} satisfies Record<keyof typeof english, string>;
