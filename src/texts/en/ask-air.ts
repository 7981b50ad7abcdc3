/** What the answers about air and weather say. */
export const askAir = {
  'ask.air.now':
    '{name} in {place}: {value}{range, select, out {, outside what the birds need} other {}}{isOld, select, yes { (measured {ago} ago)} other {}}.',
  'ask.air.span': '{name} in {place}: {low} to {high}, on average {average} ({from} to {to}).',
  'ask.air.none': '{name} in {place}: not measured at that time.',
  'ask.heatStress':
    '{count, plural, =0 {No heat stress} other {{hours} of heat stress}} in {place} in the last day{hasThi, select, yes {; the birds feel {thi} now} other {}}{band, select, mild { (mild)} warning { (too hot)} critical { (dangerous)} emergency { (deadly)} other {}}.',
  'ask.noHeatHours':
    'The air in {place} is measured too rarely to count hours of heat{hasThi, select, yes {; the birds feel {thi} now} other {}}.',
  'ask.weather.now':
    'Outside it is {temp}{hasHumidity, select, yes {, humidity {humidity}} other {}}.',
  'ask.weather.ahead': 'Until {until}: between {low} and {high}.',
} as const;
