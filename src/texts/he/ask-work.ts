import type { askWork as english } from '../en/ask-work.ts';

export const askWork = {
  'ask.needsMe':
    '{count, plural, =0 {שום דבר לא דורש טיפול היום.} one {דבר אחד דורש טיפול היום.} two {שני דברים דורשים טיפול היום.} other {# דברים דורשים טיפול היום.}}',
  'ask.needsMeItem': '{severity, select, critical {קריטי: {title}} other {{title}}}',
  'ask.gaps':
    '{count, plural, =0 {לא חסר דבר.} one {דבר אחד חסר.} two {שני דברים חסרים.} other {# דברים חסרים.}}',
  'ask.gap': '{title}. {message}',
  'ask.setup': 'החווה מוגדרת ב-{pct}: {done, number} מתוך {total, number} שלבים הושלמו.',
  'ask.setupOpen': 'עוד לא: {title}',
  'ask.alerts':
    '{count, plural, =0 {אין {severity, select, critical {התראה קריטית} warning {אזהרה} info {הודעה} other {התראה}} פתוחה.} one {{severity, select, critical {התראה קריטית} warning {אזהרה} info {הודעה} other {התראה}} אחת פתוחה.} two {שתי {severity, select, critical {התראות קריטיות} warning {אזהרות} info {הודעות} other {התראות}} פתוחות.} other {# {severity, select, critical {התראות קריטיות} warning {אזהרות} info {הודעות} other {התראות}} פתוחות.}}',
  'ask.alert':
    '{severity, select, critical {קריטי: } warning {אזהרה: } other {}}{title}{hasPlace, select, yes { ({place})} other {}}, לפני {ago}.',
  'ask.missingLogs':
    '{count, plural, =0 {לכל הלהקות יש רישום להיום.} one {ללהקה אחת אין רישום להיום.} two {לשתי להקות אין רישום להיום.} other {ל-# להקות אין רישום להיום.}}',
  'ask.missingLog':
    '{place}: {count, plural, one {יום אחד} two {יומיים} other {# ימים}} ללא רישום{hasLast, select, yes {, האחרון ב-{day}} other {}}.',
  'ask.questions':
    '{count, plural, =0 {אין שאלה שממתינה.} one {שאלה אחת ממתינה לתשובה.} two {שתי שאלות ממתינות לתשובה.} other {# שאלות ממתינות לתשובה.}}',
  'ask.question': '{isNamed, select, yes {{author}} other {עובד}}, לפני {ago}: {text}',
  'ask.tasks':
    '{count, plural, =0 {אין משימות {when, select, today {להיום} overdue {באיחור} period {לתקופה הזאת} other {פתוחות}}{hasPerson, select, yes { של {person}} other {}}.} one {משימה אחת {when, select, today {להיום} overdue {באיחור} period {לתקופה הזאת} other {פתוחה}}{hasPerson, select, yes { של {person}} other {}}.} two {שתי משימות {when, select, today {להיום} overdue {באיחור} period {לתקופה הזאת} other {פתוחות}}{hasPerson, select, yes { של {person}} other {}}.} other {# משימות {when, select, today {להיום} overdue {באיחור} period {לתקופה הזאת} other {פתוחות}}{hasPerson, select, yes { של {person}} other {}}.}}',
  'ask.task':
    '{title}{hasPerson, select, yes { – {person}} other {}}{due, select, late {, הייתה אמורה להסתיים ב-{day}} today {, להיום ({day})} later {, עד {day}} other {}}.',
  'ask.contacts':
    '{count, plural, =0 {אין איש קשר כזה.} one {איש קשר אחד.} two {שני אנשי קשר.} other {# אנשי קשר.}}',
  'ask.contact':
    '{name}{hasCompany, select, yes { ({company})} other {}}{hasPhone, select, yes {, טלפון {phone}} other {, אין מספר טלפון}}{hasEmail, select, yes {, {email}} other {}}',
  'ask.noContact': 'כדאי להוסיף את איש הקשר.',
  'ask.medicines':
    '{count, plural, =0 {אין תכשיר כזה במלאי התרופות.} one {תכשיר אחד במלאי התרופות.} two {שני תכשירים במלאי התרופות.} other {# תכשירים במלאי התרופות.}}',
  'ask.medicineExpiring':
    '{count, plural, =0 {אין תרופה שפג תוקפה או שעומד לפוג.} one {תרופה אחת שפג תוקפה או שעומד לפוג.} two {שתי תרופות שפג תוקפן או שעומד לפוג.} other {# תרופות שפג תוקפן או שעומד לפוג.}}',
  'ask.medicineLow':
    '{count, plural, =0 {אין תרופה שעומדת להיגמר.} one {תרופה אחת עומדת להיגמר.} two {שתי תרופות עומדות להיגמר.} other {# תרופות עומדות להיגמר.}}',
  'ask.medicine':
    '{name}{hasStock, select, yes {: נשארו {stock}} other {: המלאי לא ידוע}}{expiry, select, past {, פג תוקף ב-{day}} ahead {, בתוקף עד {day}} other {}}.',
} satisfies Record<keyof typeof english, string>;
