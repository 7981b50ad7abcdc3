import type { FarmPlan } from './farm-plan.ts';

/** Something an authority wants of a farm; days are counted from the present. */
export interface RegItemPlan {
  readonly title: string;
  readonly kind: string;
  readonly authority: string;
  readonly farms: readonly FarmPlan['key'][];
  readonly status:
    | 'upcoming'
    | 'due'
    | 'submitted'
    | 'approved'
    | 'rejected'
    | 'overdue'
    | 'expired'
    | 'not_applicable';
  readonly dueIn: number;
  readonly completedIn?: number;
  readonly expiryIn?: number;
  readonly frequency?: 'once' | 'monthly';
  readonly isForBarn?: boolean;
}

const ALL = ['broilers', 'layers', 'small'] as const;

// biome-ignore format: an item a line.
export const regItemPlans: readonly RegItemPlan[] = [
  { title: 'רישיון עסק ללולים', kind: 'license', authority: 'המועצה האזורית', farms: ALL, status: 'approved', dueIn: -100, completedIn: -104, expiryIn: 260 },
  { title: 'מכסת ביצים שנתית', kind: 'quota', authority: 'מועצת הלול', farms: ['layers'], status: 'approved', dueIn: -80, completedIn: -85, expiryIn: 280 },
  { title: 'היטל מועצת הלול, רבעון קודם', kind: 'levy', authority: 'מועצת הלול', farms: ['broilers', 'layers'], status: 'submitted', dueIn: -6, completedIn: -8 },
  { title: 'היטל מועצת הלול, רבעון נוכחי', kind: 'levy', authority: 'מועצת הלול', farms: ['broilers', 'layers'], status: 'upcoming', dueIn: 60 },
  { title: 'דיגום סלמונלה תקופתי', kind: 'sampling', authority: 'השירותים הווטרינריים', farms: ['layers'], status: 'overdue', dueIn: -9, isForBarn: true },
  { title: 'דיגום סלמונלה לפני שיווק, לול 3', kind: 'sampling', authority: 'השירותים הווטרינריים', farms: ['broilers'], status: 'due', dueIn: 2 },
  { title: 'ביקורת רווחת עופות', kind: 'welfare', authority: 'משרד החקלאות', farms: ['broilers'], status: 'upcoming', dueIn: 25 },
  { title: 'היתר העברה למשחטה, לול 4', kind: 'movement_permit', authority: 'הלשכה הווטרינרית', farms: ['broilers'], status: 'approved', dueIn: -3, completedIn: -4, expiryIn: 3 },
  { title: 'יומן תרופות חודשי', kind: 'medicine_record', authority: 'השירותים הווטרינריים', farms: ['broilers', 'layers'], status: 'submitted', dueIn: -12, completedIn: -13, frequency: 'monthly' },
  { title: 'דוח חיסונים', kind: 'vaccination_report', authority: 'השירותים הווטרינריים', farms: ['broilers', 'layers'], status: 'approved', dueIn: -40, completedIn: -43 },
  { title: 'היתר פינוי פגרים', kind: 'waste', authority: 'המשרד להגנת הסביבה', farms: ['broilers'], status: 'expired', dueIn: -30, completedIn: -400, expiryIn: -30 },
  { title: 'תוכנית ביטחון ביולוגי', kind: 'biosecurity', authority: 'משרד החקלאות', farms: ['broilers'], status: 'rejected', dueIn: -18, completedIn: -21 },
  { title: 'הדרכת בטיחות לעובדים', kind: 'training', authority: 'המוסד לבטיחות', farms: ['broilers', 'layers'], status: 'upcoming', dueIn: 45 },
  { title: 'ביקורת כיבוי אש', kind: 'inspection', authority: 'כבאות והצלה', farms: ALL, status: 'upcoming', dueIn: 33 },
  { title: 'היתר שימוש בקולחין', kind: 'permit', authority: 'רשות המים', farms: ['small'], status: 'not_applicable', dueIn: -15 },
];

/** A request to support. */
export interface TicketPlan {
  readonly farm: FarmPlan['key'];
  readonly person: string;
  readonly subject: string;
  readonly body: string;
  readonly category: string;
  readonly priority: 'low' | 'normal' | 'high' | 'urgent';
  readonly status: 'open' | 'in_progress' | 'waiting_customer' | 'resolved' | 'closed';
  readonly channel: string;
  readonly daysAgo: number;
  readonly resolution?: string;
}

export const ticketPlans: readonly TicketPlan[] = [
  {
    farm: 'broilers',
    person: 'yossi',
    subject: 'המצלמה בלול 4 לא מופיעה ברשימה',
    body: 'התקנו מצלמה חדשה, רואים ספירות אבל אין מכשיר. איך מאמצים אותה?',
    category: 'device',
    priority: 'high',
    status: 'open',
    channel: 'app',
    daysAgo: 1,
  },
  {
    farm: 'layers',
    person: 'michal',
    subject: 'שירות מזג האוויר מחזיר 401',
    body: 'מאתמול אין תחזית. המפתח התחלף?',
    category: 'bug',
    priority: 'normal',
    status: 'in_progress',
    channel: 'whatsapp',
    daysAgo: 1,
  },
  {
    farm: 'small',
    person: 'ruth',
    subject: 'How do I set the location of the farm?',
    body: 'The setup screen says the coordinates are missing. Where do I enter them?',
    category: 'question',
    priority: 'low',
    status: 'waiting_customer',
    channel: 'email',
    daysAgo: 6,
  },
  {
    farm: 'broilers',
    person: 'sara',
    subject: 'ייצוא הוצאות לאקסל',
    body: 'צריכה את ההוצאות של הרבעון לפי קטגוריה לרואה החשבון.',
    category: 'data',
    priority: 'normal',
    status: 'closed',
    channel: 'email',
    daysAgo: 34,
    resolution: 'נשלח קובץ; הוסבר על הייצוא במסך הכספים',
  },
  {
    farm: 'broilers',
    person: 'noa',
    subject: 'להוסיף משתמשת צופה',
    body: 'נא לשלוח הזמנה ל־Emma Clarke.',
    category: 'access',
    priority: 'normal',
    status: 'resolved',
    channel: 'phone',
    daysAgo: 3,
    resolution: 'ההזמנה נשלחה',
  },
  {
    farm: 'layers',
    person: 'david',
    subject: 'Egg counter shows zero after midnight',
    body: 'The counter of house A is zero until the first collection. Is that right?',
    category: 'question',
    priority: 'low',
    status: 'closed',
    channel: 'app',
    daysAgo: 71,
    resolution: 'Yes: the counter starts anew each day',
  },
  {
    farm: 'broilers',
    person: 'avi',
    subject: 'חשבונית על שלושה משקים',
    body: 'האם אפשר לקבל חשבונית אחת לכל הארגון?',
    category: 'billing',
    priority: 'low',
    status: 'closed',
    channel: 'email',
    daysAgo: 96,
    resolution: 'מעתה נשלחת חשבונית אחת',
  },
];
