import type { askEngine as english } from '../en/ask-engine.ts';

export const askEngine = {
  'ask.not_sure': 'לא בטוח שהבנתי. אולי אחת מהשאלות האלה.',
  'ask.out_of_domain': 'אני עונה על שאלות מתוך הרישומים של המשק, וזו לא אחת מהן.',
  'ask.several_meanings': 'אפשר להבין את זה בכמה דרכים. למה הכוונה?',
  'ask.which_one': 'יש כמה בשם הזה. למי הכוונה?',
  'ask.which_flock': 'לאיזו להקה הכוונה?',
  'ask.which_period': 'לאילו ימים?',
  'ask.only_now': 'את זה אני יודע רק למצב הנוכחי, לא לימים אחרים.',
  'ask.no_such_barn': 'המפתח הזה לא רואה לול בשם או במספר הזה.',
  'ask.no_such_flock': 'המפתח הזה לא רואה להקה בשם או במספר הזה.',
  'ask.no_such_farm': 'המפתח הזה לא רואה משק בשם הזה.',
  'ask.no_such_person': 'המפתח הזה לא רואה במשק מישהו בשם הזה.',
  'ask.not_allowed': 'המפתח הזה לא רשאי לקרוא את מה שנדרש לתשובה; חסר לו {scopes}.',
  'ask.one_action': 'דבר אחד בכל פעם, בבקשה: פעולה אחת למשפט.',
  'ask.nothing_known': 'לא נרשם על זה כלום.',
  'ask.fix': 'הקריאה הזו תשנה את זה: {call}.',
  'ask.action.none': 'לא שונה דבר.',
  'ask.action.executed': 'בוצע. אפשר לבטל עם מה שמופיע תחת action.undo.',
  'ask.action.suppressed': 'הבנתי, אבל דבר לא בוצע.',
  'ask.action.proposed': 'אם לבצע את זה, צריך לומר זאת: דבר לא בוצע.',
  'ask.action.refused': 'הפעולה נדחתה; הסיבה מופיעה תחת action.reason.',
} satisfies Record<keyof typeof english, string>;
