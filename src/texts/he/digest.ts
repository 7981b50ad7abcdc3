import type { digest as english } from '../en/digest.ts';

export const digest = {
  'digest.spike':
    '{flock}: {when, select, today {{count, plural, one {עוף אחד מת היום} two {שני עופות מתו היום} other {# עופות מתו היום}}} yesterday {{count, plural, one {עוף אחד מת אתמול} two {שני עופות מתו אתמול} other {# עופות מתו אתמול}}} other {{count, plural, one {עוף אחד מת ב-{day}} two {שני עופות מתו ב-{day}} other {# עופות מתו ב-{day}}}}}, פי {ratio, number} מהממוצע השבועי',
  'digest.spikeYoung':
    '{flock}: {when, select, today {{count, plural, one {אפרוח אחד מת היום} two {שני אפרוחים מתו היום} other {# אפרוחים מתו היום}}} yesterday {{count, plural, one {אפרוח אחד מת אתמול} two {שני אפרוחים מתו אתמול} other {# אפרוחים מתו אתמול}}} other {{count, plural, one {אפרוח אחד מת ב-{day}} two {שני אפרוחים מתו ב-{day}} other {# אפרוחים מתו ב-{day}}}}}, פי {ratio, number} מהמקובל בגיל הזה',
  'digest.spikeShare':
    '{flock}: {when, select, today {{count, plural, one {עוף אחד מת היום} two {שני עופות מתו היום} other {# עופות מתו היום}}} yesterday {{count, plural, one {עוף אחד מת אתמול} two {שני עופות מתו אתמול} other {# עופות מתו אתמול}}} other {{count, plural, one {עוף אחד מת ב-{day}} two {שני עופות מתו ב-{day}} other {# עופות מתו ב-{day}}}}}, {pct} מהלהקה',
  'digest.moreSpikes':
    '{count, plural, one {תמותה גבוהה בלהקה אחת נוספת} two {תמותה גבוהה בשתי להקות נוספות} other {תמותה גבוהה ב-# להקות נוספות}}',
  'digest.alerts.critical':
    '{count, plural, one {התראה קריטית: {alert}} two {שתי התראות קריטיות, הראשונה: {alert}} other {# התראות קריטיות, הראשונה: {alert}}}',
  'digest.alerts.warning':
    '{count, plural, one {אזהרה: {alert}} two {שתי אזהרות, הראשונה: {alert}} other {# אזהרות, הראשונה: {alert}}}',
  'digest.questions':
    '{count, plural, one {{isNamed, select, yes {שאלה של {author} ממתינה לתשובה} other {שאלה של עובד ממתינה לתשובה}} כבר {ago}} two {שתי שאלות ממתינות לתשובה, הוותיקה כבר {ago}} other {# שאלות ממתינות לתשובה, הוותיקה כבר {ago}}}',
  'digest.missingLogs':
    '{count, plural, one {אין רישום ללהקה {flock} כבר {days}} two {שתי להקות ללא רישום: {flocks}} other {# להקות ללא רישום: {flocks}}}',
  'digest.tasks':
    '{count, plural, one {משימה אחת להיום} two {שתי משימות להיום} other {# משימות להיום}}{overdue, plural, =0 {} one {, אחת באיחור} two {, שתיים באיחור} other {, # באיחור}}',
  'digest.heat.warning': 'צפוי חום: עומס חום של עד {thi} לעופות',
  'digest.heat.critical': 'צפוי חום מסוכן: עומס חום של עד {thi} לעופות',
  'digest.cold': 'צפוי קור, ויש עופות צעירים בלולים',
  'digest.quiet': 'לילה שקט: אין אזהרות ואין תמותה חריגה',
  'digest.noBirds': 'אין עופות בלולים',
} satisfies Record<keyof typeof english, string>;
