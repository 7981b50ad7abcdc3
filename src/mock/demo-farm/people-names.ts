import type { FarmPlan } from './farm-plan.ts';

type FarmKey = FarmPlan['key'];

/** A person of the organisation. */
export interface PersonPlan {
  readonly key: string;
  readonly name: string;
  /** Before the @ of the mail address. */
  readonly mailbox: string;
  readonly lang: 'he' | 'en' | 'th' | 'es' | 'zh';
  readonly role:
    | 'owner'
    | 'admin'
    | 'manager'
    | 'worker'
    | 'vet'
    | 'advisor'
    | 'accountant'
    | 'viewer';
  readonly status: 'invited' | 'active' | 'suspended' | 'disabled';
  readonly farms: readonly FarmKey[];
}

const ALL_FARMS: readonly FarmKey[] = ['broilers', 'layers', 'small'];
const ACTIVE = { status: 'active' } as const;

/** Everybody who may sign in, the owner first. */
// biome-ignore format: a person a line.
export const personPlans: readonly PersonPlan[] = [
  { key: 'avi', name: 'אבי גולן', mailbox: 'avi', lang: 'he', role: 'owner', farms: ALL_FARMS, ...ACTIVE },
  { key: 'noa', name: 'נועה בן־דוד', mailbox: 'noa', lang: 'he', role: 'admin', farms: ALL_FARMS, ...ACTIVE },
  { key: 'yossi', name: 'יוסי פרץ', mailbox: 'yossi', lang: 'he', role: 'manager', farms: ['broilers'], ...ACTIVE },
  { key: 'michal', name: 'מיכל לוי', mailbox: 'michal', lang: 'he', role: 'manager', farms: ['layers'], ...ACTIVE },
  { key: 'ruth', name: 'Ruth Adler', mailbox: 'ruth', lang: 'en', role: 'manager', farms: ['small'], ...ACTIVE },
  { key: 'somchai', name: 'สมชาย ใจดี', mailbox: 'somchai', lang: 'th', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'juan', name: 'Juan Carlos Méndez', mailbox: 'juan', lang: 'es', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'wei', name: '王伟', mailbox: 'wei', lang: 'zh', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'eitan', name: 'איתן כהן', mailbox: 'eitan', lang: 'he', role: 'worker', farms: ['broilers'], ...ACTIVE },
  { key: 'prasert', name: 'ประเสริฐ แสงทอง', mailbox: 'prasert', lang: 'th', role: 'worker', farms: ['layers'], ...ACTIVE },
  { key: 'david', name: 'David Miller', mailbox: 'david', lang: 'en', role: 'worker', farms: ['layers'], ...ACTIVE },
  { key: 'qiang', name: '李强', mailbox: 'qiang', lang: 'zh', role: 'worker', farms: ['small'], ...ACTIVE },
  { key: 'luis', name: 'Luis Ortega', mailbox: 'luis', lang: 'es', role: 'worker', farms: ['broilers'], status: 'disabled' },
  { key: 'sagi', name: 'ד״ר רות שגיא', mailbox: 'sagi', lang: 'he', role: 'vet', farms: ['broilers', 'layers'], ...ACTIVE },
  { key: 'peter', name: 'Peter van Dijk', mailbox: 'peter', lang: 'en', role: 'advisor', farms: ['broilers'], ...ACTIVE },
  { key: 'sara', name: 'שרה מזרחי', mailbox: 'sara', lang: 'he', role: 'accountant', farms: ALL_FARMS, ...ACTIVE },
  { key: 'tamar', name: 'תמר אלון', mailbox: 'tamar', lang: 'he', role: 'viewer', farms: ['layers'], status: 'suspended' },
  { key: 'emma', name: 'Emma Clarke', mailbox: 'emma', lang: 'en', role: 'viewer', farms: ['broilers'], status: 'invited' },
];

/** Somebody outside the organisation a farm deals with. */
export interface ContactPlan {
  /** What other rows call it within its farm. */
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly company: string | null;
  readonly language: string;
  readonly notes?: string;
}

const HE = { language: 'he' } as const;

