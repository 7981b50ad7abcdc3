import type { askEquipment as english } from '../en/ask-equipment.ts';

export const askEquipment = {
  'ask.barns': '{count, plural, =0 {אין לול.} one {לול אחד.} two {שני לולים.} other {# לולים.}}',
  'ask.barn':
    '{name}: {state, select, occupied {יש עופות} other {ריק מעופות}}{hasRoom, select, yes {, מקום ל-{room}} other {}}.',
  'ask.flocks':
    '{count, plural, =0 {אין להקה בלולים.} one {להקה אחת בלולים.} two {שתי להקות בלולים.} other {# להקות בלולים.}}',
  'ask.flock': '{name} ב{barn}: גיל {age}, {birds}.',
  'ask.capacity': '{place}: מקום ל-{value}.',
  'ask.noCapacity': 'לא נרשם כמה עופות נכנסים ל{place}.',
  'ask.nextPlacement':
    '{place}: {isPlanned, select, yes {הלהקה הבאה נקלטת ב-{day}} other {פנוי ללהקה חדשה מ-{day}}}{hasBirds, select, yes {, עד {birds}} other {}}.',
  'ask.noPlacement': 'עוד לא ידוע מתי {place} יקבל את הלהקה הבאה.',
  'ask.barnFigure':
    '{place}: {by, select, henDayPct {אחוז הטלה {value}} other {מדד יצרנות (EPEF) {value}}}.',
  'ask.devicesDown':
    '{count, plural, =0 {{kind, select, camera {אין מצלמה מנותקת} other {אין מכשיר מנותק}}} one {{kind, select, camera {מצלמה אחת מנותקת} other {מכשיר אחד מנותק}}} two {{kind, select, camera {שתי מצלמות מנותקות} other {שני מכשירים מנותקים}}} other {{kind, select, camera {{count, number} מצלמות מנותקות} other {{count, number} מכשירים מנותקים}}}} (מתוך {all, number}).',
  'ask.deviceDown':
    '{name}{hasPlace, select, yes { ({place})} other {}}: {status, select, fault {תקלה במכשיר} other {אין חיבור}}{wasSeen, select, yes {, נראה לאחרונה לפני {ago}} other {}}.',
  'ask.cameraCount':
    '{place}: המצלמה ספרה {counted}, ברישום {logged}{side, select, above { ({off} יותר)} below { ({off} פחות)} other {}}.',
  'ask.cameraCountOnly': '{place}: המצלמה ספרה {counted}; לא ידוע כמה אמורים להיות.',
  'ask.noCameraCount': 'אף מצלמה לא ספרה את העופות ב{place} בשלושת הימים האחרונים.',
} satisfies Record<keyof typeof english, string>;
