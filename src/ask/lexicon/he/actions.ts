import type { Lexicon } from '../lexicon.ts';

const CREATE =
  '(צור|צרי|תיצור|תצור|תצרי|ליצור|פתח|פתחי|תפתח|תפתחי|לפתוח|הוסף|הוסיפי|תוסיף|תוסיפי|להוסיף|רשום|רשמי|תרשום|תרשמי|לרשום|תכניס|תכניסי|להכניס|הקם|תקים|שים|תשים|הכן|תכין|תשמור|תשמרי|שמור|תעלה|תעלי|תכתוב|תכתבי|כתוב|תגדיר|הגדר|תייצר) [(לי|לנו|נא)] [בבקשה]';
const LOG =
  '(רשום|רשמי|תרשום|תרשמי|לרשום|דווח|דווחי|תדווח|תדווחי|לדווח|הזן|תזין|תזיני|להזין|הוסף|תוסיף|תוסיפי|להוסיף|תכניס|תכניסי|הכנס|להכניס|עדכן|תעדכן|תעדכני|לעדכן|תכתוב|תכתבי|כתוב|שים|תשים) [(לי|לנו|נא)] [בבקשה] [על]';
/** Behind the figures: `12 מתים בלול 1, תרשום`. */
const SET_DOWN = '(תרשום|תרשמי|תדווח|תזין|תוסיף|תעדכן|תכניס|לרשום|רשום)';

const WHERE = '([ב|ל|של |מ]{barnId}|[ב|ל|של |מ]{flockId})';
const DAY = '[ל|מ|ב|של ]{date}';
const PLACE = `[- ][(${WHERE} ${DAY}|${DAY} ${WHERE}|${WHERE}|${DAY})] [- ]`;

const DEAD = '(מתים|מתות|מת|מתה|מתו|תמותה|תמותות|פגרים|פגר|פחת|עופות מתים|תרנגולות מתות|גוויות)';
const CULLED = '(בררות|ברירה|ברירות|בררה|הומתו|סלקציה|פסולים|פסולות|המתות)';
const FEED = '(תערובת|אוכל|מזון)';
const IS = `[(של|היא|הוא|היה|הייתה|היתה)] [${WHERE} [-]] [-]`;
const FIGURES = [
  `{mortality} ${DEAD}`,
  `${DEAD} ${IS} {mortality}`,
  `{culls} ${CULLED}`,
  `${CULLED} ${IS} {culls}`,
  `{feedKg} [של ]${FEED}`,
  `${FEED} ${IS} {feedKg}`,
  '{waterL} [של ]מים',
  `מים ${IS} {waterL}`,
  '{eggsBroken} [ביצים ](שבורות|סדוקות)',
  `[ביצים ](שבורות|סדוקות) ${IS} {eggsBroken}`,
  '{eggs} ביצים',
  `ביצים ${IS} {eggs}`,
  `[ה]משקל [ה][ממוצע] ${IS} {avgWeightGr}`,
  '{avgWeightGr} [ה]משקל [ממוצע]',
  `לחות ${IS} {humidity}`,
].join('|');
const ALL = `(${FIGURES}) [[ו|ו-](${FIGURES})] [[ו|ו-](${FIGURES})] [[ו|ו-](${FIGURES})]`;

const TASK = '[ה](משימה|מטלה|תזכורת)';
const ABOUT =
  '[([עד |ל|ב]{dueDate}|[ב|של ]{barnId}|ל[ ]{assignee}|עבור {assignee}|בשביל {assignee}|{priority})]';
const NEW_TASK = `${ABOUT} ${ABOUT} ${ABOUT} ${ABOUT}`;

const ORDER =
  '(הזמן|הזמיני|תזמין|תזמיני|להזמין|תעשה הזמנה של|תבצע הזמנה של|צור הזמנה של|תפתח הזמנה של|הזמנה של|הזמנה חדשה) [(לי|לנו|נא)] [בבקשה]';
const KIND_OF_FEED = '[של ][(תערובת|מזון|אוכל)] [{feedType}]';
const TERMS = '[(מ[ה]{supplierId}|אצל {supplierId}|[עד |ל|ל-|ב]{dueDate})]';

const MONEY = '[של |על סך |בסך ]{amount}';
const FOR = '[(על |עבור |בשביל |על ה|ל|ב)][ה]';
const SPENT = '[(ב|מ|ל|של )]{date}';

const PEOPLE = '(איש קשר|איש-קשר|קשר)';
const PLACED = '(ב|ל|ב-|ביום |בתאריך |)';
const POSITION = '[ל|ל-|ל |:|על |ב|ב-]{latitude} {longitude}';

