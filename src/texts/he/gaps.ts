import type { gaps as english } from '../en/gaps.ts';

export const gaps = {
  'gap.amount':
    '{unit, select, none {{count, number}} ml {{count, number} מ"ל} l {{count, number} ליטר} g {{count, number} גרם} kg {{count, number} ק"ג} doses {{count, plural, one {מנה אחת} two {שתי מנות} other {# מנות}}} vials {{count, plural, one {בקבוקון אחד} two {שני בקבוקונים} other {# בקבוקונים}}} bottles {{count, plural, one {בקבוק אחד} two {שני בקבוקים} other {# בקבוקים}}} sachets {{count, plural, one {שקית אחת} two {שתי שקיות} other {# שקיות}}} tablets {{count, plural, one {טבליה אחת} two {שתי טבליות} other {# טבליות}}} units {{count, plural, one {יחידה אחת} two {שתי יחידות} other {# יחידות}}} other {{count, number} {unit}}}',
  'gap.flock_no_log_today.title': 'ללהקה {flock} אין רישום יומי להיום',
  'gap.flock_no_log_today.last': 'הרישום האחרון הוא מ-{day}.',
  'gap.flock_no_log_today.never': 'לא נרשם דבר מאז שהגיעה ב-{day}.',
  'gap.worker_question_unanswered.title':
    '{isNamed, select, yes {ממתינים לתשובה: {author}} other {עובד ממתין לתשובה}}',
  'gap.worker_question_unanswered.message': 'נשאל לפני {ago}: {question}',
  'gap.alert_open_over_3_days.title': 'התראה עדיין פתוחה: {alert}',
  'gap.alert_open_over_3_days.message': 'נפתחה לפני {ago} ועדיין לא טופלה.',
  'gap.flock_not_weighed_7d.title': 'צריך לשקול את להקה {flock}',
  'gap.flock_not_weighed_7d.last': 'נשקלה לאחרונה ב-{day}, לפני {days}.',
  'gap.flock_not_weighed_7d.never': 'לא נשקלה מאז שהגיעה לפני {days}.',
  'gap.flock_not_weighed_7d.cameras': 'רק המצלמות שוקלות אותה; {days} ללא שקילה ידנית.',
  'gap.value_suspect.title':
    '{field, select, avgWeightGr {המשקל} feedKg {כמות התערובת} waterL {כמות המים} other {משקל המכירה}} של להקה {flock} ב-{day} לא ייתכן',
  'gap.value_suspect.range':
    'נרשם {value}; סביר בין {low} ל-{high}. הערך לא נכלל באף חישוב. יש לתקן אותו; אם הוא נכון, כדאי לבדוק את הגזע, תאריך הקליטה ומספר העופות של הלהקה, שלפיהם הוא נבחן.',
  'gap.value_suspect.cameras':
    'נרשם {value}, אבל לפחות שלוש מצלמות מכוילות מסכימות על {low} עד {high}. הערך לא נכלל באף חישוב. יש לתקן אותו או לשקול שוב: אם שקילה שנייה בתוך עשרה ימים מסכימה איתו, שתיהן נכללות.',
  'gap.value_suspect.most':
    'נרשם {value}; סביר לכל היותר {high}. הערך לא נכלל באף חישוב. יש לתקן אותו; אם הוא נכון, כדאי לבדוק את הגזע, תאריך הקליטה ומספר העופות של הלהקה, שלפיהם הוא נבחן.',
  'gap.medicine_expired.title': 'פג התוקף של {medicine}',
  'gap.medicine_expired.message': 'התוקף פג ב-{day} והתכשיר עדיין במלאי.',
  'gap.medicine_expired.used': 'התוקף פג ב-{day}, ולאחר מכן טופלו בו עופות.',
  'gap.medicine_expiring.title': 'התוקף של {medicine} עומד לפוג',
  'gap.medicine_expiring.message': 'התוקף יפוג ב-{day}, בעוד {days}.',
  'gap.medicine_expiring.today': 'התוקף פג היום, {day}.',
  'gap.medicine_low_stock.title': 'המלאי של {medicine} נמוך',
  'gap.medicine_low_stock.message': 'במלאי: {left}. הכמות המזערית: {least}.',
  'gap.medicine_low_stock.none': 'המלאי אזל. הכמות המזערית: {least}.',
  'gap.farm_no_coordinates.title': 'לא הוגדר מיקום לחווה {farm}',
  'gap.farm_no_coordinates.message':
    'בלי קואורדינטות אין תחזית מזג אוויר לחווה, והשעון שלה הוא שעון הארגון.',
  'gap.farm_no_contacts.title': 'חסרים אנשי קשר לחווה {farm}',
  'gap.farm_no_contacts.none': 'אין אף איש קשר: לא וטרינר ולא ספק.',
  'gap.farm_no_contacts.vet': 'יש עופות בלולים ואין וטרינר ברשימת אנשי הקשר.',
  'gap.integration_failing.title': 'החיבור {integration} אינו פועל',
  'gap.integration_failing.message': 'הצליח לאחרונה לפני {ago}.',
  'gap.integration_failing.never': 'לא הצליח מאז שהוגדר לפני {ago}.',
  'gap.integration_failing.unbound':
    'הסוד {secret} אינו קשור לשום שרת ולכן אינו נשלח. כתבו host={host} ורווח לפני הסוד במקום שבו הוא שמור, ואם זה משתנה סביבה הפעילו מחדש את השירות.',
  'gap.integration_stale.title': 'אין נתונים מהחיבור {integration}',
  'gap.integration_stale.message': 'הנתונים האחרונים התקבלו לפני {ago}.',
  'gap.integration_stale.never': 'לא התקבלו נתונים מאז שהוגדר לפני {ago}.',
  'gap.automation_blocked.title': 'האוטומציה ״{automation}״ אינה פועלת',
  'gap.automation_blocked.message': '{reason}',
  'gap.webhook_off.title': 'ה-webhook אל {host} כובה',
  'gap.webhook_off.failures':
    '20 שליחות ברצף נכשלו והוא כובה לפני {ago}. האירועים נשמרים 7 ימים. תקנו את המערכת המקבלת והפעילו אותו שוב.',
  'gap.webhook_off.gone':
    'המערכת המקבלת הודיעה לפני {ago} שהכתובת כבר לא קיימת (410). האירועים נשמרים 7 ימים. תנו ל-webhook כתובת חדשה והפעילו אותו שוב.',
  'gap.webhook_off.owner_revoked':
    'המפתח שעבורו הוא שולח בוטל, והוא כובה לפני {ago}. האירועים נשמרים 7 ימים. העבירו אותו למפתח אחר שרשאי לקרוא את אותם נתונים.',
  'gap.webhook_off.owner_expired':
    'תוקף המפתח שעבורו הוא שולח פג, והוא כובה לפני {ago}. האירועים נשמרים 7 ימים. העבירו אותו למפתח אחר שרשאי לקרוא את אותם נתונים.',
  'gap.webhook_off.owner_narrowed':
    'המפתח שעבורו הוא שולח אינו רשאי עוד לראות את האירועים שלו, והוא כובה לפני {ago}. האירועים נשמרים 7 ימים. העבירו אותו למפתח אחר שרשאי לקרוא את אותם נתונים.',
  'gap.webhook_failing.title': 'ה-webhook אל {host} נכשל',
  'gap.webhook_failing.message':
    '{count, plural, one {ניסיון אחד נכשל} two {שני ניסיונות ברצף נכשלו} other {# ניסיונות ברצף נכשלו}}. אחרי 20 הוא יכובה. בדקו את המערכת המקבלת.',
  'gap.no_recent_photos.title': 'אין תמונות עדכניות של להקה {flock}',
  'gap.no_recent_photos.message': 'אין תמונה של הלהקה או של הלול שלה מהתקופה האחרונה: {days}.',
} satisfies Record<keyof typeof english, string>;
