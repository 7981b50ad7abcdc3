import type { AskedIntent } from '../../question-set.ts';

/** Questions in Hebrew about the rest of the farm, as they are typed in a hurry. */
export const lateQuestions: readonly AskedIntent[] = [
  {
    intent: 'waterUsed',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['שתייה אתמול', 'כמה ליטרים שתו אתמול'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    slots: {
      category: 'medicine',
    },
    questions: ['כמה עלו לנו התרופות החודש', 'הוצאות על תרופות החודש'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    slots: {
      category: 'electricity',
    },
    questions: ['כמה היה חשבון החשמל בחודש שעבר', 'כמה שילמנו חשמל באוקטובר'],
  },
  {
    intent: 'revenue',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['מה ההכנסות החודש', 'מה היו ההכנסות החודש', 'סך הכנסות החודש'],
  },
  {
    intent: 'alerts',
    barns: ['barn_1'],
    questions: ['יש אזעקה בלול 1?', 'מה ההתראות של לול 1'],
  },
  {
    intent: 'contact',
    slots: {
      kind: 'vet',
    },
    questions: ['איך אני מתקשר לווטרינר', 'תן לי את הנייד של הרופא'],
  },
  {
    intent: 'mortality',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'יש הרבה מתים אתמול בלול 2?',
      'כמה תמותה דיווחו אתמול בלול 2',
      'מה מספר הפגרים מאתמול בלול 2',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-16', '2026-11-16'],
    questions: ['כמה מתו ביום שני', 'תמותה ב-16.11.2026', "מה הייתה התמותה ביום ב'"],
  },
  {
    intent: 'mortality',
    period: ['2026-11-19', '2026-11-21'],
    questions: ['תמותה בשלושת הימים האחרונים', 'כמה מתו ב-3 ימים האחרונים'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_2'],
    questions: ['כמה אחוזי תמותה בלול 2', 'סהכ תמותה לול 2'],
  },
  {
    intent: 'culls',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['בררות לול 1 היום', 'כמה עופות פסלנו היום בלול 1'],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['כמה תערובת אכלו התרנגולות אתמול בלול 2', 'תערובת אתמול לול 2'],
  },
  {
    intent: 'waterUsed',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['כמה מים הלכו אתמול בלול 2', 'צריכת המים של לול 2 אתמול'],
  },
  {
    intent: 'waterFeedRatio',
    questions: ['כמה מים הם שותים ביחס לאוכל', 'יחס מים-מזון'],
  },
  {
    intent: 'moneySpent',
    slots: {
      category: 'chicks',
    },
    questions: ['כמה שילמנו על האפרוחים', 'הוצאות על אפרוחים'],
  },
  {
    intent: 'tasks',
    slots: {
      when: 'today',
    },
    period: ['2026-11-21', '2026-11-21'],
    questions: ['מה המטלות להיום', 'מה יש במשימות היום'],
  },
  {
    intent: 'contact',
    slots: {
      kind: 'technician',
    },
    questions: ['תן לי טלפון של הטכנאי', 'המספר של הטכנאי'],
  },
  {
    intent: 'contact',
    slots: {
      kind: 'driver',
    },
    questions: ['נייד של הנהג', 'איך תופסים את הנהג'],
  },
  {
    intent: 'medicineStock',
    slots: {
      product: 'medicine_1',
    },
    questions: ['כמה בקבוקים של Tylosin נשארו', 'נשאר Tylosin?'],
  },
  {
    intent: 'capacity',
    questions: ['כמה עופות אפשר להכניס לכל לול', 'מה התכולה של הלולים'],
  },
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-15', '2026-11-21'],
    questions: [
      'כמה תמותה הייתה השבוע בלול 1',
      'תראה תמותה שבועית לול 1 השבוע',
      'כמה עופות מתו בלול 1 השבוע הזה',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['תמותה היום', 'כמה מתו היום?', 'כמה מתים יש היום'],
  },
  {
    intent: 'livability',
    questions: ['מה אחוז ההישרדות', 'כמה אחוז חיים נשארו'],
  },
  {
    intent: 'eggs',
    barns: ['barn_2'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['כמה ביצים הוטלו היום בלול 2', 'ביצים היום בלול 2'],
  },
  {
    intent: 'co2',
    period: ['2026-11-20', '2026-11-21'],
    slots: {
      span: 'night',
    },
    questions: ['מה הייתה רמת ה-CO2 במהלך הלילה', 'CO2 בלילה'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    slots: {
      category: 'feed',
    },
    questions: ['כמה הוצאנו על תערובת החודש', 'כמה עלתה התערובת החודש', 'הוצאות על מזון החודש'],
  },
  {
    intent: 'moneySpent',
    questions: ['מה ההוצאות לפי קטגוריה', 'פירוט הוצאות'],
  },
  {
    intent: 'flockProfit',
    flocks: ['flock_0'],
    questions: ['מה היה הרווח של להקה B1-2608', 'כמה הרוויחה B1-2608'],
  },
  {
    intent: 'needsMe',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['מה דורש את תשומת הלב שלי היום', 'מה הכי דחוף היום'],
  },
  {
    intent: 'contact',
    slots: {
      person: 'contact_1',
    },
    questions: ['מה הטלפון של Yossi Cohen', 'איך יוצרים קשר עם Yossi Cohen'],
  },
];
