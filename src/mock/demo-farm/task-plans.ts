/** A task that comes back. */
export interface RepeatingTask {
  readonly title: string;
  readonly details?: string;
  readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly';
  readonly priority: 'low' | 'normal' | 'high';
  /** Day of the history its series begins on. */
  readonly startsOn: number;
  /** Days since the last one was due that nobody has done; done in time when absent. */
  readonly overdueDays?: number;
  /** Kept on small farms as well. */
  readonly isBasic?: boolean;
}

export const repeatingTasks: readonly RepeatingTask[] = [
  {
    title: 'בדיקת קווי מים ופטמות',
    frequency: 'daily',
    priority: 'normal',
    startsOn: 0,
  },
  {
    title: 'איסוף מתים ורישום ביומן',
    frequency: 'daily',
    priority: 'high',
    startsOn: 0,
    isBasic: true,
  },
  {
    title: 'רישום טמפרטורת מינימום ומקסימום',
    frequency: 'daily',
    priority: 'normal',
    startsOn: 0,
  },
  {
    title: 'שקילת 100 עופות',
    details: 'מדגם משלוש נקודות בלול',
    frequency: 'weekly',
    priority: 'normal',
    startsOn: 2,
    isBasic: true,
  },
  {
    title: 'ניקוי פילטרים וכריות לחות',
    frequency: 'weekly',
    priority: 'normal',
    startsOn: 4,
    overdueDays: 3,
  },
  {
    title: 'בדיקת גנרטור בעומס',
    details: '20 דקות, לרשום שעות מנוע',
    frequency: 'weekly',
    priority: 'high',
    startsOn: 1,
  },
  {
    title: 'פיתיון מכרסמים סביב הלולים',
    frequency: 'biweekly',
    priority: 'low',
    startsOn: 6,
  },
  {
    title: 'בדיקת מערכות אזעקה',
    details: 'חום, חשמל, מים; לוודא שההודעה מגיעה לטלפון',
    frequency: 'monthly',
    priority: 'high',
    startsOn: 9,
    overdueDays: 6,
  },
];

/** What has to be done once for a flock, by the day before or after its placement. */
export const flockTasks = [
  { title: 'להזמין אפרוחים', onDay: -21, priority: 'normal' },
  { title: 'הכנת לול: ניקוי, חיטוי, ריפוד וחימום מוקדם ל־32 מעלות', onDay: -1, priority: 'high' },
  { title: 'להזמין תערובת התחלה', onDay: -4, priority: 'normal' },
  { title: 'חיסון גומבורו במי השתייה', onDay: 10, priority: 'high' },
  { title: 'חיסון ניוקאסל במי השתייה', onDay: 17, priority: 'high' },
  { title: 'לתאם תפיסה ומשחטה', onDay: 34, priority: 'high' },
] as const;

/** What stands on the list at the present. */
export const presentTasks = [
  {
    farm: 'broilers',
    barn: 'b3',
    title: 'להביא 10 עופות לנתיחה אצל ד״ר שגיא',
    priority: 'urgent',
    status: 'in_progress',
    dueIn: 0,
    assignee: 'yossi',
  },
  {
    farm: 'broilers',
    barn: 'b3',
    title: 'להחליף מנוע במפוח 7',
    priority: 'high',
    status: 'blocked',
    dueIn: 1,
    assignee: 'eitan',
  },
  {
    farm: 'broilers',
    barn: 'b1',
    title: 'לברר עם מכון התערובת מה עם המשלוח',
    priority: 'urgent',
    status: 'open',
    dueIn: 0,
    assignee: 'yossi',
  },
  {
    farm: 'broilers',
    barn: null,
    title: 'לחדש תוקף מדבקות כיול משקל',
    priority: 'low',
    status: 'open',
    dueIn: -5,
    assignee: 'noa',
  },
  {
    farm: 'broilers',
    barn: 'b4',
    title: 'לאשר משאיות לתפיסה האחרונה',
    priority: 'high',
    status: 'open',
    dueIn: 1,
    assignee: 'yossi',
  },
  {
    farm: 'layers',
    barn: 'l2',
    title: 'לשחרר את מסוע הביצים ולבדוק חיישן',
    priority: 'urgent',
    status: 'in_progress',
    dueIn: 0,
    assignee: 'david',
  },
  {
    farm: 'layers',
    barn: null,
    title: 'לחדש מפתח של שירות מזג האוויר',
    priority: 'normal',
    status: 'open',
    dueIn: -1,
    assignee: 'michal',
  },
  {
    farm: 'small',
    barn: 's2',
    title: 'שטיפה וחיטוי לפני קליטה',
    priority: 'high',
    status: 'in_progress',
    dueIn: 2,
    assignee: 'qiang',
  },
  {
    farm: 'small',
    barn: null,
    title: 'להזין אנשי קשר ומיקום במערכת',
    priority: 'normal',
    status: 'open',
    dueIn: 3,
    assignee: 'ruth',
  },
] as const;

/** What people write under tasks. */
// biome-ignore format: a comment a line.
export const taskRemarks = [
  { kind: 'comment', text: 'בוצע, הכול תקין' },
  { kind: 'comment', text: 'נשאר לבדוק שוב מחר בבוקר' },
  { kind: 'comment', text: 'Done, two nipples replaced' },
  { kind: 'comment', text: 'ทำเสร็จแล้ว' },
  { kind: 'comment', text: 'Listo, todo en orden' },
  { kind: 'comment', text: '已完成，一切正常' },
  { kind: 'question', text: 'איפה המפתח של מחסן התרופות?' },
  { kind: 'answer', text: 'בארון ליד הבקר של לול 1' },
  { kind: 'photo', text: 'צירפתי תמונה של התקלה' },
  { kind: 'status', text: 'מחכים לחלק חילוף מהספק' },
] as const;
