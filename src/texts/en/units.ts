/** How numbers are written with the units that Intl does not know. */
export const units = {
  'unit.g': '{n} g',
  'unit.kg': '{n} kg',
  'unit.L': '{n} L',
  'unit.t': '{n} t',
  'unit.ppm': '{n} ppm',
  'unit.birds': '{count, plural, one {# bird} other {# birds}}',
  'unit.eggs': '{count, plural, one {# egg} other {# eggs}}',
  'unit.kg/m²': '{n} kg/m²',
  'unit.L/kg': '{n} L/kg',
  'unit.g/day': '{n} g/day',
  'unit.days': '{count, plural, one {{n} day} other {{n} days}}',
  'unit.hours': '{count, plural, one {{n} hour} other {{n} hours}}',
  'unit.minutes': '{count, plural, one {{n} minute} other {{n} minutes}}',
} as const;
