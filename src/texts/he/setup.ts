import type { setup as english } from '../en/setup.ts';

export const setup = {
  'setup.farm_named': 'לחווה יש שם',
  'setup.farm_location': 'לחווה יש קואורדינטות',
  'setup.farm_area': 'שטח החווה ידוע',
  'setup.currency': 'המטבע הוגדר',
  'setup.first_barn': 'הוגדר לול ראשון',
  'setup.barns_area_capacity': 'לכל לול יש שטח וקיבולת',
  'setup.barn_location': 'לפחות לול אחד מסומן במפה',
  'setup.first_flock': 'נקלטה להקה ראשונה',
  'setup.flock_breed_known': 'הגזע של כל להקה ידוע',
  'setup.flock_target_weight': 'לכל להקה יש משקל יעד',
  'setup.first_daily_log': 'נכתב רישום יומי ראשון',
  'setup.log_last_24h': 'נכתב רישום להיום או לאתמול',
  'setup.vet_contact': 'יש וטרינר באנשי הקשר',
  'setup.supplier_contact': 'יש ספק באנשי הקשר',
  'setup.worker_user': 'לפחות עובד אחד צורף למערכת',
  'setup.integration_or_camera': 'מצלמה או בקר מחוברים',
  'setup.env_reading_24h': 'האקלים בלול נמדד ב-24 השעות האחרונות',
  'setup.medicine_list': 'מלאי התרופות רשום',
} satisfies Record<keyof typeof english, string>;
