/** What the answers about feed and water say. */
export const askFeed = {
  'ask.feedEaten.sum': 'The birds in {place} ate {value} of feed {when}.',
  'ask.waterUsed.sum': 'The birds in {place} drank {value} {when}.',
  'ask.waterFeedRatio': 'Water to feed in {place} {when}: {value} ({part} to {whole}).',
  'ask.feedPerBird':
    'A bird in {place} ate {value} on {day}{hasStandard, select, yes { (standard: {standard})} other {}}.',
  'ask.feedConversion':
    'Feed conversion in {place}: {isBound, select, yes {at most } other {}}{value, number} on {day}{hasStandard, select, yes { (standard: {standard, number})} other {}}.',
  'ask.feedPerDozen': 'A dozen eggs takes {value} of feed in {place}.',
  'ask.feedDaysLeft':
    'Feed in {place} lasts {days}{order, select, now {; order today} later {; order by {by}} other {}}.',
  'ask.feedStock': '{value} of feed is left in {place}.',
  'ask.noStock': 'What is left in the silo of {place} cannot be told from deliveries and logs.',
  'ask.feedType':
    '{feed, select, prestarter {prestarter feed} starter {starter feed} grower {grower feed} finisher {finisher feed} withdrawal {withdrawal feed} pullet {pullet feed} prelay {prelay feed} none {feed} other {feed ({feed})}}',
  'ask.feedOrder':
    '{value} of {feed}{hasSupplier, select, yes { from {supplier}} other {}}{due, select, late {, was due on {day}} today {, due today ({day})} later {, due on {day}} other {}}.',
  'ask.feedOrders':
    '{count, plural, =0 {No feed is on order.} one {# feed order is open.} other {# feed orders are open.}}',
  'ask.feedOrdersTotal': '{value} of feed is on order.',
  'ask.deliveriesExpected':
    '{count, plural, =0 {No delivery is expected.} one {# delivery is expected.} other {# deliveries are expected.}}',
} as const;
