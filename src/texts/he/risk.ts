import type { risk as english } from '../en/risk.ts';

export const risk = {
  'risk.unknown': 'אין מספיק נתונים כדי לדעת.',
  'risk.no_birds': 'אין עופות בלולים.',
  'risk.disease.ok': 'התמותה אינה גבוהה מהרגיל.',
  'risk.disease.spike_warning': 'התמותה בלהקה {flock} עלתה בפתאומיות.',
  'risk.disease.spike_critical': 'התמותה בלהקה {flock} קריטית.',
  'risk.disease.losses': 'להקה {flock} איבדה {own}; הרגיל הוא {usual}.',
  'risk.heat.ok': 'אין חום שפוגע בעופות.',
  'risk.heat.forecast_warning': 'צפוי חום: עומס חום של עד {thi} לעופות.',
  'risk.heat.forecast_critical': 'צפוי חום מסוכן: עומס חום של עד {thi} לעופות.',
  'risk.heat.season': 'היה חם מדי בלולים ב-{hot} מתוך {known} הימים האחרונים שנמדדו.',
  'risk.feed_out.ok': 'יש מזון לזמן מספיק.',
  'risk.feed_out.soon': 'המזון של להקה {flock} יספיק ל-{days}.',
  'risk.overweight_or_density.ok': 'אף לול לא ייעשה צפוף מדי לפני השיווק.',
  'risk.overweight_or_density.now': 'להקה {flock} מעל {limit} מ-{day}.',
  'risk.overweight_or_density.soon': 'להקה {flock} תעבור את {limit} ב-{day}.',
  'risk.cash.ok': 'נכנס לפחות כמה שיוצא, בכל השבועות המוצגים או בשבועות הבאים.',
  'risk.cash.negative':
    'בשבועות המוצגים הסכום המצטבר שלילי מהשבוע של {day} ואילך, ובשבועות הבאים יוצא יותר כסף משנכנס. יתרת הבנק אינה ידועה.',
  'risk.price.ok': 'מחיר המכירה אינו יורד.',
  'risk.price.falling': 'מחיר המכירה יורד ב-{drop} ב-30 יום.',
  'risk.data_blind.ok': 'התמותה של שבעת הימים האחרונים רשומה.',
  'risk.data_blind.missing': 'התמותה נרשמה רק ב-{share} משבעת הימים האחרונים.',
  'risk.equipment.ok': 'אין מכשיר או חיבור תקולים.',
  'risk.equipment.broken': '{bad, number} מתוך {total, number} מכשירים וחיבורים אינם פועלים.',
  'risk.compliance.ok': 'אין מסמך לרשויות באיחור.',
  'risk.compliance.overdue':
    '{count, plural, one {באיחור: {title}} two {שני מסמכים באיחור, הראשון: {title}} other {# מסמכים באיחור, הראשון: {title}}}',
  'risk.medicine.ok': 'אין תרופות שפג תוקפן ואין שיווק לפני תום תקופת ההמתנה.',
  'risk.medicine.expired':
    '{count, plural, one {תרופה אחת שפג תוקפה נמצאת במלאי} two {שתי תרופות שפג תוקפן נמצאות במלאי} other {# תרופות שפג תוקפן נמצאות במלאי}}',
  'risk.medicine.withdrawal':
    'להקה {flock} מיועדת לשיווק ב-{sale}, לפני תום תקופת ההמתנה ב-{until}.',
  'risk.single_supplier.ok': 'החווה אינה תלויה בספק אחד.',
  'risk.single_supplier.one':
    '{goods, select, feed {{share} מהמזון מגיע מספק אחד.} other {{share} מהאפרוחים מגיעים מספק אחד.}}',
  'risk.people.ok': 'אין שאלת עובד שממתינה יותר מיום.',
  'risk.people.waiting':
    '{count, plural, one {שאלת עובד אחת ממתינה יותר מיום.} two {שתי שאלות של עובדים ממתינות יותר מיום.} other {# שאלות של עובדים ממתינות יותר מיום.}}',
  'risk.task.call_vet': 'להתקשר לווטרינר לגבי להקה {flock}',
  'risk.task.check_cooling': 'לבדוק את המאווררים והקירור בלולים',
  'risk.task.sell_birds': 'עופות מלהקה {flock}',
  'risk.task.cash': 'לתכנן תשלומים: צפוי לצאת יותר כסף משייכנס',
  'risk.task.tender': 'עופות חיים, מבקשים הצעות',
} satisfies Record<keyof typeof english, string>;
