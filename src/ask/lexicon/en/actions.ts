import type { Lexicon } from '../lexicon.ts';
import { verbs } from './verbs.ts';

const IN = '[(in|for|at|from|on|inside|to|into|of|under)] [the] {barnId}';
const IN_FLOCK = '(in|for|at|from|of) [the] {flockId}';
const ON = '[(on|for|from|dated)] {date}';
const DUE = '[(by|for|on|due|to be done by|due on|to be done)] {dueDate}';
const TASK =
  '[(a|an|the|another)] [new] [{priority}] (task|job|to-do|todo|reminder|chore|work order)';
const WHAT = '[(to|that|called|titled|named|saying|he should|she should|they should|should)]';
const DEAD =
  '[more] (dead|deads|death|deaths|died|mort|morts|mortality|mortalities|dead birds|dead bird|birds dead|dead chickens|dead chicks|dead hens|birds died|losses|birds lost|dead ones|dead today|bird deaths|birds have died|hens died|chicks died|chickens died|carcasses)';
const LOST = '(we|i) [have] (lost|found|picked up|picked|had|got|removed|collected|counted)';
const CULLS = '[more] (culls|cull|culled|culled birds|birds culled|cull birds|runts culled)';
const FEED = '[of] (feed|ration|mash|pellets)';
const COST = '[(a|an|the|new)] [new] (expense|cost|payment|bill|expenditure|invoice)';
const FOR = '(for|on|to|towards|of|under|as)';
const BARN = '[(a|an|the|another)] [new] (barn|house|shed|coop|pen|poultry house)';
const FLOCK = '[(a|an|the)] [new] (flock|batch|crop|cycle)';
const CHICKS =
  '[(chicks|birds|day-olds|day olds|day old chicks|day-old chicks|docs|hens|pullets|broilers|poults|chickens)]';
const MEDICINE =
  '[(a|an|the)] [new] (medicine|med|drug|medication|product|vaccine|antibiotic|vitamin)';
const STORE =
  '(to|in|into) [(the|our)] (medicine store|stock|store|medicine cabinet|inventory|medicines|medicine stock|pharmacy|medicine list|medicine|meds|drug store|medicine cupboard)';
const PLACE = '(place|put|set|placing|placed|create|add|we place|we are placing|new|start|make)';
const LOCATE = '(set|change|update|put|save|make)';
const AT = '[(to|at|is|is at|as|=|are|:)]';
const PHONE =
  '[(phone|tel|number|mobile|cell|phone number|mob|ph|telephone|his number is|her number is|his number|her number)]';

/** Figures of the day: what is noted, then where and when in either order. */
function noted(what: string): readonly string[] {
  return [
    `${verbs.note} [that] ${what} [${IN}] [${ON}]`,
    `${verbs.note} [that] ${what} ${ON} ${IN}`,
    `${verbs.note} ${what} ${IN_FLOCK} [${ON}]`,
    `${verbs.note} ${IN} [(that|as|with|had|has)] ${what} [${ON}]`,
    `${verbs.note} ${ON} ${what} ${IN}`,
    `(in|for|at) [the] {barnId} ${verbs.note} ${what} [${ON}]`,
  ];
}

/** Figures of the day as they are typed without a verb: they hold a number and a barn. */
function typed(what: string): readonly string[] {
  return [
    `${what} ${IN} [${ON}]`,
    `${what} ${ON} ${IN}`,
    `{barnId} [had|has|has had] ${what} [${ON}]`.replace(
      '[had|has|has had]',
      '[(had|has|has had|lost|is|we had)]',
    ),
    `{barnId} ${ON} ${what}`,
    `{date} {barnId} ${what}`,
    `{date} ${what} ${IN}`,
  ];
}

/** The same with and without a verb. */
function figures(what: string): readonly string[] {
  return [...noted(what), ...typed(what)];
}

