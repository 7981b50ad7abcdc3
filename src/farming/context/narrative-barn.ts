import { type Message, type MessageParams, message } from '../../model/message.ts';
import { timeAgo } from '../gaps/time-ago.ts';
import type { Context, ContextBarn, ContextClimate, ContextFlock } from './context.ts';

const MINUTE_MILLIS = 60_000;
const IN_USE: readonly (string | null)[] = ['active', null];

/** One sentence about a barn: who is inside and how they do, and the air as last measured. */
export function barnLine(barn: ContextBarn, { flocks, environment }: Context): Message {
  const inside = flocks.filter(({ barnId }) => barnId === barn.id);
  const climate = environment.find(({ barnId }) => barnId === barn.id);
  const clauses = inside.map((flock) => joined('context.and', flockFacts(flock)));
  const facts = [
    inside.length === 0 ? emptyFact(barn) : joined('context.then', clauses),
    ...(climate ? climateFacts(climate) : []),
  ];
  return message('context.barn', { barn: barn.name, facts: joined('context.and', facts) });
}

function emptyFact({ status }: ContextBarn): Message {
  return fact('empty', { status: IN_USE.includes(status) ? 'active' : (status ?? 'active') });
}

function flockFacts(flock: ContextFlock): Message[] {
  const { code, breed, ageDays, live, cumMortality, cumMortalityPct } = flock;
  return [
    ...(code === null ? [fact('unnamedFlock')] : [fact('flock', { flock: code })]),
    ...(breed === null ? [] : [fact('breed', { breed })]),
    ...(ageDays === null ? [] : [fact('age', { count: ageDays })]),
    ...(live === null ? [] : [fact('birds', { count: live })]),
    ...(cumMortalityPct === null
      ? []
      : [fact('deaths', { count: cumMortality, pct: { quantity: cumMortalityPct, unit: '%' } })]),
    ...weightFacts(flock),
    ...logFacts(flock),
  ];
}

function weightFacts({ weight, deviationPct }: ContextFlock): Message[] {
  if (weight === null || weight.g === null) return [fact('notWeighed')];
  const g = { quantity: weight.g, unit: 'g' } as const;
  const weighed = fact('weight', { weight: g, day: { day: weight.date } });
  if (deviationPct === null) return [weighed];
  const side = deviationPct === 0 ? 'on' : deviationPct > 0 ? 'above' : 'below';
  const pct = { quantity: Math.abs(deviationPct), unit: '%' } as const;
  return [weighed, fact('deviation', { side, pct })];
}

function logFacts({ lastLog, daysSinceLog }: ContextFlock): Message[] {
  if (lastLog === null) return [fact('neverLogged')];
  return daysSinceLog === 0 ? [] : [fact('lastLog', { day: { day: lastLog.date } })];
}

function climateFacts(climate: ContextClimate): Message[] {
  const { ageMinutes, outOfRange, last } = climate;
  const { temp, humidity } = last ?? climate;
  const measured = [
    ...(temp === null ? [] : [fact('temp', { temp: { quantity: temp, unit: '°C' } })]),
    ...(humidity === null ? [] : [fact('humidity', { humidity: percent(humidity) })]),
    ...outOfRange.map((measure) => fact('outOfRange', { measure })),
  ];
  const isOld = last !== null && measured.length > 0;
  return isOld
    ? [...measured, fact('measuredAgo', { ago: timeAgo(0, ageMinutes * MINUTE_MILLIS) })]
    : measured;
}

function percent(quantity: number) {
  return { quantity, unit: '%' } as const;
}

function fact(name: string, params: MessageParams = {}): Message {
  return message(`context.fact.${name}`, params);
}

/** The messages as one, put together by a text of two places, `first` and `rest`. */
function joined(text: string, messages: readonly Message[]): Message {
  return messages.reduceRight((rest, first) => message(text, { first, rest }));
}
