import type { vision as english } from '../en/vision.ts';

export const vision = {
  'vision.count.fewer.title': '{barn}: המצלמה סופרת {gap} פחות עופות מהיומן',
  'vision.count.more.title': '{barn}: המצלמה סופרת {gap} יותר עופות מהיומן',
  'vision.count.fits.title': '{barn}: ספירת המצלמה תואמת ליומן',
  'vision.count.fewer.whole':
    'מצלמה {camera} ספרה {counted}, ביומן רשומים {logged}: חסרים {difference} (−{gap}). כדאי לבדוק אם יש תמותה או שיווק שלא נרשמו, ומה המצלמה רואה.',
  'vision.count.more.whole':
    'מצלמה {camera} ספרה {counted}, ביומן רשומים {logged}: עודף של {difference} (+{gap}). כדאי לבדוק כמה אפרוחים התקבלו ומה נרשם כתמותה או כשיווק.',
  'vision.count.fits.whole': 'מצלמה {camera} ספרה {counted}, ביומן רשומים {logged}: פער של {gap}.',
  'vision.count.fewer.part':
    'מצלמה {camera} רואה רק חלק מהלול; בחישוב לכל הלול יוצא {counted}, ביומן רשומים {logged}: חסרים {difference} (−{gap}).',
  'vision.count.more.part':
    'מצלמה {camera} רואה רק חלק מהלול; בחישוב לכל הלול יוצא {counted}, ביומן רשומים {logged}: עודף של {difference} (+{gap}).',
  'vision.count.fits.part':
    'מצלמה {camera} רואה רק חלק מהלול; בחישוב לכל הלול יוצא {counted}, ביומן רשומים {logged}: פער של {gap}.',
  'vision.panting.title': '{barn}: העופות מלחיתים',
  'vision.panting.fits.title': '{barn}: העופות כבר לא מלחיתים',
  'vision.panting.message':
    'מצלמה {camera} רואה עופות עם מקור פתוח, עוצמה {value}. חם להם מדי: לבדוק מאווררים, צינון ומים.',
  'vision.panting.fits': 'מצלמה {camera} לא רואה הלחתה משמעותית, עוצמה {value}.',
  'vision.clustering.title': '{barn}: העופות מצטופפים',
  'vision.clustering.fits.title': '{barn}: העופות כבר לא מצטופפים',
  'vision.clustering.message':
    'מצלמה {camera} רואה עופות נדחקים יחד, עוצמה {value}. לבדוק חימום, רוח פרצים ותאורה, ואם משהו הבהיל אותם.',
  'vision.clustering.fits': 'מצלמה {camera} לא רואה הצטופפות משמעותית, עוצמה {value}.',
  'vision.poor_spread.title': '{barn}: פיזור העופות לא אחיד',
  'vision.poor_spread.fits.title': '{barn}: פיזור העופות שוב אחיד',
  'vision.poor_spread.message':
    'מצלמה {camera} רואה שהעופות מתרחקים מחלק מהלול, עוצמה {value}. לבדוק שם אוויר, רפד, תאורה ומתקני שתייה והאבסה.',
  'vision.poor_spread.fits': 'מצלמה {camera} רואה פיזור אחיד, עוצמה {value}.',
  'vision.with_temperature': '{said} בלול {temp}, היעד {target}.',
  'vision.activity.title': '{barn}: העופות זזים {drop} פחות מהרגיל',
  'vision.activity.fits.title': '{barn}: העופות זזים כרגיל',
  'vision.activity.message':
    'מצלמה {camera} רואה פעילות של {now}; בימים האחרונים הרגיל היה {usual}, כלומר ירידה של {drop}. לבדוק את העופות, את המים ואת התערובת.',
  'vision.activity.less': 'מצלמה {camera} רואה פעילות של {now}; הרגיל הוא {usual} (−{drop}).',
  'vision.activity.rise': 'מצלמה {camera} רואה פעילות של {now}; הרגיל הוא {usual} (+{drop}).',
  'vision.deaths.title': '{barn}: התמותה ב-{day} שונה בין המצלמות ליומן',
  'vision.deaths.fits.title': '{barn}: התמותה ב-{day} תואמת',
  'vision.deaths.fewer':
    'ביומן של {day} נרשמה תמותה של {logged}, המצלמות ראו {seen}: {difference} פחות. לבדוק את הרישום ומה המצלמות רואות.',
  'vision.deaths.more':
    'המצלמות ראו תמותה של {seen} ב-{day}, ביומן נרשמו {logged}: {difference} יותר. לבדוק אם כל הפגרים נאספו ונרשמו.',
  'vision.deaths.no_log':
    'המצלמות ראו תמותה של {seen} ב-{day}, וביומן של אותו יום לא נרשמה תמותה. נא לרשום.',
  'vision.deaths.fits': 'המצלמות ראו תמותה של {seen} ב-{day}, ביומן נרשמו {logged}.',
} satisfies Record<keyof typeof english, string>;
