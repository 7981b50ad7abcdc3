import type { AskedIntent } from '../../question-set.ts';

/** Questions in Hebrew as they are spoken. */
export const spokenQuestions: readonly AskedIntent[] = [
  {
    intent: 'tasks',
    period: ['2026-11-22', '2026-11-22'],
    questions: ['מה המשימות למחר', 'משימות של מחר'],
  },
  {
    intent: 'tasks',
    slots: {
      when: 'overdue',
    },
    questions: [
      'מה לא בוצע בזמן',
      'יש משימות שמאחרות?',
      'איזה משימות לא בוצעו בזמן',
      'מה מתעכב',
      'האם יש משימות באיחור',
      'מטלות שעבר זמנן',
    ],
  },
  {
    intent: 'contact',
    slots: {
      kind: 'electrician',
    },
    questions: ['טלפון של החשמלאי', 'תן מספר של חשמלאי'],
  },
  {
    intent: 'contact',
    slots: {
      person: 'contact_2',
    },
    questions: ['הטלפון של Dr. Levi', 'איך משיגים את Levi'],
  },
  {
    intent: 'medicineStock',
    questions: [
      'כמה תרופות נשארו',
      'תראה לי מלאי תרופות',
      'מה מצב מלאי התרופות',
      'איזה תרופות יש לנו במחסן',
    ],
  },
  {
    intent: 'devicesOffline',
    slots: {
      kind: 'camera',
    },
    questions: [
      'איזה מצלמות לא עובדות',
      'מצלמה תקולה?',
      'האם יש מצלמות מנותקות',
      'אילו מצלמות אינן פעילות',
    ],
  },
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['היום בלול 1 כמה מתו', 'מה מספר המתים היום בלול 1', 'לול 1 תמותה יומית היום'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-14', '2026-11-14'],
    questions: ['כמה מתו לפני שבוע', 'תמותה ב-14/11', 'כמה מתו ב14 לחודש'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-08', '2026-11-21'],
    questions: ['תמותה בשבועיים האחרונים', 'כמה עופות מתו בשבועיים אחרונים'],
  },
  {
    intent: 'age',
    barns: ['barn_2'],
    questions: ['בנות כמה התרנגולות בלול 2', 'מה הגיל של לול 2'],
  },
  {
    intent: 'density',
    questions: ['כמה עופות יש למטר רבוע', 'צפוף שם?', 'כמה ק"ג למ"ר יש לי', 'איך הצפיפות בלולים'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['כמה ביצים היו לנו השבוע', 'סה"כ ביצים מתחילת השבוע'],
  },
  {
    intent: 'layingRate',
    questions: ['כמה אחוז הטלה יש היום'],
    period: ['2026-11-21', '2026-11-21'],
  },
  {
    intent: 'layingRate',
    questions: ['מה קצב ההטלה', 'אחוז ההטלה של הלהקה'],
  },
  {
    intent: 'efficiency',
    questions: ['מה מדד היעילות', 'EPEF של הלהקה'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'כמה אכלו היום',
      'כמה קילו אוכל ירד היום',
      'תצרוכת תערובת היום',
      'מה צריכת התערובת היום',
      'כמה תערובת נצרכה היום',
    ],
  },
  {
    intent: 'feedPerBird',
    questions: ['כמה גרם אוכל לעוף', 'צריכה לעוף', 'כמה אוכלת תרנגולת', 'תערובת לעוף ליום'],
  },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: ['מה מקדם ההמרה בלול 1', 'לול 1 איזה FCR'],
  },
  {
    intent: 'waterUsed',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['כמה מים שתו השבוע', 'צריכת מים שבועית השבוע'],
  },
  {
    intent: 'co2',
    questions: ['איך ה-CO2', 'כמה CO2 בלולים'],
  },
  {
    intent: 'ammonia',
    questions: ['יש אמוניה בלול?', 'מה מצב האמוניה', 'איך האמוניה', 'מה רמת ה-NH3 בלולים'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    slots: {
      category: 'fuel',
    },
    questions: ['כמה שילמנו על סולר החודש', 'הוצאות דלק מתחילת החודש'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-01-01', '2026-11-21'],
    questions: ['כמה הוצאנו השנה', 'סך ההוצאות השנה'],
  },
  {
    intent: 'revenue',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['כמה הכנסות היו באוקטובר', 'כמה הכנסנו חודש שעבר'],
  },
  {
    intent: 'netMoney',
    questions: ['מה התזרים שלנו', 'אנחנו בפלוס או במינוס', 'כמה נשאר אחרי כל ההוצאות', 'מה הנטו'],
  },
  {
    intent: 'briefing',
    questions: ['מה המצב היום'],
    period: ['2026-11-21', '2026-11-21'],
  },
  {
    intent: 'alerts',
    questions: [
      'אזעקות פתוחות',
      'כמה התראות פתוחות יש לי',
      'איזה אזהרות יש',
      'התראות',
      'מה ההתראות כרגע',
      'משהו פתוח בהתראות?',
    ],
  },
  {
    intent: 'flocksMissingLog',
    questions: ['מי עוד לא דיווח', 'איפה אין יומן', 'חסרים דיווחים?'],
  },
  {
    intent: 'tasks',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['משימות השבוע', 'מה המשימות לשבוע הזה'],
  },
  {
    intent: 'contact',
    slots: {
      kind: 'slaughterhouse',
    },
    questions: ['טלפון של המשחטה', 'איש קשר במשחטה'],
  },
  {
    intent: 'contact',
    slots: {
      kind: 'chick_supplier',
    },
    questions: ['מה הטלפון של המדגרה', 'פרטים של המדגרה'],
  },
  {
    intent: 'cameraCount',
    questions: [
      'כמה עופות לפי המצלמות',
      'מה ספרו המצלמות',
      'כמה עופות המצלמה סופרת',
      'ספירת העופות במצלמות',
      'מה ספירת המצלמות לעומת הרישום',
      'כמה עופות ספרה המצלמה',
    ],
  },
  {
    intent: 'mortality',
    barns: ['barn_1', 'barn_2'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['כמה מתו היום בלול 1 ובלול 2'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['כמה אוכל הלך השבוע', 'סך צריכת התערובת השבוע'],
  },
];
