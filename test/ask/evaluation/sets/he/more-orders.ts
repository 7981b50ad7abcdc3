import type { AskedOrder } from '../../question-set.ts';

/** Further orders in Hebrew. */
export const moreOrders: readonly AskedOrder[] = [
  {
    action: 'log_daily',
    fields: {
      mortality: 8,
      barnId: 'barn_1',
    },
    questions: [
      'תכניס 8 מתים ללול 1',
      'תעדכן תמותה 8 בלול 1',
      'לול 1: 8 מתים',
      'היי תרשום בבקשה 8 פגרים בלול 1',
      'תרשום לי 8 מתים בלול 1',
    ],
  },
  {
    action: 'log_daily',
    fields: {
      mortality: 8,
      feedKg: 1500,
      barnId: 'barn_1',
    },
    questions: ['תרשום בלול 1 8 מתים ו-1500 קילו תערובת', 'לול 1 8 מתים 1500 קילו תערובת'],
  },
  {
    action: 'log_daily',
    fields: {
      culls: 3,
      barnId: 'barn_1',
    },
    questions: ['תרשום 3 בררות בלול 1', 'תוסיף בלול 1 3 בררות'],
  },
  {
    action: 'create_task',
    fields: {
      title: 'להזמין נסורת',
      dueDate: '2026-11-22',
    },
    questions: [
      'תפתח משימה להזמין נסורת למחר',
      'תזכיר לי מחר להזמין נסורת',
      'משימה למחר: להזמין נסורת',
    ],
  },
  {
    action: 'create_task',
    fields: {
      title: 'לתקן מאוורר',
      assignee: 'user_1',
      barnId: 'barn_2',
    },
    questions: [
      'תפתח ל-Somchai משימה בלול 2: לתקן מאוורר',
      'צור משימה לSomchai בלול 2 לתקן מאוורר',
    ],
  },
  {
    action: 'create_expense',
    fields: {
      amount: 800,
      category: 'electricity',
    },
    questions: ['תרשום 800 שקל חשמל', 'הוצאה חדשה 800 שח על חשמל', 'תוסיף הוצאת חשמל 800'],
  },
  {
    action: 'create_order',
    fields: {
      quantityKg: 8000,
      feedType: 'starter',
    },
    questions: [
      'תזמין בבקשה 8 טון סטרטר',
      'הזמנה של 8 טון תערובת סטארטר',
      'תזמין 8000 קג תערובת סטרטר',
    ],
  },
  {
    action: 'create_feed_delivery',
    fields: {
      quantityKg: 16000,
      feedType: 'finisher',
    },
    questions: ['תרשום שהגיעו 16 טון פינישר', 'תרשום משלוח תערובת 16 טון פינישר'],
  },
  {
    action: 'navigate',
    fields: {
      path: '/alerts',
    },
    questions: ['פתח התראות', 'תיקח אותי להתראות'],
  },
  {
    action: 'complete_task',
    fields: {
      title: 'Order gas',
    },
    questions: ['תסמן משימה Order gas כבוצעה'],
  },
  {
    action: 'log_daily',
    fields: {
      mortality: 15,
      barnId: 'barn_2',
    },
    questions: [
      'דווח על 15 מתים בלול 2',
      'תרשום חמישה עשר מתים בלול 2',
      '15 פגרים בלול 2 תרשום בבקשה',
    ],
  },
  {
    action: 'log_daily',
    fields: {
      waterL: 2500,
      barnId: 'barn_2',
    },
    questions: ['תרשום 2.5 קוב מים בלול 2', 'תעדכן מים 2500 ליטר בלול 2'],
  },
  {
    action: 'log_daily',
    fields: {
      eggs: 4300,
      eggsBroken: 60,
      barnId: 'barn_2',
    },
    questions: ['תרשום בלול 2 4300 ביצים ו60 שבורות', 'לול 2 4300 ביצים 60 שבורות'],
  },
  {
    action: 'create_task',
    fields: {
      title: 'לנקות פילטרים',
      assignee: 'user_1',
    },
    questions: [
      'תגיד ל-Somchai לנקות פילטרים',
      'תפתח משימה בשביל Somchai: לנקות פילטרים',
      'תוסיף ל-Somchai משימה לנקות פילטרים',
    ],
  },
  {
    action: 'create_expense',
    fields: {
      amount: 2300,
      category: 'transport',
    },
    questions: ['תרשום הוצאה על הובלה 2300 שקל', 'תוסיף הוצאה 2300 הובלות'],
  },
  {
    action: 'create_order',
    fields: {
      quantityKg: 20000,
    },
    questions: ['תזמין 20 טון תערובת', 'הזמן עשרים טון מזון'],
  },
  {
    action: 'create_alert',
    fields: {
      title: 'הגנרטור לא עובד',
      category: 'equipment',
      severity: 'critical',
    },
    questions: ['תפתח התראה קריטית: הגנרטור לא עובד', 'התראה קריטית: הגנרטור לא עובד'],
  },
  {
    action: 'create_contact',
    fields: {
      name: 'יוסי כהן',
      phone: '0521234567',
    },
    questions: ['תוסיף את יוסי כהן לאנשי קשר 0521234567', 'איש קשר חדש: יוסי כהן 0521234567'],
  },
  {
    action: 'log_daily',
    fields: {
      mortality: 6,
      barnId: 'barn_1',
      date: '2026-11-20',
    },
    questions: [
      'תרשום 6 מתים אתמול בלול 1',
      'אתמול בלול 1 6 מתים תרשום',
      'תעדכן לאתמול בלול 1 6 מתים',
    ],
  },
  {
    action: 'log_daily',
    fields: {
      feedKg: 2000,
      barnId: 'barn_2',
    },
    questions: ['תרשום 2 טון תערובת בלול 2', 'תרשום אוכל 2000 קילו לול 2'],
  },
  {
    action: 'create_task',
    fields: {
      title: 'לבדוק טמפרטורה',
      assignee: 'user_1',
    },
    questions: ['תרשום משימה לSomchai: לבדוק טמפרטורה', 'תן משימה ל-Somchai: לבדוק טמפרטורה'],
  },
  {
    action: 'create_expense',
    fields: {
      amount: 450,
      category: 'fuel',
    },
    questions: ['תרשום הוצאה 450 שקל סולר', 'תוסיף 450 שקל על דלק'],
  },
  {
    action: 'create_order',
    fields: {
      quantityKg: 18000,
      feedType: 'grower',
      dueDate: '2026-11-22',
    },
    questions: ['תזמין 18 טון גרואר למחר', 'הזמן למחר 18 טון תערובת גרואר'],
  },
  {
    action: 'complete_task',
    fields: {
      title: 'Clean nipples',
    },
    questions: ['סיימתי את המשימה Clean nipples', 'תסגור את המשימה Clean nipples'],
  },
  {
    action: 'navigate',
    fields: {
      path: '/barns',
    },
    questions: ['תעבור ללולים', 'פתח את מסך הלולים'],
  },
  {
    action: 'log_daily',
    fields: {
      mortality: 9,
      barnId: 'barn_2',
    },
    questions: ['תרשום תשעה מתים בלול 2', 'לול 2 - 9 מתים', 'רשום בבקשה תמותה 9 בלול 2'],
  },
  {
    action: 'create_task',
    fields: {
      title: 'להחליף נורה',
      barnId: 'barn_1',
    },
    questions: ['תוסיף משימה בלול 1: להחליף נורה'],
  },
  {
    action: 'create_expense',
    fields: {
      amount: 5200,
      category: 'labor',
    },
    questions: ['תרשום הוצאה 5200 ש"ח על משכורות', 'תכניס הוצאה של 5200 על עובדים'],
  },
  {
    action: 'create_order',
    fields: {
      quantityKg: 6000,
      feedType: 'finisher',
      supplierId: 'contact_1',
    },
    questions: ['תזמין 6 טון פינישר מYossi Cohen', 'הזמן מ-Yossi Cohen 6 טון פינישר'],
  },
  {
    action: 'log_daily',
    fields: {
      mortality: 11,
      barnId: 'barn_1',
    },
    questions: ['תרשום אחד עשר מתים בלול 1', 'תרשום: לול 1, 11 מתים', 'תעדכן שמתו 11 בלול 1'],
  },
  {
    action: 'create_task',
    fields: {
      title: 'להביא גז',
      dueDate: '2026-11-22',
      assignee: 'user_1',
    },
    questions: ['תרשום משימה ל-Somchai למחר: להביא גז', 'תזכיר ל-Somchai מחר להביא גז'],
  },
  {
    action: 'create_feed_delivery',
    fields: {
      quantityKg: 15000,
      feedType: 'starter',
    },
    questions: ['תרשום אספקה 15 טון סטרטר', 'תרשום שקיבלנו 15 טון תערובת סטרטר'],
  },
  {
    action: 'create_alert',
    fields: {
      title: 'דלת שבורה',
      category: 'equipment',
      barnId: 'barn_1',
    },
    questions: ['צור התראה בלול 1: דלת שבורה', 'תפתח התראה על לול 1: דלת שבורה'],
  },
  {
    action: 'log_daily',
    fields: {
      mortality: 12,
      barnId: 'barn_2',
    },
    questions: ['תרשום 12 מתים בלול 2', 'נא לרשום 12 מתים בלול 2', 'רשמי 12 מתים בלול 2'],
  },
  {
    action: 'create_task',
    fields: {
      title: 'לנקות את השקתות',
      assignee: 'user_1',
      dueDate: '2026-11-22',
    },
    questions: [
      'צור משימה ל-Somchai למחר: לנקות את השקתות',
      'פתח משימה ל-Somchai מחר לנקות את השקתות',
    ],
  },
  {
    action: 'create_expense',
    fields: {
      amount: 900,
      category: 'water',
    },
    questions: ['הוסף הוצאה של 900 ש"ח על מים', 'רשום הוצאה 900 שקל עבור מים'],
  },
];
