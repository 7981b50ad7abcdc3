import type { context as english } from '../en/context.ts';

export const context = {
  'context.farm.stocked':
    '{farm}: {barns, plural, one {לול אחד} two {שני לולים} other {# לולים}}, {flocks, plural, one {להקה אחת} two {שתי להקות} other {# להקות}}, {birds, plural, one {עוף אחד} two {שני עופות} other {# עופות}}.',
  'context.farm.uncounted':
    '{farm}: {barns, plural, one {לול אחד} two {שני לולים} other {# לולים}}, {flocks, plural, one {להקה אחת} two {שתי להקות} other {# להקות}}; לא כל העופות נספרו בקליטה.',
  'context.farm.empty':
    '{farm}: {barns, plural, =0 {אין לולים} one {לול אחד} two {שני לולים} other {# לולים}}, {flocks, plural, =0 {אין עופות} one {להקה אחת} two {שתי להקות} other {# להקות}}.',
  'context.barn': '{barn}: {facts}.',
  'context.moreBarns':
    '{count, plural, one {ועוד לול אחד} two {ועוד שני לולים} other {ועוד # לולים}}.',
  'context.and': '{first}, {rest}',
  'context.then': '{first}; {rest}',
  'context.fact.empty':
    '{status, select, cleaning {ריק, בניקיון} maintenance {ריק, בתחזוקה} inactive {לא בשימוש} other {אין עופות}}',
  'context.fact.flock': 'להקה {flock}',
  'context.fact.unnamedFlock': 'להקה אחת',
  'context.fact.breed': '{breed}',
  'context.fact.age': '{count, plural, one {גיל יום אחד} two {גיל יומיים} other {גיל # ימים}}',
  'context.fact.birds': '{count, plural, one {עוף אחד} two {שני עופות} other {# עופות}}',
  'context.fact.deaths':
    '{count, plural, one {תמותה עוף אחד} two {תמותה שני עופות} other {תמותה #}} ({pct})',
  'context.fact.weight': '{weight} ב-{day}',
  'context.fact.notWeighed': 'עדיין לא נשקלה',
  'context.fact.deviation':
    '{side, select, above {{pct} מעל התקן} below {{pct} מתחת לתקן} other {סטייה של {pct} מהתקן}}',
  'context.fact.lastLog': 'רישום אחרון ב-{day}',
  'context.fact.neverLogged': 'עדיין אין רישום',
  'context.fact.temp': '{temp}',
  'context.fact.humidity': 'לחות {humidity}',
  'context.fact.outOfRange':
    '{measure, select, temp {טמפרטורה חורגת} humidity {לחות חורגת} co2 {CO2 גבוה מדי} other {אמוניה גבוהה מדי}}',
  'context.fact.measuredAgo': 'נמדד לפני {ago}',
  'context.noAlerts': 'אין התראות פתוחות.',
  'context.alerts':
    '{count, plural, one {התראה פתוחה אחת} two {שתי התראות פתוחות} other {# התראות פתוחות}}, {critical, plural, =0 {אף אחת לא קריטית} one {אחת קריטית} two {שתיים קריטיות} other {# קריטיות}}; החמורה ביותר: {alert}.',
  'context.questions':
    '{count, plural, one {שאלה אחת ממתינה לתשובה} two {שתי שאלות ממתינות לתשובה} other {# שאלות ממתינות לתשובה}}.',
  'context.tasks':
    '{count, plural, one {משימה פתוחה אחת} two {שתי משימות פתוחות} other {# משימות פתוחות}}: {overdue, plural, =0 {אין באיחור} one {אחת באיחור} two {שתיים באיחור} other {# באיחור}}, {today, plural, =0 {אין להיום} one {אחת להיום} two {שתיים להיום} other {# להיום}}.',
  'context.medicineExpired':
    '{count, plural, one {תכשיר אחד פג תוקף במלאי} two {שני תכשירים פגי תוקף במלאי} other {# תכשירים פגי תוקף במלאי}}: {names}.',
  'context.medicineLow':
    '{count, plural, one {מלאי נמוך של תכשיר אחד} two {מלאי נמוך של שני תכשירים} other {מלאי נמוך של # תכשירים}}: {names}.',
  'context.hardwareDown':
    '{count, plural, one {התקן או חיבור אחד לא פועל} two {שני התקנים או חיבורים לא פועלים} other {# התקנים וחיבורים לא פועלים}}: {names}.',
  'context.camerasUnregistered':
    '{count, plural, one {מצלמה אחת משדרת בלי שנרשמה} two {שתי מצלמות משדרות בלי שנרשמו} other {# מצלמות משדרות בלי שנרשמו}}.',
  'context.money':
    '90 הימים האחרונים, בפועל: {revenue} ממכירות, {feed} על תערובת, {expenses} על כל השאר, יתרה {net}.',
} satisfies Record<keyof typeof english, string>;
