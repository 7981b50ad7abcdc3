/** What could go wrong. */
export const risk = {
  'risk.unknown': 'There are not enough data to tell.',
  'risk.no_birds': 'No birds are inside.',
  'risk.disease.ok': 'Losses are no higher than usual.',
  'risk.disease.spike_warning': 'Deaths in flock {flock} have risen suddenly.',
  'risk.disease.spike_critical': 'Deaths in flock {flock} are critical.',
  'risk.disease.losses': 'Flock {flock} has lost {own}; {usual} would be usual.',
  'risk.heat.ok': 'No heat that harms the birds.',
  'risk.heat.forecast_warning': 'Heat is forecast: up to {thi} as birds feel it.',
  'risk.heat.forecast_critical': 'Dangerous heat is forecast: up to {thi} as birds feel it.',
  'risk.heat.season': 'It was too hot in the barns on {hot} of the last {known} days measured.',
  'risk.feed_out.ok': 'There is feed for long enough.',
  'risk.feed_out.soon': 'The feed of flock {flock} lasts {days}.',
  'risk.overweight_or_density.ok': 'No barn gets too dense before its birds are sold.',
  'risk.overweight_or_density.now': 'Flock {flock} is above {limit} since {day}.',
  'risk.overweight_or_density.soon': 'Flock {flock} will be above {limit} on {day}.',
  'risk.cash.ok':
    'At least as much money comes in as goes out, over all weeks shown or over the weeks ahead.',
  'risk.cash.negative':
    'Over the weeks shown, the total is below zero from the week of {day} on, and the weeks ahead lose money. The bank balance is not known.',
  'risk.price.ok': 'The sale price is not falling.',
  'risk.price.falling': 'The sale price falls by {drop} in 30 days.',
  'risk.data_blind.ok': 'Deaths of the last seven days are logged.',
  'risk.data_blind.missing': 'Deaths were logged on only {share} of the last seven days.',
  'risk.equipment.ok': 'No device or connection is broken.',
  'risk.equipment.broken': '{bad, number} of {total, number} devices and connections do not work.',
  'risk.compliance.ok': 'No paper for an authority is overdue.',
  'risk.compliance.overdue':
    '{count, plural, one {Overdue: {title}} other {# papers are overdue, the first: {title}}}',
  'risk.medicine.ok': 'No expired medicine, and no sale before a withdrawal ends.',
  'risk.medicine.expired':
    '{count, plural, one {# expired medicine is in the store} other {# expired medicines are in the store}}',
  'risk.medicine.withdrawal':
    'Flock {flock} is to be sold on {sale}, before its withdrawal ends on {until}.',
  'risk.single_supplier.ok': 'The farm does not depend on one supplier.',
  'risk.single_supplier.one':
    '{goods, select, feed {{share} of the feed comes from one supplier.} other {{share} of the chicks come from one supplier.}}',
  'risk.people.ok': 'No question of a worker has waited longer than a day.',
  'risk.people.waiting':
    '{count, plural, one {# question of a worker has waited longer than a day.} other {# questions of workers have waited longer than a day.}}',
  'risk.task.call_vet': 'Call the vet about flock {flock}',
  'risk.task.check_cooling': 'Check fans and cooling of the barns',
  'risk.task.sell_birds': 'Birds of flock {flock}',
  'risk.task.cash': 'Plan payments: more money is about to go out than comes in',
  'risk.task.tender': 'Live birds, offers wanted',
} as const;
