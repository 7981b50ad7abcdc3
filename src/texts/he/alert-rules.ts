import type { alertRules as english } from '../en/alert-rules.ts';

export const alertRules = {
  'alert.mortality_spike.title':
    '{barn}: {isFar, select, yes {תמותה חריגה, {deaths} ב-{day}} other {תמותה גבוהה, {deaths} ב-{day}}}',
  'alert.mortality_spike.mean':
    'ב-{day} מתו {deaths}, {pct} מהלהקה; הממוצע בשבוע הקודם {mean} ליום. לבדוק את העופות, המים והאוויר, ולהזמין וטרינר.',
  'alert.mortality_spike.share':
    'ב-{day} מתו {deaths}, {pct} מהלהקה. לבדוק את העופות, המים והאוויר, ולהזמין וטרינר.',
  'alert.mortality_spike.fits': 'ב-{day} מתו {deaths}, תמותה רגילה.',
  'alert.weight_below_standard.title': '{barn}: המשקל נמוך ב-{below} מהתקן',
  'alert.weight_below_standard.message':
    'המשקל ב-{day} הוא {weight}; התקן של הגזע לגיל הזה {standard}. לבדוק תערובת, מים, טמפרטורה ובריאות.',
  'alert.weight_below_standard.uncalibrated':
    'מצלמות שלא הושוו למשקל מראות {weight} ב-{day}; התקן של הגזע לגיל הזה {standard}. המשקל אינו אמין: לשקול מדגם עופות ולרשום אותו.',
  'alert.weight_below_standard.fits': 'המשקל ב-{day} הוא {weight}; התקן של הגזע {standard}.',
  'alert.weight_below_standard.moult': 'הלהקה בהשרה; ירידה במשקל צפויה.',
  'alert.water_drop.title': '{barn}: העופות שותים {drop} פחות מהצפוי',
  'alert.water_drop.two_days':
    'ב-{day} נשתו {water}, {drop} פחות מהצפוי לפי הימים הקודמים, ויום לפני כן {before} פחות. לבדוק לחץ, מסננים, פטמות ונזילות, ואחר כך את העופות.',
  'alert.water_drop.one_day':
    'ב-{day} נשתו {water}, {drop} פחות מהצפוי לפי הימים הקודמים. לבדוק לחץ, מסננים, פטמות ונזילות, ואחר כך את העופות.',
  'alert.water_drop.fits': 'ב-{day} נשתו {water}, בערך כצפוי לפי הימים הקודמים.',
  'alert.water_feed_ratio.title': '{barn}: יחס מים לתערובת חריג, {ratio}',
  'alert.water_feed_ratio.low':
    'ב-{day} נשתו {water} ונאכלו {feed}: בתיקון לחום {ratio}, ויום לפני כן {before}; פחות מ-{low} זה מעט מדי מים. לבדוק את קו המים ואת מד המים.',
  'alert.water_feed_ratio.high':
    'ב-{day} נשתו {water} ונאכלו {feed}: בתיקון לחום {ratio}, ויום לפני כן {before}; יותר מ-{high} זה יותר מדי. לבדוק נזילות, רפד רטוב ושלשולים.',
  'alert.water_feed_ratio.fits':
    'ב-{day} נשתו {water} ונאכלו {feed}: בתיקון לחום {ratio}, בין {low} ל-{high}.',
  'alert.feed_out.title': '{barn}: התערובת נגמרת, נשאר {days}',
  'alert.feed_out.message':
    'בסילו נשארו {stock}, שיספיקו עוד {days}. להזמין תערובת או לברר היכן המשלוח.',
  'alert.feed_out.fits': 'בסילו {stock}, שיספיקו עוד {days}.',
  'alert.temp_high.title': '{barn}: חם מדי, {temp}',
  'alert.temp_high.message':
    '{temp} במשך {minutes}; היעד בגיל {age} הוא {target}. לבדוק מאווררים, צינון ומים.',
  'alert.temp_high.felt':
    '{temp}, ועם הלחות העופות מרגישים {felt}, במשך {minutes}; היעד בגיל {age} הוא {target}. לבדוק מאווררים, צינון ומים.',
  'alert.temp_high.fits': '{temp}; היעד בגיל {age} הוא {target}.',
  'alert.temp_low.title': '{barn}: קר מדי, {temp}',
  'alert.temp_low.message':
    '{temp} במשך {minutes}; היעד בגיל {age} הוא {target}. לבדוק תנורים, וילונות ורוח פרצים.',
  'alert.temp_low.fits': '{temp}; היעד בגיל {age} הוא {target}.',
  'alert.co2.title': '{barn}: פחמן דו-חמצני {value}',
  'alert.co2.message':
    'פחמן דו-חמצני {value}, מעל {limit} במשך {minutes}. להגביר אוורור מינימום ולבדוק את התנורים.',
  'alert.co2.fits': 'פחמן דו-חמצני {value}; הגבול {limit}.',
  'alert.nh3.title': '{barn}: אמוניה {value}',
  'alert.nh3.message':
    'אמוניה {value}, מעל {limit} במשך {minutes}. להגביר אוורור מינימום ולבדוק את הרפד ואת השוקתות.',
  'alert.nh3.fits': 'אמוניה {value}; הגבול {limit}.',
  'alert.rh.title': '{barn}: לחות {value}',
  'alert.rh.message':
    'לחות {value}, מעל {limit} במשך {minutes}. לאוורר יותר ולבדוק רפד, פדים ונזילות.',
  'alert.rh.low':
    'לחות {value}, מתחת ל-{limit} במשך {minutes}. האוויר יבש מדי: לשים לב לאבק ולדרכי הנשימה של האפרוחים.',
  'alert.rh.fits': 'לחות {value}, שוב תקינה.',
  'alert.sensor_stale.title': '{barn}: החיישנים לא משדרים כבר {ago}',
  'alert.sensor_stale.message':
    'הקריאה האחרונה התקבלה ב-{at}, לפני {ago}; מותר עד {allowed}. לבדוק את הבקר, החשמל והתקשורת, ולהסתכל על העופות.',
  'alert.sensor_stale.fits': 'החיישנים שוב משדרים; הקריאה האחרונה התקבלה ב-{at}.',
  'alert.sensors_disagree.title': '{barn}: הפרש של {spread} בין חיישני הטמפרטורה',
  'alert.sensors_disagree.message':
    '{coldest} מראה {low} ו-{warmest} מראה {high}; בהפרש של יותר מ-{limit} אחד מהם טועה. להשוות את שניהם למדחום בגובה העופות, ולהחליף או להזיז את החיישן השגוי.',
  'alert.sensors_disagree.fits': 'ההפרש בין חיישני הטמפרטורה הוא {spread}; עד {limit} זה תקין.',
  'alert.egg_drop.title': '{barn}: ירידה של {drop} בהטלה לעומת השבוע הקודם',
  'alert.egg_drop.two_days':
    'ב-{day} נאספו {eggs}; ביומיים האחרונים {drop} פחות מהממוצע בשבוע הקודם. לבדוק מים, תערובת, תאורה ובריאות.',
  'alert.egg_drop.one_day':
    'ב-{day} נאספו {eggs}, {drop} פחות מהממוצע בשבוע הקודם. לבדוק מים, תערובת, תאורה ובריאות, ולהזמין וטרינר.',
  'alert.egg_drop.fits': 'ב-{day} נאספו {eggs}, כמו בשבוע הקודם.',
  'alert.egg_drop.moult': 'הלהקה בהשרה; ירידה בהטלה צפויה.',
  'alert.breakage.title': '{barn}: {pct} ביצים שבורות',
  'alert.breakage.two_days':
    'ב-{day} נשברו {broken} מתוך {eggs}, {pct}; יום לפני כן {before}. לבדוק את המסוע, הקינים והקליפות.',
  'alert.breakage.one_day':
    'ב-{day} נשברו {broken} מתוך {eggs}, {pct}. לבדוק את המסוע, הקינים והקליפות.',
  'alert.breakage.fits': 'ב-{day} נשברו {broken} מתוך {eggs}, {pct}.',
  'alert.medicine_expired.title': 'תרופה שפג תוקפה במחסן: {medicine}',
  'alert.medicine_expired.message': 'התוקף של {medicine} פג ב-{day}. להוציא מהמחסן ולרשום השמדה.',
  'alert.medicine_expired.used':
    'התוקף של {medicine} פג ב-{day}, ומאז טופלו בה עופות. להוציא מהמחסן ולהתקשר לווטרינר.',
  'alert.medicine_expired.fits': '{medicine}: אין במחסן תרופה שפג תוקפה.',
  'alert.density.title': '{barn}: צפיפות של {density}',
  'alert.density.message':
    '{birds} שוקלים היום {density}; הגבול {limit}. לדלל את הלול או להקדים שיווק.',
  'alert.density.uncalibrated':
    'היום {birds} שוקלים כ-{density} לפי מצלמות שלא הושוו למשקל; המגבלה היא {limit}. המשקל אינו אמין: לשקול מדגם עופות ולרשום אותו.',
  'alert.density.fits': '{birds} שוקלים היום {density}; הגבול {limit}.',
  'alert.withdrawal_violation.title': '{barn}: שיווק לפני תום זמן ההמתנה',
  'alert.withdrawal_violation.sold':
    'עופות מ-{flock} שווקו ב-{sale}; זמן ההמתנה של תרופה נמשך עד {until}. להודיע מיד למשחטה ולווטרינר.',
  'alert.withdrawal_violation.planned':
    'השיווק של {flock} מתוכנן ל-{sale}; זמן ההמתנה של תרופה נמשך עד {until}. לדחות, או לשאול את הווטרינר.',
  'alert.withdrawal_violation.fits': 'אין שיווק של {flock} לפני תום זמן ההמתנה ב-{until}.',
  'alert.ended': 'הסתיים',
  'alert.ended.birds': 'העופות יצאו מהלול.',
  'alert.ended.medicine': 'התרופה כבר לא במחסן.',
} satisfies Record<keyof typeof english, string>;
