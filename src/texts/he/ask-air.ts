import type { askAir as english } from '../en/ask-air.ts';

export const askAir = {
  'ask.air.now':
    '{place}: {name} {value}{range, select, out {, מחוץ לטווח שהעופות צריכים} other {}}{isOld, select, yes { (נמדד לפני {ago})} other {}}.',
  'ask.air.span': '{place}: {name} בין {low} ל-{high}, בממוצע {average} ({from} עד {to}).',
  'ask.air.none': '{place}: {name} – אין מדידה.',
  'ask.heatStress':
    '{place}: {count, plural, =0 {לא היה עומס חום} other {{hours} של עומס חום}} ביממה האחרונה{hasThi, select, yes {; כעת העופות מרגישים {thi}} other {}}{band, select, mild { (קל)} warning { (חם מדי)} critical { (מסוכן)} emergency { (קטלני)} other {}}.',
  'ask.noHeatHours':
    '{place}: המדידות נדירות מכדי לספור שעות חום{hasThi, select, yes {; כעת העופות מרגישים {thi}} other {}}.',
  'ask.weather.now': 'בחוץ {temp}{hasHumidity, select, yes {, לחות {humidity}} other {}}.',
  'ask.weather.ahead': 'עד {until}: בין {low} ל-{high}.',
} satisfies Record<keyof typeof english, string>;