/** A figure behind what it is of and where: `eggs house 2: 4320`. */
function labelled(what: string, figure: string): readonly string[] {
  return [
    `[${verbs.note}] ${what} (in|for|at|from) [the] {barnId} [${ON}] [(is|was|=|:)] ${figure}`,
    `${what} {barnId} [${ON}] [(is|was|=|:)] ${figure} [${ON}]`,
  ];
}

const DEADS = `{mortality} ${DEAD}`;
const FED = `{feedKg} ${FEED} [(eaten|consumed|used|intake|today)]`;
const DRANK = '{waterL} [of] (water|water used|water drunk|water consumption)';
const EGGS = '{eggs} [(eggs collected|collected|laid|picked|gathered)]';
const WEIGHT =
  '[(a|an|the)] [(average|avg|mean|body|live)] (weight|bodyweight|body weight|wt|bw|live weight) [(of|is|was|at|=)] {avgWeightGr} [(per bird|each|a bird|average|avg)]';

/** The sentences that are orders in English. */
export const actions: Lexicon['actions'] = {
  create_task: [
    ...[
      `${verbs.make} ${TASK}`,
      'new [{priority}] (task|job|reminder)',
      '[{priority}] (task|job|to-do|todo)',
      'i need [(a|an)] [{priority}] (task|job)',
    ].flatMap((task) => [
      `${task} for {assignee} [${IN}] [${DUE}] ${WHAT} {title}`,
      `${task} for {assignee} [${DUE}] [${IN}] ${WHAT} {title}`,
      `${task} for {assignee} ${WHAT} {title} ${DUE}`,
      `${task} (in|for|at) [the] {barnId} [${DUE}] ${WHAT} {title}`,
      `${task} ${DUE} [${IN}] ${WHAT} {title}`,
    ]),
    `${verbs.make} ${TASK} ${WHAT} {title}`,
    `${verbs.make} ${TASK} ${WHAT} {title} ${DUE}`,
    `${verbs.make} ${TASK} ${WHAT} {title} (in|at) [the] {barnId} [${DUE}]`,
    'new [{priority}] (task|job) [to] {title}',
    '{priority} (task|job) [to] {title}',
    '(task|to-do|todo): {title}',
    `${verbs.remind} {assignee} [${DUE}] (to|that|he must|she must|he should|she should) {title}`,
    `${verbs.remind} {assignee} to {title} ${DUE}`,
    `${verbs.remind} {assignee} to {title} (in|at) [the] {barnId} [${DUE}]`,
    `remind (me|us) [${DUE}] (to|that we must|that i must) {title}`,
    `remind (me|us) to {title} ${DUE}`,
    `remind (me|us) to {title} (in|at) [the] {barnId} [${DUE}]`,
    `(give|assign|send) {assignee} ${TASK} [${IN}] [${DUE}] ${WHAT} {title}`,
    `assign {assignee} [to] {title}`,
    `(assign|give|send) ${TASK} to {assignee} ${WHAT} {title}`,
  ],
  complete_task: [
    `${verbs.finish} [the] (task|job) {title}`,
    `${verbs.finish} [the] {title} (task|job)`,
    '(tick off|check off|cross off|mark off) {title}',
    '(mark|set|tick) [the] (task|job) {title} [(as|to|is)] (done|complete|completed|finished|closed)',
    '(mark|set|tick) [the] {title} [(task|job)] (as|to) (done|complete|completed|finished|closed)',
    '[the] (task|job) {title} is (done|complete|completed|finished)',
    '[the] {title} (task|job) is (done|complete|completed|finished)',
    '(task|job) {title} (done|complete|completed|finished)',
    '(done with|finished with) {title}',
    '(we|i) [have] (finished|completed|done) [the] (task|job) {title}',
  ],
  create_order: [
    `${verbs.order} {quantityKg} [of] [{feedType}] [(feed|pellets|ration|mash|crumbs)] [(from|at|with) {supplierId}] [${DUE}]`,
    `${verbs.order} {quantityKg} [of] [{feedType}] [(feed|pellets|ration|mash|crumbs)] ${DUE} [(from|at|with) {supplierId}]`,
    `${verbs.order} [{feedType}] [feed]: {quantityKg} [(from|at|with) {supplierId}] [${DUE}]`,
    `${verbs.order} from {supplierId} {quantityKg} [of] [{feedType}] [feed] [${DUE}]`,
    `${verbs.order} {feedType} [feed] {quantityKg} [(from|at|with) {supplierId}] [${DUE}]`,
  ],
  create_expense: [
    ...[ON, undefined].flatMap((on) => {
      const when = on === undefined ? '' : ` ${on}`;
      return [
        `${verbs.note} ${COST} [(of|for)] {amount} [${FOR}] [the] {category} [(bill|costs|fees|visit)]${when}`,
        `${verbs.note} ${COST} ${FOR} [the] {category} [(of|for|at|:)] {amount}${when}`,
        `${verbs.note} [(a|an|the)] {category} (expense|bill|cost|payment|invoice) [(of|for|at|:)] {amount}${when}`,
        `${verbs.note} {amount} ${FOR} [the] {category} [(bill|costs|fees)]${when}`,
        `${verbs.note} [(a|an|the)] {amount} {category} (expense|bill|cost|payment|invoice)${when}`,
        `[(we|i)] [have] [just] (spent|paid) {amount} ${FOR} [the] {category} [(bill|costs|fees)]${when}`,
        `{category} (expense|bill|cost|payment|invoice) [(of|for|was|is|came to|:)] {amount}${when}`,
        `(expense|new expense) [of] {amount} [${FOR}] [the] {category}${when}`,
        `(expense|new expense): {category} {amount}${when}`,
        `[(we|i)] [have] [just] paid [the] {category} {amount}${when}`,
      ];
    }),
  ],
  create_contact: [
    `(add|create|save|new|put in|store|make) [(a|the)] [new] contact [(called|named|for)] {name} [(as|,|the|our)] [{kind}] ${PHONE} {phone}`,
    `(add|create|save|new|put in|store) [(a|the|our)] [new] {kind} [contact] [(called|named)] {name} ${PHONE} {phone}`,
    `(add|save|store|put) {name} (to|in) [(the|my|our)] contacts [(as|,)] [(a|the|our)] [{kind}] ${PHONE} {phone}`,
    `(add|save|store|create) {name} [(as|,)] [(a|the|our)] {kind} ${PHONE} {phone}`,
    `(add|save|store|create) [(a|the|our)] [new] {kind} [contact] [(called|named)] {name}`,
    '(add|create|save|new) [(a|the)] [new] contact [(called|named)] {name} [(as|,)] [(a|the|our)] {kind}',
    '(add|create|save|new|store) [(a|the)] [new] contact [(called|named|for)] {name}',
    '(add|save|store|put) {name} (to|in) [(the|my|our)] contacts',
  ],
  create_barn: [
    `(add|create|make|new|set up|open|register|build) ${BARN} [(called|named)] {name} (for|with|that holds|holding|with room for|with capacity|with space for|capacity|with a capacity of|of|with capacity of|capacity of) {capacity} [(birds|capacity)]`,
    `(add|create|make|new|set up|open|register) ${BARN} for {capacity} [birds] (called|named) {name}`,
    `(add|create|make|new|set up|open|register) ${BARN} (called|named) {name}`,
  ],
  create_flock: [
    ...['(on|for|from|at)', ''].flatMap((on) => [
      `${PLACE} ${FLOCK} [(of|with)] {chicksReceived} ${CHICKS} [{breed}] (in|into|to|for|at) [the] {barnId} ${on} {placementDate}`,
      `${PLACE} {chicksReceived} ${CHICKS} (in|into|to|at) [the] {barnId} ${on} {placementDate}`,
      `${PLACE} ${FLOCK} (in|into|to|for|at) [the] {barnId} ${on} {placementDate} [(with|of|,)] {chicksReceived} ${CHICKS}`,
      `${PLACE} ${FLOCK} (in|into|to|for|at) [the] {barnId} ${on} {placementDate}`,
      `${PLACE} ${FLOCK} [(of|with)] {chicksReceived} ${CHICKS} ${on} {placementDate} (in|into|to|for|at) [the] {barnId}`,
    ]),
  ],
  log_daily: [
    ...figures(DEADS),
    ...figures(FED),
    ...figures(DRANK),
    ...noted(EGGS),
    ...['{eggs} [(collected|laid|picked|gathered)]'].flatMap(typed),
    ...figures(`{culls} ${CULLS}`),
    ...figures(WEIGHT),
    ...noted('{avgWeightGr} [(average|avg|mean|body|live)] (weight|bodyweight|body weight)'),
    ...figures(`${DEADS} [(and|,|+)] {culls} ${CULLS}`),
    ...figures(`${DEADS} [(and|,|+)] ${FED}`),
    ...figures(`${DEADS} [(and|,|+)] ${FED} [(and|,|+)] ${DRANK}`),
    ...figures(`${FED} [(and|,|+)] ${DRANK}`),
    ...labelled('(mort|mortality|deads|dead|deaths|losses)', '{mortality} [birds]'),
    ...labelled('(feed|feed intake|feed eaten)', '{feedKg}'),
    ...labelled('(water|water intake)', '{waterL}'),
    ...labelled('(culls|culled)', '{culls}'),
    ...labelled('(eggs|egg count)', '{eggs}'),
    ...figures('(mort|mortality|deads|dead|deaths|losses) [(of|is|was|=|:)] {mortality} [birds]'),
    ...figures('(feed|feed intake|feed eaten|feed used) [(of|is|was|=|:)] {feedKg}'),
    ...figures('(water|water intake|water used) [(of|is|was|=|:)] {waterL}'),
    ...figures('(culls|culled) [(of|is|was|=|:)] {culls}'),
    ...figures('(eggs|egg count) [(of|is|was|=|:)] {eggs}'),
    ...figures(
      '(mort|mortality|deads|dead|deaths) [:] {mortality} [(and|,)] feed [:] {feedKg} [(and|,)] water [:] {waterL}',
    ),
    `${LOST} {mortality} [(${DEAD.slice(7)}|birds)] ${IN} [${ON}]`
      .replace('((', '(')
      .replace(')|birds)', '|birds)'),
    `[we] (culled|killed) {culls} [birds] ${IN} [${ON}]`,
    `[we] (collected|picked|gathered|got|packed) {eggs} ${IN} [${ON}]`,
    `(picked up|picked|found|removed|collected) ${DEADS} ${IN} [${ON}]`,
    `{barnId} (ate|consumed|used|went through) {feedKg} ${FEED} [${ON}]`,
    `{barnId} (drank|consumed|used|went through) {waterL} [of] water [${ON}]`,
    `{barnId} (laid|gave) {eggs} [${ON}]`,
    `{mortality} (died|dead) ${ON} ${IN}`,
  ],
  create_alert: [
    `(raise|create|open|send|make|add|post|new|set off|report|sound|issue) [(a|an|the)] [new] [{severity}] (alert|alarm) (in|for|at|on|about) [the] {barnId} [(that|saying|about|:)] {title}`,
    `(raise|create|open|send|make|add|post|new|set off|sound|issue) [(a|an|the)] [new] [{severity}] (alert|alarm) {barnId}: {title}`,
    `(raise|create|open|send|make|add|post|new|set off|sound|issue) [(a|an|the)] [new] [{severity}] (alert|alarm) [(that|saying|about|called)] {title}`,
    `(raise|create|open|send|make|add|post|new|sound|issue) [(a|an|the)] [new] [{severity}] (alert|alarm) [(that|saying|about)] {title} (in|at) [the] {barnId}`,
    '{severity} (alert|alarm) (in|for|at|on) [the] {barnId} [:] {title}',
  ],
  create_medicine: [
    `(add|create|new|register|put in|enter|put|log|record) ${MEDICINE} [(called|named)] {name} [(,|with|-|:)] {quantity} {unit}`,
    `(add|put|enter|store|register|record|log) {quantity} {unit} [of] {name} ${STORE}`,
    `(add|put|enter|store|register) {name} {quantity} {unit} ${STORE}`,
    `(add|create|register|enter|new) {quantity} {unit} of ${MEDICINE} {name}`,
    `(add|put|enter|register) {name} ${STORE}`,
    `(add|create|new|register|put in|enter) ${MEDICINE} [(called|named)] {name}`,
  ],
  create_feed_delivery: [
    ...['[(from|by) {supplierId}]'].flatMap((from) => [
      `${verbs.note} [(a|the|new)] [new] [(feed|{feedType})] [feed] (delivery|load|truck|drop) [(of|:|,|for)] {quantityKg} [of] [{feedType}] [feed] ${from} [${ON}]`,
      `${verbs.note} {quantityKg} [of] [{feedType}] [feed] (delivered|delivery|arrived|received|dropped off) ${from} [${ON}]`,
      `[(we|i)] [just] (got|received|had|took|have received|took in|got in|have got) [(a|the)] [(delivery|load) of] {quantityKg} [of] [{feedType}] [feed] (delivered|delivery|dropped off) ${from} [${ON}]`,
      `[(we|i)] [just] (received|have received|took delivery of|got delivery of|got a delivery of|had a delivery of) [(a|the)] [(delivery|load) of] {quantityKg} [of] [{feedType}] [feed] ${from} [${ON}]`,
      `{quantityKg} [of] [{feedType}] [feed] [(was|were|has been|have been|just|has|have)] (arrived|delivered|received|came in|dropped off|came) ${from} [${ON}]`,
      `(feed delivery|new feed delivery|new delivery|delivery): {quantityKg} [of] [{feedType}] [feed] ${from} [${ON}]`,
    ]),
  ],
  set_farm_location: [
    `${LOCATE} [(the|our|my)] (farm location|location of [the] farm|farm coordinates|farm gps|farm position|coordinates of [the] farm) ${AT} {latitude} {longitude}`,
    `${LOCATE} [(the|our|my)] (location|coordinates|position|gps) of [(the|our|my)] farm ${AT} {latitude} {longitude}`,
    `[the] (farm location|location of the farm|farm coordinates|farm gps|coordinates of the farm) ${AT} {latitude} {longitude}`,
    '[(the|our|my)] farm is (at|located at|located in) {latitude} {longitude}',
  ],
  set_barn_location: [
    `${LOCATE} [the] (location|coordinates|position|gps) (of|for) [the] {barnId} ${AT} {latitude} {longitude}`,
    `${LOCATE} [the] {barnId} (location|coordinates|position|gps) ${AT} {latitude} {longitude}`,
    `${LOCATE} [the] {barnId} (to|at) {latitude} {longitude}`,
    `[the] (location|coordinates|position|gps) (of|for) [the] {barnId} ${AT} {latitude} {longitude}`,
    `[the] {barnId} (location|coordinates|position|gps) ${AT} {latitude} {longitude}`,
    '[the] {barnId} is (at|located at|located in) {latitude} {longitude}',
  ],
  navigate: [
    '(go to|open|show me|take me to|show|bring up|pull up|switch to|navigate to|open up|jump to|go back to|back to) [(the|my|our)] {path} (screen|page|tab|view|menu|section)',
    '(go to|take me to|open|open up|navigate to|jump to|bring up|pull up|switch to|bring me to|get me to|goto|lets go to) [(the|my|our)] {path}',
  ],
};
