import type { askFeed as english } from '../en/ask-feed.ts';

export const askFeed = {
  'ask.feedEaten.sum': '{place}: נאכלו {value} תערובת {when}.',
  'ask.waterUsed.sum': '{place}: נצרכו {value} מים {when}.',
  'ask.waterFeedRatio': '{place}: יחס מים לתערובת {when} – {value} ({part} ל-{whole}).',
  'ask.feedPerBird':
    '{place}: עוף אכל {value} ב-{day}{hasStandard, select, yes { (תקן: {standard})} other {}}.',
  'ask.feedConversion':
    '{place}: נצילות מזון {isBound, select, yes {לכל היותר } other {}}{value, number} ב-{day}{hasStandard, select, yes { (תקן: {standard, number})} other {}}.',
  'ask.feedPerDozen': '{place}: {value} תערובת לתריסר ביצים.',
  'ask.feedDaysLeft':
    '{place}: התערובת תספיק ל-{days}{order, select, now {; צריך להזמין היום} later {; להזמין עד {by}} other {}}.',
  'ask.feedStock': '{place}: נשארו {value} תערובת.',
  'ask.noStock': 'אי אפשר לדעת מהאספקות ומהרישומים כמה נשאר במיכל של {place}.',
  'ask.feedType':
    '{feed, select, prestarter {תערובת טרום-התחלה} starter {תערובת התחלה} grower {תערובת גידול} finisher {תערובת סיום} withdrawal {תערובת גמר ללא תוספים} pullet {תערובת פרגיות} prelay {תערובת טרום-הטלה} none {תערובת} other {תערובת ({feed})}}',
  'ask.feedOrder':
    '{value} {feed}{hasSupplier, select, yes { מ{supplier}} other {}}{due, select, late {, הייתה צריכה להגיע ב-{day}} today {, אמורה להגיע היום ({day})} later {, צפויה ב-{day}} other {}}.',
  'ask.feedOrders':
    '{count, plural, =0 {אין הזמנת תערובת פתוחה.} one {הזמנת תערובת אחת פתוחה.} two {שתי הזמנות תערובת פתוחות.} other {# הזמנות תערובת פתוחות.}}',
  'ask.feedOrdersTotal': 'בהזמנה: {value} תערובת.',
  'ask.deliveriesExpected':
    '{count, plural, =0 {לא צפויה אספקה.} one {צפויה אספקה אחת.} two {צפויות שתי אספקות.} other {צפויות # אספקות.}}',
} satisfies Record<keyof typeof english, string>;
