import type { dataQuality as english } from '../en/data-quality.ts';

export const dataQuality = {
  'dataQuality.negative_population': 'להקה {flock}: יצאו {gone}, אבל הגיעו רק {placed}.',
  'dataQuality.duplicate_log':
    '{count, plural, one {רישום אחד} two {שני רישומים} other {# רישומים}} לאותה להקה ב-{day}; קובע הרישום ששונה אחרון.',
  'dataQuality.age_mismatch': 'ברישום של {day} צוין גיל {logged}; לפי תאריך הקליטה הגיל הוא {age}.',
  'dataQuality.eggs_broken_gt_eggs': 'ב-{day} נשברו יותר ביצים משנאספו: {broken} לעומת {eggs}.',
  'dataQuality.temp_order':
    'הטמפרטורות של {day} סותרות זו את זו: {pair, select, minAvg {מינימום {low}, ממוצע {high}} avgMax {ממוצע {low}, מקסימום {high}} other {מינימום {low}, מקסימום {high}}}.',
  'dataQuality.future_date': 'התאריך בעתיד: {day}.',
  'dataQuality.zero_streak':
    'להקה {flock}: אפס תמותה במשך {days}, מ-{from} עד {to}; בלהקה בגודל כזה תמיד יש תמותה.',
  'dataQuality.identical_values': 'להקה {flock}: אותם נתונים במשך {days}, מ-{from} עד {to}.',
  'dataQuality.suspect_value': 'להקה {flock}: {what}',
  'suspect.range':
    '{field, select, avgWeightGr {משקל} other {משקל מכירה}} של {value} ב-{day}; סביר בין {low} ל-{high}.',
  'suspect.most':
    '{field, select, feedKg {תערובת} other {מים}}: {value} ב-{day}; סביר לכל היותר {high}.',
  'suspect.breed': 'אין תקן מוכר לגזע „{breed}”. האם הכוונה ל-{suggestion}?',
  'suspect.ask':
    '{isBreed, select, yes {לשמור את הלהקה עם הגזע הזה בכל זאת?} other {לשמור בכל זאת? ערך לא סביר לא ייכלל באף חישוב.}}',
  'suspect.notStored': 'שום דבר לא נשמר.',
  'suspect.stored':
    '{field, select, avgWeightGr {המשקל} feedKg {כמות התערובת} waterL {כמות המים} other {משקל המכירה}} לא ייתכן. הערך נשמר, אך לא ייכלל באף חישוב.',
  'dataQuality.weight_jump': 'להקה {flock}: מ-{from} ב-{fromDay} ל-{to} ב-{toDay}, {pct} ליום.',
  'dataQuality.log_before_placement': 'הרישום של {day} קודם לקליטה ב-{placement}.',
} satisfies Record<keyof typeof english, string>;
