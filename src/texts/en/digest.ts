/** The headline of the morning briefing. */
export const digest = {
  'digest.spike':
    '{flock}: {when, select, today {{count, plural, one {# bird died today} other {# birds died today}}} yesterday {{count, plural, one {# bird died yesterday} other {# birds died yesterday}}} other {{count, plural, one {# bird died on {day}} other {# birds died on {day}}}}}, {ratio, number} times the average of the week',
  'digest.spikeYoung':
    '{flock}: {when, select, today {{count, plural, one {# chick died today} other {# chicks died today}}} yesterday {{count, plural, one {# chick died yesterday} other {# chicks died yesterday}}} other {{count, plural, one {# chick died on {day}} other {# chicks died on {day}}}}}, {ratio, number} times what is usual at this age',
  'digest.spikeShare':
    '{flock}: {when, select, today {{count, plural, one {# bird died today} other {# birds died today}}} yesterday {{count, plural, one {# bird died yesterday} other {# birds died yesterday}}} other {{count, plural, one {# bird died on {day}} other {# birds died on {day}}}}}, {pct} of the flock',
  'digest.moreSpikes':
    '{count, plural, one {High mortality in # more flock} other {High mortality in # more flocks}}',
  'digest.alerts.critical':
    '{count, plural, one {Critical alert: {alert}} other {# critical alerts, the first: {alert}}}',
  'digest.alerts.warning':
    '{count, plural, one {Warning: {alert}} other {# warnings, the first: {alert}}}',
  'digest.questions':
    '{count, plural, one {{isNamed, select, yes {{author} waits} other {A worker waits}} for an answer, asked {ago} ago} other {# questions wait for an answer, the oldest asked {ago} ago}}',
  'digest.missingLogs':
    '{count, plural, one {No log of flock {flock} for {days}} other {# flocks without a log: {flocks}}}',
  'digest.tasks':
    '{count, plural, one {# task for today} other {# tasks for today}}{overdue, plural, =0 {} one {, # overdue} other {, # overdue}}',
  'digest.heat.warning': 'Heat is coming: up to {thi} as birds feel it',
  'digest.heat.critical': 'Dangerous heat is coming: up to {thi} as birds feel it',
  'digest.cold': 'Cold is coming while young birds are inside',
  'digest.quiet': 'A quiet night: no warnings and no unusual mortality',
  'digest.noBirds': 'No birds are inside',
} as const;
