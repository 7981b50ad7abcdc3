/** The farm in sentences. */
export const context = {
  'context.farm.stocked':
    '{farm}: {barns, plural, one {# barn} other {# barns}}, {flocks, plural, one {# flock} other {# flocks}}, {birds, plural, one {# bird} other {# birds}}.',
  'context.farm.uncounted':
    '{farm}: {barns, plural, one {# barn} other {# barns}}, {flocks, plural, one {# flock} other {# flocks}}; not all birds were counted on arrival.',
  'context.farm.empty':
    '{farm}: {barns, plural, =0 {no barns} one {# barn} other {# barns}}, {flocks, plural, =0 {no birds inside} one {# flock} other {# flocks}}.',
  'context.barn': '{barn}: {facts}.',
  'context.moreBarns': '{count, plural, one {# more barn} other {# more barns}}.',
  'context.and': '{first}, {rest}',
  'context.then': '{first}; {rest}',
  'context.fact.empty':
    '{status, select, cleaning {being cleaned} maintenance {under repair} inactive {not in use} other {no birds inside}}',
  'context.fact.flock': 'flock {flock}',
  'context.fact.unnamedFlock': 'one flock',
  'context.fact.breed': '{breed}',
  'context.fact.age': '{count, plural, one {# day old} other {# days old}}',
  'context.fact.birds': '{count, plural, one {# bird} other {# birds}}',
  'context.fact.deaths': '{count, plural, one {# has died} other {# have died}} ({pct})',
  'context.fact.weight': '{weight} on {day}',
  'context.fact.notWeighed': 'not weighed yet',
  'context.fact.deviation':
    '{side, select, above {{pct} above the standard} below {{pct} below the standard} other {{pct} off the standard}}',
  'context.fact.lastLog': 'last log of {day}',
  'context.fact.neverLogged': 'no log yet',
  'context.fact.temp': '{temp}',
  'context.fact.humidity': '{humidity} humidity',
  'context.fact.outOfRange':
    '{measure, select, temp {temperature out of range} humidity {humidity out of range} co2 {CO2 too high} other {ammonia too high}}',
  'context.fact.measuredAgo': 'measured {ago} ago',
  'context.noAlerts': 'No alert is open.',
  'context.alerts':
    '{count, plural, one {# open alert} other {# open alerts}}, {critical, plural, =0 {none critical} one {# critical} other {# critical}}; the worst: {alert}.',
  'context.questions':
    '{count, plural, one {# question waits for an answer} other {# questions wait for an answer}}.',
  'context.tasks':
    '{count, plural, one {# open task} other {# open tasks}}: {overdue, plural, one {# overdue} other {# overdue}}, {today, plural, one {# due today} other {# due today}}.',
  'context.medicineExpired':
    '{count, plural, one {# expired medicine in the store} other {# expired medicines in the store}}: {names}.',
  'context.medicineLow':
    '{count, plural, one {# medicine runs low} other {# medicines run low}}: {names}.',
  'context.hardwareDown':
    '{count, plural, one {# device or connection is down} other {# devices and connections are down}}: {names}.',
  'context.camerasUnregistered':
    '{count, plural, one {# camera sends without being registered} other {# cameras send without being registered}}.',
  'context.money':
    'Last 90 days, realised: {revenue} from sales, {feed} for feed, {expenses} for everything else, {net} net.',
} as const;
