/** The 17 events a webhook can subscribe to, with what happened. Names are the spec's. */
export const events = {
  'alert.created': 'An alert was raised',
  'alert.critical': 'An alert was raised as critical, or its severity rose to critical',
  'alert.resolved': 'An alert was resolved',
  'task.created': 'A task was written',
  'task.completed': 'A task was done',
  'field_report.created': 'A worker reported from the field',
  'field_report.question': 'A worker asked a question',
  'field_report.critical': 'A worker reported something critical',
  'flock.placed': 'A flock was placed in a barn',
  'flock.closed': 'A flock was closed',
  'daily_log.created': 'The daily log of a flock was written',
  'sale.created': 'A sale was written',
  'expense.created': 'An expense was written',
  'feed.delivered': 'Feed was delivered',
  'media.analyzed': 'A photo, video or document was analysed',
  'gap.detected': 'Something that the farm should know or do is missing',
  'brain.scan': 'The brain looked through the farms',
} as const;

export type EventName = keyof typeof events;

export const eventNames = Object.keys(events) as readonly EventName[];
