import type { Lexicon } from '../lexicon.ts';

const CREATE = '(צור|תיצור|תצור|פתח|תפתח|הוסף|תוסיף|רשום|תרשום)';
const LOG = '(רשום|תרשום|דווח|תדווח|הזן|תזין|הוסף|תוסיף)';

/** The sentences that are orders in Hebrew. */
export const actions: Lexicon['actions'] = {
  create_task: [
    `${CREATE} משימה [{priority}] ל{assignee} [ב{barnId}] [{dueDate}]: {title}`,
    `${CREATE} משימה [{priority}] עבור {assignee} [ב{barnId}] [{dueDate}]: {title}`,
    `${CREATE} משימה [{priority}] [ב{barnId}] [{dueDate}]: {title}`,
    '(תזכיר|הזכר) ל{assignee} [{dueDate}] {title}',
  ],
  complete_task: [
    '(סיים|תסיים|סגור|תסגור|השלם) [את] [ה]משימה {title}',
    '(סמן|תסמן) [את] [ה]משימה {title} כ(בוצעה|גמורה|הושלמה)',
  ],
  create_order: [
    '(הזמן|תזמין) {quantityKg} [תערובת] [{feedType}] [מ{supplierId}] [ל{dueDate}]',
    '(הזמן|תזמין) {quantityKg} [תערובת] [{feedType}] [מ{supplierId}] [{dueDate}]',
  ],
  create_expense: [
    `${LOG} הוצאה [של|על סך] {amount} (על|עבור) {category} [{date}]`,
    `${LOG} הוצאת {category} [של|על סך] {amount} [{date}]`,
  ],
  create_contact: [
    `${CREATE} איש קשר [חדש] {name} [{kind}] [טלפון] {phone}`,
    `${CREATE} איש קשר [חדש] {name}`,
  ],
  create_barn: [
    `${CREATE} לול [חדש] [בשם] {name} ל{capacity} [עופות]`,
    `${CREATE} לול [חדש] בשם {name}`,
  ],
  create_flock: [
    '(אכלס|תאכלס|צור|הוסף) להקה [חדשה] של {chicksReceived} [אפרוחים] [{breed}] ב{barnId} [ב]{placementDate}',
    '(אכלס|תאכלס|צור|הוסף) להקה [חדשה] ב{barnId} [ב]{placementDate}',
  ],
  log_daily: [
    `${LOG} {mortality} (מתים|מתו|תמותה|פגרים) [ב{barnId}] [{date}]`,
    `${LOG} תמותה [של] {mortality} [ב{barnId}] [{date}]`,
    `${LOG} {feedKg} תערובת [ב{barnId}] [{date}]`,
    `${LOG} {waterL} מים [ב{barnId}] [{date}]`,
    `${LOG} {eggs} [ב{barnId}] [{date}]`,
    `${LOG} משקל [של] {avgWeightGr} [ב{barnId}] [{date}]`,
  ],
  create_alert: [`${CREATE} התראה [{severity}] [ב{barnId}]: {title}`],
  create_medicine: [
    `${CREATE} תרופה [חדשה] {name} {quantity} {unit}`,
    `${CREATE} תרופה [חדשה] {name}`,
  ],
  create_feed_delivery: [
    `${LOG} (אספקה|אספקת תערובת|קבלה) [של] {quantityKg} [תערובת] [{feedType}] [מ{supplierId}] [{date}]`,
  ],
  set_farm_location: ['(קבע|הגדר) [את] מיקום המשק [ל]{latitude} {longitude}'],
  set_barn_location: ['(קבע|הגדר) [את] [ה]מיקום [של] {barnId} [ל]{latitude} {longitude}'],
  navigate: ['(עבור|פתח|קח אותי) [ל][את ][מסך ][ה]{path}'],
};
