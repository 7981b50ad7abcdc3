import type { cameras as english } from '../en/cameras.ts';

export const cameras = {
  'camera.deaths.title': 'מצלמה {camera}: נראו {birds} מתים',
  'gap.camera_silent.title': 'מצלמה {camera} אינה משדרת',
  'gap.camera_silent.message':
    'לא התקבל ממנה דבר כבר {ago}, ויש עופות מולה. בדקו חשמל ורשת; בזמן תיקון סמנו אותה בתחזוקה.',
  'gap.camera_silent.never':
    'לא התקבל ממנה דבר מאז שנרשמה לפני {ago}. בדקו באיזה שם מקור היא משדרת; בזמן תיקון סמנו אותה בתחזוקה.',
  'gap.camera_uncalibrated.title': 'צריך להשוות את מצלמה {camera} למשקל',
  'gap.camera_uncalibrated.message':
    'השוואה אחרונה ב־{day}, לפני {days}; המשקלים שלה נסחפים. שקלו ידנית את להקה {flock} בזמן שהמצלמה שוקלת.',
  'gap.camera_uncalibrated.never':
    'כבר {days} שהיא לא הושוותה לשקילה ידנית. שקלו ידנית את להקה {flock} בזמן שהמצלמה שוקלת.',
  'gap.camera_unregistered.title': 'המקור {source} אינו רשום כמצלמה במשק',
  'gap.camera_unregistered.message':
    '{count, plural, one {אירוע אחד} two {שני אירועים} other {# אירועים}} בשבעה ימים. רשמו אותו כמצלמה: מה ששודר עד עכשיו ייספר.',
  'page.cameras.title':
    '{count, plural, =0 {אין מצלמות} one {מצלמה אחת} two {שתי מצלמות} other {# מצלמות}}',
  'page.cameras.online': '{count, number} מחוברות',
  'page.cameras.silent': '{count, number} לא משדרות',
  'page.cameras.unknown': '{count, number} לא רשומות',
  'page.cameras.alerts':
    '{count, plural, one {התראה פתוחה אחת} two {שתי התראות פתוחות} other {# התראות פתוחות}}',
  'page.cameras.silentFor': '{camera}: לא משדרת כבר {ago}',
  'page.cameras.connections': 'חיבורים',
  'page.cameras.unregistered': 'לא רשומות',
  'page.cameras.heard':
    '{events, plural, one {אירוע אחד} two {שני אירועים} other {# אירועים}} ב־7 ימים, אחרון {moment}',
  'page.camera.online': 'מחוברת',
  'page.camera.offline': 'מנותקת',
  'page.camera.unknown': 'טרם נשמעה',
  'page.camera.fault': 'תקולה',
  'page.camera.maintenance': 'בתיקון',
  'page.camera.retired': 'הוצאה משימוש',
  'page.camera.silent': 'לא משדרת',
  'page.connection.pending': 'טרם בשימוש',
  'page.connection.active': 'פעיל',
  'page.connection.failing': 'נכשל',
  'page.connection.paused': 'מושהה',
  'page.connection.disabled': 'כבוי',
  'page.vision.count': 'ספירות',
  'page.vision.weight': 'משקלים',
  'page.vision.mortality': 'תמותה',
  'page.vision.behavior': 'התנהגות',
  'page.col.camera': 'מצלמה',
  'page.col.lastHeard': 'נשמעה לאחרונה',
  'page.col.events24h': '24 שעות',
  'page.col.countGap': 'ספירה מול יומן',
  'page.col.factor': 'מקדם',
  'page.col.connection': 'חיבור',
  'page.col.token': 'אסימון',
  'page.col.failures': 'כישלונות',
} satisfies Record<keyof typeof english, string>;
