import type { health as english } from '../en/health.ts';

export const health = {
  'health.driver.mortality': '{own} מהעופות מתו; בגיל הזה מקובל {expected}.',
  'health.driver.spike':
    '{count, plural, one {עוף אחד מת} two {# עופות מתו} other {# עופות מתו}} ביום אחד{basis, select, far {, הרבה יותר מקודם ({usual} ביום)} more {; קודם מתו {usual} ביום} other {}}.',
  'health.driver.water': 'העופות שתו {drop} פחות מהימים הקודמים.',
  'health.driver.weight': 'העופות שוקלים {below} פחות מתקן הגזע.',
  'health.driver.heat': 'ביממה האחרונה היה לעופות חם מדי במשך {hours}.',
  'health.driver.ammonia': 'האמוניה עלתה ל-{highest}.',
  'health.driver.laying': 'שיעור ההטלה {own}; בגיל זה מקובל {standard}.',
  'health.driver.alert': 'התראה קריטית פתוחה: {title}',
} satisfies Record<keyof typeof english, string>;
