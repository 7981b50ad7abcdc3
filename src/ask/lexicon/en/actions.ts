import type { Lexicon } from '../lexicon.ts';

const CREATE = '(create|add|make|new|open) [a] [new]';

/** The sentences that are orders in English. */
export const actions: Lexicon['actions'] = {
  create_task: [
    `${CREATE} [{priority}] task for {assignee} [in {barnId}] [{dueDate}] to {title}`,
    `${CREATE} [{priority}] task for {assignee} [in {barnId}] [{dueDate}]: {title}`,
    `${CREATE} [{priority}] task [in {barnId}] [{dueDate}] to {title}`,
    `${CREATE} [{priority}] task [(called|titled|named)] [in {barnId}] [{dueDate}]: {title}`,
    'remind {assignee} [{dueDate}] to {title}',
  ],
  complete_task: [
    '(complete|finish|close) [the] task {title}',
    'mark [the] task {title} as (done|complete|completed|finished)',
  ],
  create_order: [
    'order {quantityKg} [of] [{feedType}] feed [from {supplierId}] [for {dueDate}]',
    'order {quantityKg} [of] {feedType} [from {supplierId}] [for {dueDate}]',
    'order {quantityKg} [of] [{feedType}] feed [from {supplierId}] {dueDate}',
  ],
  create_expense: [
    '(add|create|record|log) [an] expense [of] {amount} (for|on) {category} [on {date}]',
    '(add|create|record|log) [an] expense [of] {amount} (for|on) {category} {date}',
    '(add|create|record|log) [a] {category} expense [of] {amount}',
  ],
  create_contact: [
    '(add|create) [a] [new] contact {name} [{kind}] [(phone|tel|number)] {phone}',
    '(add|create) [a] [new] {kind} contact {name} [(phone|tel|number)] {phone}',
    '(add|create) [a] [new] contact {name}',
  ],
  create_barn: [
    '(add|create) [a] [new] barn {name} for {capacity} birds',
    '(add|create) [a] [new] barn (called|named) {name}',
  ],
  create_flock: [
    '(place|create|add) [a] flock of {chicksReceived} [{breed}] in {barnId} (on|for) {placementDate}',
    '(place|create|add) [a] flock of {chicksReceived} in {barnId} {placementDate}',
    '(place|create|add) [a] [new] flock in {barnId} [on] {placementDate}',
  ],
  log_daily: [
    '(log|record|write|enter) {mortality} (dead|deaths|dead birds) [in {barnId}] [{date}]',
    '(log|record|write|enter) {mortality} (dead|deaths|dead birds) [in {flockId}] [{date}]',
    '(log|record|write|enter) {feedKg} [of] feed [in {barnId}] [{date}]',
    '(log|record|write|enter) {waterL} [of] water [in {barnId}] [{date}]',
    '(log|record|write|enter) {mortality} (dead|deaths) [and] {feedKg} [of] feed [and] {waterL} [of] water in {barnId}',
    '(log|record|write|enter) {eggs} [in {barnId}] [{date}]',
    '(log|record|write|enter) {culls} culls [in {barnId}] [{date}]',
    '(log|record|write|enter) [a] weight of {avgWeightGr} [in {barnId}] [{date}]',
  ],
  create_alert: [
    '(raise|create|open) [a] [{severity}] alert [in {barnId}]: {title}',
    '(raise|create|open) [a] [{severity}] alert for {barnId}: {title}',
  ],
  create_medicine: [
    '(add|create) [a] [new] medicine {name} {quantity} {unit}',
    '(add|create) [a] [new] medicine {name}',
  ],
  create_feed_delivery: [
    '(record|log|add) [a] [feed] delivery of {quantityKg} [of] [{feedType}] [feed] [from {supplierId}] [{date}]',
    '(record|log|add) {quantityKg} [of] [{feedType}] feed delivered [{date}]',
  ],
  set_farm_location: [
    'set [the] farm location to {latitude} {longitude}',
    'set [the] location of the farm to {latitude} {longitude}',
  ],
  set_barn_location: ['set [the] location of {barnId} to {latitude} {longitude}'],
  navigate: [
    '(go to|open|show me|take me to) [the] {path} (screen|page)',
    '(go to|take me to) [the] {path}',
  ],
};
