import type { Command } from 'commander';
import { feedMeasures } from '../../../model/feed-measures.ts';
import type { CommandContext } from '../../context.ts';
import { endWith, usageError } from '../../errors.ts';
import { isValues } from '../../output/infer-columns.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import { readJsonInput } from '../../read-json-input.ts';
import { expectObject } from '../keys/expect-object.ts';
import { findIntegration } from './find-integration.ts';

interface TestFlags {
  readonly mapping?: string;
  readonly payload?: string;
  readonly topic?: string;
}

const TEST_EXAMPLES = `
Fetches the endpoint once and shows the readings that would be stored; nothing is. With --mapping
another mapping is tried before it is set, with --payload a payload instead of the endpoint, which is
how the messages of a broker are tried. Ends with status 9 when nothing could be read.

Examples:
  $ farmctl integrations test 'Climate controller'
  $ farmctl integrations test integration_01K… --mapping mapping.json --payload sample.json`;

const POLL_EXAMPLES = `
Does now what the service does by itself every pollMinutes. Ends with status 9 when nothing could be
read.

Examples:
  $ farmctl integrations poll 'Climate controller'
  $ farmctl integrations poll integration_01K… -o json --jq .problems`;

const columns: readonly Column[] = [
  { name: 'ts' },
  { name: 'barnId' },
  ...feedMeasures.map((name) => ({ name, kind: 'number' }) as const),
  { name: 'devices' },
];

/** Adds `integrations test <integration>`. */
export function addTest(noun: Command, context: CommandContext): void {
  noun
    .command('test <integration>')
    .description('Show what would be stored of an integration now; nothing is')
    .option('--mapping <file>', 'a mapping to try, JSON; - reads standard input')
    .option('--payload <file>', 'a payload in place of the endpoint, JSON')
    .option('--topic <topic>', 'where the payload would have come, of a broker')
    .addHelpText('after', TEST_EXAMPLES)
    .action((typed: string, flags: TestFlags) => runTest(context, typed, flags));
}

/** Adds `integrations poll <integration>`. */
export function addPoll(noun: Command, context: CommandContext): void {
  noun
    .command('poll <integration>')
    .description('Read an integration now')
    .addHelpText('after', POLL_EXAMPLES)
    .action((typed: string) => readNow(context, typed, { verb: 'poll' }));
}

async function runTest(context: CommandContext, typed: string, flags: TestFlags): Promise<void> {
  const { mapping, payload, topic } = flags;
  if (topic !== undefined && payload === undefined) {
    throw usageError('--topic is for a payload; add --payload');
  }
  const body = {
    ...(mapping === undefined ? {} : { mapping: await readJsonInput(mapping, context.io) }),
    ...(payload === undefined ? {} : { payload: await readJsonInput(payload, context.io) }),
    ...(topic === undefined ? {} : { topic }),
  };
  await readNow(context, typed, { verb: 'test', body });
}

async function readNow(
  context: CommandContext,
  typed: string,
  call: { readonly verb: 'test' | 'poll'; readonly body?: object },
): Promise<void> {
  const id = await findIntegration(context, typed);
  const client = await context.client();
  const path = `/os/integrations/${encodeURIComponent(id)}/${call.verb}`;
  const { body } = call;
  const { data } = await client.request({
    method: 'POST',
    path,
    ...(body === undefined ? {} : { body }),
  });
  const answer = expectObject(data, { method: 'POST', path, server: client.server });
  await tell(context, answer, call.verb);
  await print(context, answer);
  if (answer['ok'] !== true) throw endWith('partlyDone');
}

async function tell(context: CommandContext, answer: Values, verb: 'test' | 'poll'): Promise<void> {
  const { error, known, waiting } = answer;
  const readings = listOf(answer, 'readings').length;
  const noun = readings === 1 ? 'reading' : 'readings';
  const done = verb === 'test' ? 'would be stored' : 'stored';
  const more = Number(waiting) > 0 ? `, ${Number(waiting)} wait for the next time` : '';
  await context.note(`${readings} ${noun} ${done}, ${Number(known)} were read before${more}`);
  const dropped = Number(answer['dropped']);
  if (dropped > 0) {
    await context.note(`${dropped} ${dropped === 1 ? 'value was' : 'values were'} left out`);
  }
  if (typeof error === 'string') await context.note(`farmctl: ${neutralise(error)}`);
  for (const problem of listOf(answer, 'problems')) {
    if (problem !== error) await context.note(`left out: ${neutralise(String(problem))}`);
  }
}

async function print(context: CommandContext, answer: Values): Promise<void> {
  const format = await context.format();
  const { jq, fields } = context.flags();
  const isWhole = fields === undefined && (format === 'json' || format === 'yaml' || jq);
  if (isWhole) return context.print({ kind: 'document', data: answer });
  const rows = listOf(answer, 'readings').filter(isValues);
  return context.print({ kind: 'rows', columns, rows });
}

function listOf(answer: Values, name: string): readonly unknown[] {
  const list = answer[name];
  return Array.isArray(list) ? list : [];
}