/** The contacts of each farm; the small farm has none yet. */
// biome-ignore format: a contact a line.
export const contactPlans: Readonly<Record<FarmKey, readonly ContactPlan[]>> = {
  broilers: [
    { key: 'feed1', kind: 'feed_supplier', name: 'רונן שמש', company: 'תערובות השרון', ...HE, notes: 'הזמנות עד 14:00, אספקה תוך יומיים' },
    { key: 'feed2', kind: 'feed_supplier', name: 'דליה נחום', company: 'מכון תערובת העמק', ...HE },
    { key: 'chicks1', kind: 'chick_supplier', name: 'אורי בר', company: 'מדגרת הצפון', ...HE },
    { key: 'chicks2', kind: 'chick_supplier', name: 'גלית שחר', company: 'מדגרת מעברות', ...HE },
    { key: 'medicine1', kind: 'medicine_supplier', name: 'עמית ברק', company: 'וטמרקט', ...HE },
    { key: 'slaughter1', kind: 'slaughterhouse', name: 'משה אוחיון', company: 'משחטת הגליל', ...HE, notes: 'שיבוץ משאיות בטלפון, יום לפני' },
    { key: 'slaughter2', kind: 'slaughterhouse', name: 'חנן סבג', company: 'עוף השפלה', ...HE },
    { key: 'customer1', kind: 'customer', name: 'סמי דאהר', company: 'שיווק עופות דאהר', language: 'ar' },
    { key: 'vet1', kind: 'vet', name: 'ד״ר רות שגיא', company: 'השירות הווטרינרי לעופות', ...HE },
    { key: 'catch1', kind: 'catcher', name: 'חאלד מסארווה', company: 'צוות תפיסה המשולש', language: 'ar' },
    { key: 'driver1', kind: 'driver', name: 'Игорь Левин', company: 'הובלות לוין', language: 'ru' },
    { key: 'electric1', kind: 'electrician', name: 'בני אדרי', company: null, ...HE, notes: 'זמין גם בלילה' },
    { key: 'tech1', kind: 'technician', name: 'Alex Romanov', company: 'בקרת אקלים לולים', language: 'ru' },
    { key: 'inspect1', kind: 'inspector', name: 'יעל רגב', company: 'הלשכה הווטרינרית', ...HE },
    { key: 'council1', kind: 'authority', name: 'מועצת הלול', company: 'מועצת הלול', ...HE },
    { key: 'insure1', kind: 'insurance', name: 'טל רווח', company: 'ביטוח חקלאי', ...HE },
    { key: 'litter1', kind: 'supplier', name: 'גיל נסים', company: 'נסורת ישראל', ...HE },
    { key: 'gas1', kind: 'supplier', name: 'מוקד הזמנות', company: 'גז השרון', ...HE },
    { key: 'worker1', kind: 'worker', name: 'สมหญิง แก้วมณี', company: null, language: 'th', notes: 'מחליפה בסופי שבוע' },
    { key: 'emergency1', kind: 'emergency', name: 'מוקד חירום אזורי', company: 'המועצה האזורית', ...HE },
  ],
  layers: [
    { key: 'feed1', kind: 'feed_supplier', name: 'דליה נחום', company: 'מכון תערובת העמק', ...HE },
    { key: 'chicks1', kind: 'chick_supplier', name: 'שי גורן', company: 'פרגיות הצפון', ...HE },
    { key: 'medicine1', kind: 'medicine_supplier', name: 'עמית ברק', company: 'וטמרקט', ...HE },
    { key: 'eggs1', kind: 'customer', name: 'אסתי כץ', company: 'תחנת מיון ביצי הגלבוע', ...HE },
    { key: 'eggs2', kind: 'customer', name: 'Tom Baker', company: 'Baker Pastries', language: 'en' },
    { key: 'vet1', kind: 'vet', name: 'ד״ר רות שגיא', company: 'השירות הווטרינרי לעופות', ...HE },
    { key: 'tech1', kind: 'technician', name: 'אלון דגן', company: 'מסועי ביצים דגן', ...HE },
    { key: 'electric1', kind: 'electrician', name: 'ניסים עוז', company: null, ...HE },
    { key: 'council1', kind: 'authority', name: 'מועצת הלול', company: 'מועצת הלול', ...HE },
  ],
  small: [],
};
