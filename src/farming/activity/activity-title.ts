import { type Message, type MessageValue, message } from '../../model/message.ts';
import { getResource, type ResourceName } from '../../model/registry.ts';
import type { ActivityRow } from './activity-rule.ts';

/** How a kind of activity is told. */
export type TitleShape = 'named' | 'flock' | 'sale' | 'weighing' | 'log' | 'feed' | 'expense';

type Teller = (row: ActivityRow) => Message | undefined;

/** What is told of a row beside its name; undefined where the row does not hold it. */
const TELLERS: Readonly<Record<Exclude<TitleShape, 'named'>, Teller>> = {
  flock: (row) => tell('activity.what.flock', { birds: birds(row['chicksReceived']) }),
  sale: (row) =>
    tell('activity.what.sale', { birds: birds(row['birdsCount']), kg: kg(row['totalWeightKg']) }),
  weighing: (row) => tell('activity.what.weighing', { weight: grams(row['avgWeightGr']) }),
  log: (row) => tell('activity.what.log', { birds: birds(row['mortality']) }),
  feed: (row) => tell('activity.what.feed', { kg: kg(row['quantityKg']) }),
  expense: (row) => tell('activity.what.named', { name: row['description'] ?? row['category'] }),
};

const LONGEST = 120;

/** What a row is about, in a few words: its figures, else what people call it. */
export function activityTitle(
  resource: ResourceName,
  shape: TitleShape,
  row: ActivityRow,
): Message {
  const told = shape === 'named' ? undefined : TELLERS[shape](row);
  return told ?? message('activity.what.named', { name: nameOf(resource, row) });
}

function nameOf(resource: ResourceName, row: ActivityRow): string {
  const { label, singular } = getResource(resource);
  const named = label.map((field) => row[field]).find((value) => typeof value === 'string');
  const line = typeof named === 'string' ? named.replace(/\s+/g, ' ').trim() : singular;
  if (line.length <= LONGEST) return line;
  const letters = [...line];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : line;
}

function tell(text: string, params: Readonly<Record<string, unknown>>): Message | undefined {
  const isWhole = Object.values(params).every((value) => value !== undefined && value !== null);
  return isWhole ? message(text, params as Readonly<Record<string, MessageValue>>) : undefined;
}

function birds(value: unknown): MessageValue | undefined {
  return typeof value === 'number' ? { quantity: value, unit: 'birds' } : undefined;
}

function kg(value: unknown): MessageValue | undefined {
  return typeof value === 'number' ? { quantity: value, unit: 'kg' } : undefined;
}

function grams(value: unknown): MessageValue | undefined {
  return typeof value === 'number' ? { quantity: value, unit: 'g' } : undefined;
}
