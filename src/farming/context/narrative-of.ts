import { type Message, message } from '../../model/message.ts';
import type { Context, ContextBarn } from './context.ts';
import { barnLine } from './narrative-barn.ts';

const MOST_LINES = 60;
const MOST_NAMES = 3;
const DOWN: readonly (string | null)[] = ['offline', 'fault'];

/**
 * The farm in sentences, at most 60: one about the farm, one a barn, then what waits for somebody.
 * They say nothing that the context does not hold.
 */
export function narrativeOf(context: Context): Message[] {
  const rest = [
    ...alertLines(context),
    ...questionLines(context),
    ...taskLines(context),
    ...medicineLines(context),
    ...hardwareLines(context),
    moneyLine(context),
  ];
  const room = MOST_LINES - rest.length - 1;
  return [farmLine(context), ...barnLines(context, room), ...rest];
}

function farmLine({ farm, barns, flocks }: Context): Message {
  const counts = { farm: farm.name, barns: barns.length, flocks: flocks.length };
  const live = flocks.map((flock) => flock.live).filter((count) => count !== null);
  if (flocks.length === 0) return message('context.farm.empty', counts);
  if (live.length < flocks.length) return message('context.farm.uncounted', counts);
  const birds = live.reduce((total, count) => total + count, 0);
  return message('context.farm.stocked', { ...counts, birds });
}

function barnLines(context: Context, room: number): Message[] {
  const { barns } = context;
  const line = (barn: ContextBarn) => barnLine(barn, context);
  if (barns.length <= room) return barns.map(line);
  const told = barns.slice(0, room - 1);
  return [...told.map(line), message('context.moreBarns', { count: barns.length - told.length })];
}

function alertLines({ alerts: { open, counts } }: Context): Message[] {
  const [worst] = open;
  if (!worst) return [message('context.noAlerts')];
  const { critical } = counts;
  return [message('context.alerts', { count: open.length, critical, alert: worst.title })];
}

function questionLines({ fieldReports: { unansweredQuestions } }: Context): Message[] {
  const count = unansweredQuestions.length;
  return count === 0 ? [] : [message('context.questions', { count })];
}

function taskLines({ tasks: { open, overdue, today } }: Context): Message[] {
  if (open.length === 0) return [];
  return [message('context.tasks', { count: open.length, overdue, today })];
}

function medicineLines({ medicine: { expired, lowStock } }: Context): Message[] {
  return [
    ...namesLine('context.medicineExpired', expired),
    ...namesLine('context.medicineLow', lowStock),
  ];
}

function hardwareLines({ hardware }: Context): Message[] {
  const named = [
    ...hardware.devices.filter(({ status }) => DOWN.includes(status)),
    ...hardware.integrations.filter(({ status }) => status === 'failing'),
  ].map(({ name, kind }) => ({ name: name ?? kind }));
  const unknown = hardware.camerasUnregistered.length;
  return [
    ...namesLine('context.hardwareDown', named),
    ...(unknown === 0 ? [] : [message('context.camerasUnregistered', { count: unknown })]),
  ];
}

function moneyLine({ money90d, farm: { currency } }: Context): Message {
  const { revenue, expenses, feed, net } = money90d;
  const money = (amount: number | null) => ({ amount: amount ?? 0, currency });
  return message('context.money', {
    revenue: money(revenue),
    expenses: money(expenses),
    feed: money(feed),
    net: money(net),
  });
}

function namesLine(text: string, rows: readonly { readonly name: string }[]): Message[] {
  if (rows.length === 0) return [];
  const names = rows.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = rows.length > MOST_NAMES ? ' …' : '';
  return [message(text, { count: rows.length, names: `${names.join(', ')}${more}` })];
}
