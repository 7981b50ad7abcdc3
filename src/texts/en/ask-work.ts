/** What the answers about work, alerts and medicine say. */
export const askWork = {
  'ask.needsMe':
    '{count, plural, =0 {Nothing needs you today.} one {# thing needs you today.} other {# things need you today.}}',
  'ask.needsMeItem': '{severity, select, critical {Critical: {title}} other {{title}}}',
  'ask.gaps':
    '{count, plural, =0 {Nothing is missing.} one {# thing is missing.} other {# things are missing.}}',
  'ask.gap': '{title}. {message}',
  'ask.setup': 'The farm is {pct} set up: {done, number} of {total, number} steps are done.',
  'ask.setupOpen': 'Still open: {title}',
  'ask.alerts':
    '{count, plural, =0 {No {severity, select, critical {critical alert is open} warning {warning is open} info {note is open} other {alert is open}}.} one {# {severity, select, critical {critical alert is open} warning {warning is open} info {note is open} other {alert is open}}.} other {# {severity, select, critical {critical alerts are open} warning {warnings are open} info {notes are open} other {alerts are open}}.}}',
  'ask.alert':
    '{severity, select, critical {Critical: } warning {Warning: } other {}}{title}{hasPlace, select, yes { ({place})} other {}}, {ago} ago.',
  'ask.missingLogs':
    '{count, plural, =0 {Every flock has a log of today.} one {# flock has no log of today.} other {# flocks have no log of today.}}',
  'ask.missingLog':
    '{place}: {count, plural, one {# day} other {# days}} without a log{hasLast, select, yes {, the last one on {day}} other {}}.',
  'ask.questions':
    '{count, plural, =0 {No question is waiting.} one {# question waits for an answer.} other {# questions wait for an answer.}}',
  'ask.question': '{isNamed, select, yes {{author}} other {A worker}}, {ago} ago: {text}',
  'ask.tasks':
    '{count, plural, =0 {No task is {when, select, today {due today} overdue {overdue now} period {due then} other {open now}}{hasPerson, select, yes { for {person}} other {}}.} one {# task is {when, select, today {due today} overdue {overdue now} period {due then} other {open now}}{hasPerson, select, yes { for {person}} other {}}.} other {# tasks are {when, select, today {due today} overdue {overdue now} period {due then} other {open now}}{hasPerson, select, yes { for {person}} other {}}.}}',
  'ask.task':
    '{title}{hasPerson, select, yes { – {person}} other {}}{due, select, late {, was due on {day}} today {, due today ({day})} later {, due on {day}} other {}}.',
  'ask.contacts':
    '{count, plural, =0 {Nobody like that is among the contacts.} one {# contact.} other {# contacts.}}',
  'ask.contact':
    '{name}{hasCompany, select, yes { ({company})} other {}}{hasPhone, select, yes {, phone {phone}} other {, no phone number}}{hasEmail, select, yes {, {email}} other {}}',
  'ask.noContact': 'Add the contact to have it at hand.',
  'ask.medicines':
    '{count, plural, =0 {Nothing like that is in the medicine store.} one {# product in the medicine store.} other {# products in the medicine store.}}',
  'ask.medicineExpiring':
    '{count, plural, =0 {No medicine has expired or is about to.} one {# medicine has expired or is about to.} other {# medicines have expired or are about to.}}',
  'ask.medicineLow':
    '{count, plural, =0 {No medicine runs low.} one {# medicine runs low.} other {# medicines run low.}}',
  'ask.medicine':
    '{name}{hasStock, select, yes {: {stock} left} other {: the stock is not known}}{expiry, select, past {, expired on {day}} ahead {, good until {day}} other {}}.',
} as const;
