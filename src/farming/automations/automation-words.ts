import { type Message, type MessageValue, message, type Unit } from '../../model/core/message.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';
import { automationMetrics, type Evaluation, type HeatDoubt, type Trigger } from './trigger.ts';

const OPERATORS = {
  '>': 'above',
  '>=': 'at_least',
  '<': 'below',
  '<=': 'at_most',
  between: 'between',
} as const;

/** Commands with their own texts; `custom` describes itself in its parameters. */
const KNOWN_COMMANDS: readonly string[] = controllerCommands.fields.command.vocabulary.words.filter(
  (word) => word !== 'custom',
);

/** The text of a trigger evaluation in a barn. */
export function evaluationWords(
  trigger: Trigger | undefined,
  { code, newest, since, minutes }: Evaluation,
  zone: string,
): Message {
  if (!trigger) return message('automation.not_usable');
  const metric = metricWords(trigger);
  if (code === 'no_flock' || code === 'outside_age') return message(`automation.${code}`);
  if (!newest) return message('automation.never_measured', { what: metric });
  const at = { instant: formatInstant(newest.at), zone };
  if (trigger.op === 'stale') return silenceWords(trigger, { code, minutes }, { what: metric, at });
  const value = measuredValue(trigger, newest.value);
  if (code === 'no_reading') return message('automation.too_old', { what: metric, value, at });
  const params = {
    what: metric,
    value,
    limit: limitOf(trigger, trigger.value),
    ...(trigger.high === null ? {} : { high: limitOf(trigger, trigger.high) }),
  };
  if (code === 'not_met') return message<string>(`automation.not_${OPERATORS[trigger.op]}`, params);
  const condition = message<string>(`automation.${OPERATORS[trigger.op]}`, params);
  const heldFor: MessageValue = { quantity: Math.floor(minutes ?? 0), unit: 'minutes' };
  const requiredFor: MessageValue = { quantity: trigger.forMinutes, unit: 'minutes' };
  const from = { instant: formatInstant(since ?? 0), zone };
  if (code === 'waiting')
    return message('automation.waiting', { met: condition, held: heldFor, needed: requiredFor });
  if (code === 'fired') return message('automation.fired', { met: condition, from });
  return trigger.forMinutes === 0
    ? condition
    : message('automation.held', { met: condition, held: heldFor, from });
}

function silenceWords(
  { value }: Trigger,
  { code, minutes }: Pick<Evaluation, 'code' | 'minutes'>,
  params: Readonly<Record<'what' | 'at', MessageValue>>,
): Message {
  const age: MessageValue = { quantity: Math.floor(minutes ?? 0), unit: 'minutes' };
  const allowed: MessageValue = { quantity: value, unit: 'minutes' };
  return code === 'not_met'
    ? message('automation.not_stale', { ...params, allowed })
    : message('automation.stale', { ...params, ago: age, allowed });
}

/**
 * The text of a controller command: `set_temp` with its degrees, others with their parameters as
 * recorded.
 */
export function commandWords(command: string, params: unknown): Message {
  const phrase = paramWords(params);
  const commandName = KNOWN_COMMANDS.includes(command)
    ? message(`automation.command.${command}`)
    : command.replaceAll('_', ' ');
  return phrase === undefined
    ? message('automation.order', { what: commandName })
    : message('automation.order_with', { what: commandName, params: phrase });
}

/** The reason why heat is not reduced for chicks. */
export function doubtWords(doubt: HeatDoubt): Message {
  return message(`automation.doubt.${doubt}`);
}

/** Parameters whose values have a unit; for others the name is printed too. */
const PARAM_UNITS: Readonly<Partial<Record<string, Unit>>> = {
  c: '°C',
  pct: '%',
  hours: 'hours',
  minutes: 'minutes',
};

function paramWords(params: unknown): MessageValue | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const [first, ...remaining] = Object.entries(params).map(([name, value]): MessageValue => {
    const unit = PARAM_UNITS[name];
    if (unit !== undefined && typeof value === 'number') return { quantity: value, unit };
    return `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`;
  });
  if (first === undefined) return undefined;
  return remaining.reduce<MessageValue>(
    (before, next) => message('automation.order_params', { before, next }),
    first,
  );
}

function metricWords({ metric }: Trigger): Message {
  return message(`automation.metric.${metric}`);
}

function measuredValue({ metric }: Trigger, value: number): MessageValue {
  const { unit, decimals } = automationMetrics[metric];
  const quantity = roundTo(value, decimals);
  return unit === null ? quantity : { quantity, unit };
}

/** The limit as the farmer entered it, without rounding. */
function limitOf({ metric }: Trigger, limit: number): MessageValue {
  const { unit } = automationMetrics[metric];
  return unit === null ? limit : { quantity: limit, unit };
}
