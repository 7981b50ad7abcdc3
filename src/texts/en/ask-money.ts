/** What the answers about money say. */
export const askMoney = {
  'ask.moneySpent':
    '{total} was spent {when}{hasCategory, select, yes { on: {category}} other {}}{hasPlace, select, yes { for {place}} other {}} (realised).',
  'ask.moneySpent.none': 'Nothing is recorded as spent {when}.',
  'ask.revenue':
    'Sales brought {total} {when}{hasPlace, select, yes { from {place}} other {}}{hasCategory, select, yes { ({category})} other {}} (realised).',
  'ask.revenue.none': 'No sale is recorded {when}.',
  'ask.ofCategory': '{category}: {total}.',
  'ask.moneyBefore':
    'Before that, {when}, it was {total}{side, select, up { ({change} more now)} down { ({change} less now)} same { (no change)} other {}}.',
  'ask.knownSince': 'Money is looked at since {day} only.',
  'ask.sharedLeftOut': 'What all barns share is not in it.',
  'ask.netMoney':
    '{side, select, below {A loss of {net}} other {{net} is left}} {when}: {revenue} from sales, {feed} for feed, {expenses} for everything else. Only what is recorded counts (realised); nothing expected is in it.',
  'ask.flockProfit':
    '{place}: {isAhead, select, yes {{side, select, below {an expected loss of {profit}} other {an expected profit of {profit}}} at the sale on {day}} other {{side, select, below {a realised loss of {profit} so far} other {a realised profit of {profit} so far}}}}{isEstimated, select, yes {; the cost of feed is an estimate} other {}}.',
  'ask.profitTogether':
    '{place}: {isAhead, select, yes {{side, select, below {an expected loss of {profit}} other {an expected profit of {profit}}} at the sale} other {{side, select, below {a realised loss of {profit} so far} other {a realised profit of {profit} so far}}}}{isEstimated, select, yes {; the cost of feed is an estimate} other {}}.',
  'ask.costPerKg':
    'A kilogram in {place} has cost {cost} so far{isEstimated, select, yes {; the cost of feed is an estimate} other {}}.',
  'ask.pricePerKg':
    'The last price was {price} a kilogram on {day}{hasMean, select, yes {; the average of three months is {mean}} other {}}.',
  'ask.priceRange': 'In the last year it was between {min} and {max}.',
  'ask.priceTrend':
    '{side, select, up {Prices rise {change} a month.} down {Prices fall {change} a month.} other {Prices stay level ({change} a month).}}',
  'ask.feedPrice': 'A ton of {feed} costs {price}.',
  'ask.tenders':
    '{count, plural, =0 {No tender is open.} one {# tender is open.} other {# tenders are open.}}',
  'ask.noBid': '{title}: no bid to compare ({count, number} in all).',
  'ask.bestBid':
    '{title}: {direction, select, sell {the highest bid is {price}} other {the lowest bid is {price}}}{hasSupplier, select, yes { from {supplier}} other {}}, out of {count, number}.',
  'ask.openOrders':
    '{count, plural, =0 {No order is open.} one {# order is open.} other {# orders are open.}}',
  'ask.marketOrder':
    '{title}{direction, select, sell { (sale)} other {}}{hasTotal, select, yes {, {total}} other {}}{due, select, late {, was due on {day}} later {, due on {day}} other {}}.',
} as const;