/** The sentences that are orders in Hebrew: commands, and figures as they are sent from a barn. */
export const actions: Lexicon['actions'] = {
  create_task: [
    `${CREATE} ${TASK} [חדשה] ${NEW_TASK}: {title}`,
    `${CREATE} ${TASK} [חדשה] ${NEW_TASK}: {title} [ל|עד ]{dueDate}`,
    `${CREATE} (ל[ ]{assignee}|עבור {assignee}) ${TASK} [חדשה] ${NEW_TASK}: {title}`,
    `${TASK} חדשה ${NEW_TASK}: {title}`,
    `משימה ({priority}|[ל]{dueDate}|ל[ ]{assignee}|[ב]{barnId}) ${NEW_TASK}: {title}`,
    `(תן|תני|לתת) (ל[ ]{assignee}) [את ]משימה [חדשה] ${NEW_TASK}: {title}`,
    `(תן|תני|לתת) [את ]משימה [חדשה] ${NEW_TASK}: {title}`,
    `(תזכיר|תזכירי|הזכר|להזכיר|תגיד|תגידי) ל[ ]{assignee} [ל|ב]{dueDate}: {title}`,
    `(תזכיר|תזכירי|הזכר|להזכיר|תגיד|תגידי) ל[ ]{assignee}: {title}`,
    '(תזכיר|תזכירי|הזכר|להזכיר) (לי|לנו) [ל|ב]{dueDate}: {title}',
    '(תזכיר|תזכירי|הזכר|להזכיר) (לי|לנו): {title}',
  ],
  complete_task: [
    `(סיים|תסיים|תסיימי|סגור|תסגור|תסגרי|לסגור|השלם|תשלים) [את] ${TASK} [של] {title}`,
    `(סמן|תסמן|תסמני|לסמן) [את] ${TASK} {title} [כ|ש](בוצעה|גמורה|הושלמה|נעשתה|סגורה|בוצע)`,
    `(סמן|תסמן|תסמני) (בוצע|כבוצע|כבוצעה|וי): {title}`,
    `[ה](משימה|מטלה) {title} (בוצעה|הושלמה|נעשתה|גמורה|נגמרה|בוצע)`,
    'סיימתי [את] [ה](משימה|מטלה) [של] {title}',
  ],
  create_order: [
    `${ORDER} {quantityKg} ${KIND_OF_FEED} ${TERMS} ${TERMS}`,
    `${ORDER} ${TERMS} {quantityKg} ${KIND_OF_FEED} ${TERMS}`,
    `${ORDER} [תערובת] {feedType} {quantityKg} ${TERMS} ${TERMS}`,
    `${ORDER} (תערובת|מזון|אוכל) {quantityKg} ${TERMS} ${TERMS}`,
  ],
  create_expense: [
    `${LOG} הוצאה [חדשה] ${MONEY} ${FOR}{category} ${SPENT}`,
    `${LOG} הוצאה [חדשה] ${MONEY} ${FOR}{category}`,
    `${LOG} הוצאה [חדשה] ${SPENT} ${MONEY} ${FOR}{category}`,
    `${LOG} הוצאה [חדשה] ${FOR}{category} ${MONEY} [${SPENT}]`,
    `${LOG} [ב]הוצאות {amount} ${FOR}{category} [${SPENT}]`,
    `${LOG} {amount} (שקל|שקלים|ש"ח|שח|₪) ${FOR}{category} [${SPENT}]`,
    `${LOG} הוצאת {category} ${MONEY} [${SPENT}]`,
    `${LOG} [ש]שילמנו [${SPENT}] {amount} ${FOR}{category} [${SPENT}]`,
    `${LOG} תשלום ${MONEY} ${FOR}{category} [${SPENT}]`,
    `הוצאה [חדשה]: {amount} ${FOR}{category} [${SPENT}]`,
    `[ש]שילמ(תי|נו) [${SPENT}] {amount} ${FOR}{category} [${SPENT}] ${SET_DOWN}`,
  ],
  create_contact: [
    `${CREATE} ${PEOPLE} [חדש] [{kind}] [בשם] {name} [{kind}] [(טלפון|טל|נייד|מספר)] {phone}`,
    `${CREATE} ${PEOPLE} [חדש] [בשם] {name}`,
    `${PEOPLE} חדש {name} [{kind}] [(טלפון|טל|נייד|מספר)] {phone}`,
    `${CREATE} את {name} (לאנשי הקשר|לאנשי קשר) [(טלפון|טל|נייד|מספר)] {phone}`,
    `${CREATE} (לאנשי הקשר|לאנשי קשר) [את] {name} [(טלפון|טל|נייד|מספר)] {phone}`,
  ],
  create_barn: [
    `${CREATE} לול [חדש] [(בשם|שנקרא)] {name} (ל[ ]|קיבולת |קיבולת של |עם קיבולת |עם מקום ל|עם מקום ל-){capacity} [(עופות|ראשים)]`,
    `${CREATE} לול [חדש] (בשם|שנקרא) {name}`,
  ],
  create_flock: [
    `(אכלס|תאכלס|תאכלסי|לאכלס|צור|תצור|תיצור|פתח|תפתח|תפתחי|הוסף|תוסיף|תכניס|להכניס|הכנס|קלוט|תקלוט) להקה [חדשה] [של] {chicksReceived} [(אפרוחים|פטמים)] [{breed}] ב{barnId} ${PLACED}{placementDate}`,
    `(אכלס|תאכלס|תאכלסי|לאכלס|צור|תצור|תיצור|פתח|תפתח|תפתחי|הוסף|תוסיף|תכניס|להכניס|הכנס|קלוט|תקלוט) להקה [חדשה] ב{barnId} [של] {chicksReceived} [(אפרוחים|פטמים)] ${PLACED}{placementDate}`,
    `(אכלס|תאכלס|תאכלסי|לאכלס|קלוט|תקלוט) {chicksReceived} (אפרוחים|פטמים) ב{barnId} ${PLACED}{placementDate}`,
    `(אכלס|תאכלס|תאכלסי|לאכלס) [את] {barnId} [(עם|ב|ב-)] {chicksReceived} [אפרוחים] ${PLACED}{placementDate}`,
    `(אכלס|תאכלס|לאכלס|צור|תצור|תיצור|פתח|תפתח|תפתחי|הוסף|תוסיף|תכניס|להכניס|הכנס) להקה [חדשה] ב{barnId} ${PLACED}{placementDate}`,
  ],
  log_daily: [
    `${LOG} [ש]${PLACE}[ש]${ALL} ${PLACE}${PLACE}`,
    `${WHERE} [${DAY}] [- ]${ALL} [${DAY}] [${SET_DOWN}]`,
    `${DAY} [${WHERE}] [- ]${ALL} [${WHERE}] ${SET_DOWN}`,
    `${ALL} ${WHERE} [${DAY}] [${SET_DOWN}]`,
    `${DEAD} ${WHERE}[:] [-] {mortality} [${DAY}] [${SET_DOWN}]`,
    `${ALL} ${DAY} ${WHERE} [${SET_DOWN}]`,
  ],
  create_alert: [
    `${CREATE} [ה](התראה|התרעה|אזעקה) [חדשה] [{severity}] [[ב|ל|על ]{barnId}] [{severity}]: {title}`,
    '(התראה|התרעה|אזעקה) (חדשה|{severity}) [{severity}] [[ב|ל|על ]{barnId}]: {title}',
  ],
  create_medicine: [
    `${CREATE} תרופה [חדשה] [בשם] {name} {quantity} {unit}`,
    `${CREATE} (לארון התרופות|לארון תרופות|למלאי התרופות|למלאי תרופות|למלאי) [תרופה] {name} {quantity} {unit}`,
    `${CREATE} {quantity} {unit} [של] {name} (לארון התרופות|לארון תרופות|למלאי התרופות|למלאי תרופות)`,
    `${CREATE} תרופה [חדשה] [בשם] {name}`,
    `תרופה חדשה [בשם] {name} {quantity} {unit}`,
  ],
  create_feed_delivery: [
    `${LOG} [ש](אספקה|אספקת תערובת|אספקת מזון|קבלה|קבלת תערובת|משלוח|משלוח תערובת|משלוח של תערובת|הגיעה תערובת|הגיעו|הגיע|קיבלנו|התקבלו|קליטת תערובת|כניסת תערובת) [של] {quantityKg} ${KIND_OF_FEED} [מ[ה]{supplierId}] [${DAY}]`,
    `${LOG} [ש](אספקה|אספקת תערובת|משלוח|משלוח תערובת) [מ[ה]{supplierId}] [של] {quantityKg} ${KIND_OF_FEED} [${DAY}]`,
    `(הגיעה תערובת|הגיעו|הגיע|קיבלנו|התקבלו) [${DAY}] {quantityKg} ${KIND_OF_FEED} [מ[ה]{supplierId}] [${DAY}] ${SET_DOWN}`,
  ],
  set_farm_location: [
    `(קבע|תקבע|הגדר|תגדיר|עדכן|תעדכן|שים|תשים) [את] [ה]מיקום [של] המשק ${POSITION}`,
    `(קבע|תקבע|הגדר|תגדיר|עדכן|תעדכן|שים|תשים) [את] המשק ב${POSITION}`,
    `[ה]מיקום [של] המשק [הוא] ${POSITION}`,
  ],
  set_barn_location: [
    `(קבע|תקבע|הגדר|תגדיר|עדכן|תעדכן|שים|תשים) [את] [ה]מיקום [של] [ל|ה]{barnId} ${POSITION}`,
    `[ה]מיקום של {barnId} [הוא] ${POSITION}`,
  ],
  navigate: [
    '(עבור|תעבור|תעברי|לעבור|פתח|תפתח|תפתחי|קח אותי|תיקח אותי|תקח אותי|תעביר אותי|העבר אותי|לך|תיכנס|כנס|היכנס|תלך|תראה לי|הצג|תציג) [את ][ל|ל-][ה](מסך|דף|עמוד|מסכי) [של ][ה]{path}',
    '(עבור|תעבור|תעברי|לעבור|פתח|תפתח|תפתחי|קח אותי|תיקח אותי|תקח אותי|תעביר אותי|העבר אותי|לך|תיכנס|כנס|היכנס|תלך) [את ][ל|ל-][ה]{path}',
  ],
};
