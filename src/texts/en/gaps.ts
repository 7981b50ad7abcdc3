/** What a farm lacks. */
export const gaps = {
  'gap.amount':
    '{unit, select, none {{count, number}} ml {{count, number} ml} l {{count, number} L} g {{count, number} g} kg {{count, number} kg} doses {{count, plural, one {# dose} other {# doses}}} vials {{count, plural, one {# vial} other {# vials}}} bottles {{count, plural, one {# bottle} other {# bottles}}} sachets {{count, plural, one {# sachet} other {# sachets}}} tablets {{count, plural, one {# tablet} other {# tablets}}} units {{count, plural, one {# unit} other {# units}}} other {{count, number} {unit}}}',
  'gap.flock_no_log_today.title': 'Flock {flock} has no log of today',
  'gap.flock_no_log_today.last': 'The last log is of {day}.',
  'gap.flock_no_log_today.never': 'Nothing has been logged since it came on {day}.',
  'gap.worker_question_unanswered.title':
    '{isNamed, select, yes {{author} waits for an answer} other {A worker waits for an answer}}',
  'gap.worker_question_unanswered.message': 'Asked {ago} ago: {question}',
  'gap.alert_open_over_3_days.title': 'Alert still open: {alert}',
  'gap.alert_open_over_3_days.message': 'Raised {ago} ago and not settled since.',
  'gap.flock_not_weighed_7d.title': 'Flock {flock} has to be weighed',
  'gap.flock_not_weighed_7d.last': 'Last weighed on {day}, {days} ago.',
  'gap.flock_not_weighed_7d.never': 'Not weighed since it came {days} ago.',
  'gap.flock_not_weighed_7d.cameras': 'Only cameras weigh it; nobody has by hand for {days}.',
  'gap.value_suspect.title':
    '{field, select, avgWeightGr {Body weight} feedKg {Feed eaten} waterL {Water drunk} other {Sale weight}} of flock {flock} on {day} cannot be right',
  'gap.value_suspect.range':
    '{value} is recorded; {low} to {high} would be plausible. It is left out of all figures. Correct it; if it is right, check the breed, placement date and bird numbers of the flock, by which it is judged.',
  'gap.value_suspect.cameras':
    '{value} is recorded, but at least three calibrated cameras agree on {low} to {high}. It is left out of all figures. Correct it, or weigh again: a second weighing within ten days that agrees with it makes both count.',
  'gap.value_suspect.most':
    '{value} is recorded; at most {high} would be plausible. It is left out of all figures. Correct it; if it is right, check the breed, placement date and bird numbers of the flock, by which it is judged.',
  'gap.medicine_expired.title': '{medicine} has expired',
  'gap.medicine_expired.message': 'It expired on {day} and is still in the store.',
  'gap.medicine_expired.used': 'It expired on {day}, and birds were treated with it after that.',
  'gap.medicine_expiring.title': '{medicine} expires soon',
  'gap.medicine_expiring.message': 'It expires on {day}, in {days}.',
  'gap.medicine_expiring.today': 'It expires today, {day}.',
  'gap.medicine_low_stock.title': '{medicine} runs low',
  'gap.medicine_low_stock.message': '{left} left; at least {least} should be in the store.',
  'gap.medicine_low_stock.none': 'None left; at least {least} should be in the store.',
  'gap.farm_no_coordinates.title': '{farm} has no location',
  'gap.farm_no_coordinates.message':
    'Without coordinates the farm has no weather, and its clock is that of the organisation.',
  'gap.farm_no_contacts.title': 'Contacts of {farm} are missing',
  'gap.farm_no_contacts.none': 'Nobody is listed: no vet and no supplier.',
  'gap.farm_no_contacts.vet': 'Birds are inside and no vet is listed.',
  'gap.integration_failing.title': '{integration} does not work',
  'gap.integration_failing.message': 'It last worked {ago} ago.',
  'gap.integration_failing.never': 'It has not worked since it was set up {ago} ago.',
  'gap.integration_failing.unbound':
    'Its secret {secret} is bound to no host, so it is not sent. Write host={host} and a space in front of the secret where it is kept, and restart the server if it is an environment variable.',
  'gap.integration_stale.title': '{integration} is silent',
  'gap.integration_stale.message': 'Nothing has come from it for {ago}.',
  'gap.integration_stale.never': 'Nothing has come from it since it was set up {ago} ago.',
  'gap.automation_blocked.title': 'Automation “{automation}” does not run',
  'gap.automation_blocked.message': '{reason}',
  'gap.webhook_off.title': 'Webhook to {host} is switched off',
  'gap.webhook_off.failures':
    '20 deliveries in a row failed; it was switched off {ago} ago. Events are held for 7 days. Repair the receiver, then switch it on again.',
  'gap.webhook_off.gone':
    'The receiver said {ago} ago that the address is gone (410). Events are held for 7 days. Give the webhook a new address and switch it on again.',
  'gap.webhook_off.owner_revoked':
    'The key that it delivers for was revoked; it was switched off {ago} ago. Events are held for 7 days. Adopt it with another key that reads the same data.',
  'gap.webhook_off.owner_expired':
    'The key that it delivers for has expired; it was switched off {ago} ago. Events are held for 7 days. Adopt it with another key that reads the same data.',
  'gap.webhook_off.owner_narrowed':
    'The key that it delivers for may not see its events any more; it was switched off {ago} ago. Events are held for 7 days. Adopt it with another key that reads the same data.',
  'gap.webhook_failing.title': 'Webhook to {host} fails',
  'gap.webhook_failing.message':
    '{count, plural, one {# attempt} other {# attempts in a row}} failed. After 20 it is switched off. Look at the receiver.',
  'gap.no_recent_photos.title': 'No recent pictures of flock {flock}',
  'gap.no_recent_photos.message': 'No picture of the flock or its barn in the last {days}.',
} as const;
