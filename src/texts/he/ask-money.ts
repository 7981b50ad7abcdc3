import type { askMoney as english } from '../en/ask-money.ts';

export const askMoney = {
  'ask.moneySpent':
    '{when} הוצאו {total}{hasCategory, select, yes { על {category}} other {}}{hasPlace, select, yes { עבור {place}} other {}} (בפועל).',
  'ask.moneySpent.none': 'לא נרשמו הוצאות {when}.',
  'ask.revenue':
    '{when} נכנסו ממכירות {total}{hasPlace, select, yes { מ{place}} other {}}{hasCategory, select, yes { ({category})} other {}} (בפועל).',
  'ask.revenue.none': 'לא נרשמו מכירות {when}.',
  'ask.ofCategory': '{category}: {total}.',
  'ask.moneyBefore':
    'לפני כן, {when}, היו {total}{side, select, up { (עכשיו {change} יותר)} down { (עכשיו {change} פחות)} same { (ללא שינוי)} other {}}.',
  'ask.knownSince': 'הכספים נבדקים רק מ-{day}.',
  'ask.sharedLeftOut': 'הוצאות משותפות לכל הלולים אינן כלולות.',
  'ask.netMoney':
    '{side, select, below {הפסד של {net}} other {נשארו {net}}} {when}: {revenue} ממכירות, {feed} לתערובת, {expenses} לכל השאר. נספר רק מה שנרשם בפועל; שום תחזית אינה כלולה.',
  'ask.flockProfit':
    '{place}: {isAhead, select, yes {{side, select, below {הפסד צפוי של {profit}} other {רווח צפוי של {profit}}} בשיווק ב-{day}} other {{side, select, below {הפסד בפועל של {profit} עד כה} other {רווח בפועל של {profit} עד כה}}}}{isEstimated, select, yes {; עלות התערובת היא אומדן} other {}}.',
  'ask.profitTogether':
    '{place}: {isAhead, select, yes {{side, select, below {הפסד צפוי של {profit}} other {רווח צפוי של {profit}}} בשיווק} other {{side, select, below {הפסד בפועל של {profit} עד כה} other {רווח בפועל של {profit} עד כה}}}}{isEstimated, select, yes {; עלות התערובת היא אומדן} other {}}.',
  'ask.costPerKg':
    '{place}: עלות לקילו עד כה {cost}{isEstimated, select, yes {; עלות התערובת היא אומדן} other {}}.',
  'ask.pricePerKg':
    'המחיר האחרון היה {price} לקילו ב-{day}{hasMean, select, yes {; ממוצע שלושה חודשים {mean}} other {}}.',
  'ask.priceRange': 'בשנה האחרונה: בין {min} ל-{max}.',
  'ask.priceTrend':
    '{side, select, up {המחירים עולים {change} בחודש.} down {המחירים יורדים {change} בחודש.} other {המחירים יציבים ({change} בחודש).}}',
  'ask.feedPrice': 'טון {feed} עולה {price}.',
  'ask.tenders':
    '{count, plural, =0 {אין מכרז פתוח.} one {מכרז אחד פתוח.} two {שני מכרזים פתוחים.} other {# מכרזים פתוחים.}}',
  'ask.noBid': '{title}: אין הצעה להשוואה (סך הכול {count, number}).',
  'ask.bestBid':
    '{title}: {direction, select, sell {ההצעה הגבוהה {price}} other {ההצעה הזולה {price}}}{hasSupplier, select, yes { של {supplier}} other {}}, מתוך {count, number}.',
  'ask.openOrders':
    '{count, plural, =0 {אין הזמנה פתוחה.} one {הזמנה אחת פתוחה.} two {שתי הזמנות פתוחות.} other {# הזמנות פתוחות.}}',
  'ask.marketOrder':
    '{title}{direction, select, sell { (מכירה)} other {}}{hasTotal, select, yes {, {total}} other {}}{due, select, late {, היה אמור להיות ב-{day}} later {, עד {day}} other {}}.',
} satisfies Record<keyof typeof english, string>;
