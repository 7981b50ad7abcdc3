import type { missingData as english } from '../en/missing-data.ts';

export const missingData = {
  'missing.no_barns': 'עדיין לא נרשם לול במשק.',
  'missing.no_live_flocks': 'אין כרגע להקה באף לול.',
  'missing.no_birds_placed': 'לא נרשם כמה עופות נכנסו בלהקה {flock}.',
  'missing.negative_population':
    'בלהקה {flock} רשומים יותר עופות שמתו, נפסלו או נמכרו מאלה שנכנסו.',
  'missing.breed_unknown': 'אין טבלת תקן לגזע של להקה {flock}, ולכן אין למה להשוות אותה.',
  'missing.no_daily_logs': 'ללהקה {flock} אין אף רישום יומי.',
  'missing.no_mortality_logs': 'בלהקה {flock} התמותה לא נרשמה ביותר משני ימים מתוך שבעת האחרונים.',
  'missing.no_water_logs': 'צריכת המים של להקה {flock} לא נרשמת כל יום, ולכן לא יראו ירידה בשתייה.',
  'missing.too_young':
    'להקה {flock} צעירה מ-7 ימים: ליחס ההמרה, למדד היעילות ולציונים אין עדיין משמעות.',
  'missing.sale_weight_missing':
    'לאחת המכירות של להקה {flock} אין משקל, ולכן יחס ההמרה שלה לא ידוע.',
  'missing.sale_weight_suspect':
    'המשקל של אחת המכירות של להקה {flock} לא ייתכן, ולכן יחס ההמרה שלה לא ידוע.',
  'missing.no_weight_7d': 'להקה {flock} לא נשקלה בשבעת הימים האחרונים.',
  'missing.weight_uncalibrated':
    'המשקל של להקה {flock} מבוסס על מצלמות שלא הושוו למשקל: הוא אינו אמין.',
  'missing.weighing_stale': 'להקה {flock} נשקלה לפני זמן רב מדי, ולכן משקלה היום אינו ידוע.',
  'missing.age_out_of_range': 'בטבלת הגזע אין משקל לגיל של להקה {flock}.',
  'missing.no_env_readings': 'לא נמדד דבר ב{barn} ב-24 השעות האחרונות.',
  'missing.no_camera': 'אין ב{barn} מצלמה ששוקלת את העופות.',
  'missing.no_feed_logs': 'התערובת של להקה {flock} נרשמת בפחות מדי ימים.',
  'missing.no_deliveries': 'לא נרשמה אספקת תערובת ללהקה {flock}.',
  'missing.deliveries_incomplete': 'להקה {flock} אכלה יותר תערובת ממה שסופק: חסר רישום של אספקה.',
  'missing.no_barn_area': 'שטח הרצפה של {barn} לא רשום.',
} satisfies Record<keyof typeof english, string>;
