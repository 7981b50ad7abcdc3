import type { weather as english } from '../en/weather.ts';

export const weather = {
  'weather.no_coordinates': 'לחווה אין קואורדינטות, ולכן אי אפשר לבקש תחזית.',
  'weather.no_weather_source': 'לחווה אין חיבור לשירות מזג אוויר.',
  'weather.weather_source_off': 'החיבור לשירות מזג האוויר כבוי.',
  'weather.weather_source_failing':
    '{hasError, select, yes {החיבור {source} אינו פועל: {error}} other {החיבור {source} אינו פועל.}}',
  'weather.no_forecast': 'עדיין אין תחזית.',
  'weather.short_forecast': 'התחזית מגיעה רק {hours} קדימה.',
  'weather.heat_warning': 'חום מ-{from} עד {until}: עומס חום בחוץ של עד {thi}.',
  'weather.heat_critical': 'חום מסוכן מ-{from} עד {until}: עומס חום בחוץ של עד {thi}.',
  'weather.cold': 'קור מ-{from} עד {until}, עד {temp}, ויש אפרוחים בלולים.',
  'weather.task.heat_warning': 'לבדוק מאווררים, מזרני קירור ומים לפני החום',
  'weather.task.heat_critical': 'להיערך לחום מסוכן: קירור, מים, בלי טיפול בעופות ובלי מזון בצהריים',
  'weather.task.cold': 'לבדוק תנורי חימום וגז ולסגור פרצות לפני הקור',
} satisfies Record<keyof typeof english, string>;
