import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { integrationPresets, presetNames } from '../../../model/integration-presets.ts';
import { feedMeasures } from '../../../model/measures.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { foldText } from '../../../tools/words.ts';
import { CliError, endWith, usageError } from '../../core/errors.ts';
import { readJsonInput } from '../../input/read-input.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { isIdOf } from '../../session/resolve-name.ts';
import { requireOnFarm } from '../../session/row-id.ts';
import { expectObject } from '../core/write-results.ts';

const GET_EXAMPLES = `
Prints the mapping in the form that mapping set reads. -o json prints the whole response: the
mapping, the additions of its preset, and the polling position.

Examples:
  $ farmctl integrations mapping get 'Climate controller' > mapping.json
  $ farmctl integrations mapping get integration_01K… -o json --jq .nextPollAt`;

const SET_EXAMPLES = `
The file is JSON; - is standard input. The service then reads the integration with it: http and https
endpoints every pollMinutes, mqtt and mqtts topics as messages arrive.

Examples:
  $ farmctl integrations mapping set 'Climate controller' mapping.json
  $ echo '{"preset": "tasmota"}' | farmctl integrations mapping set integration_01K… -`;

const PRESET_EXAMPLES = `
Examples:
  $ farmctl integrations mapping presets
  $ farmctl integrations mapping presets -o json --jq '.[] | select(.name == "tasmota") | .mapping'`;

export function addMapping(noun: Command, context: CommandContext): void {
  const mapping = noun
    .command('mapping')
    .description('See and say how the payload of an integration becomes readings');
  mapping
    .command('get <integration>')
    .description('Show the mapping of an integration')
    .addHelpText('after', GET_EXAMPLES)
    .action((typed: string) => runGet(context, typed));
  mapping
    .command('set <integration> <file>')
    .description('Set the mapping of an integration from a file')
    .addHelpText('after', SET_EXAMPLES)
    .action((typed: string, file: string) => runSet(context, typed, file));
  mapping
    .command('presets')
    .description('List the built-in mappings')
    .addHelpText('after', PRESET_EXAMPLES)
    .action(() => runPresets(context));
}

async function runGet(context: CommandContext, typed: string): Promise<void> {
  const id = await findIntegration(context, typed);
  const answer = await sendMapping(context, { method: 'GET', id });
  const { mapping } = answer;
  if (mapping === null) {
    throw new CliError('notFound', message('fault.mappingMissing'), {
      hint: message('hint.setIntegrationMapping', { id }),
    });
  }
  const droppedCount = Number(answer['dropped'] ?? 0);
  if (droppedCount > 0) {
    const [problem] = Array.isArray(answer['lastProblems']) ? answer['lastProblems'] : [];
    const isKnown = typeof problem === 'string';
    await context.report('note.valuesDropped', {
      count: droppedCount,
      at: String(answer['lastDroppedAt']),
      isKnown: isKnown ? 'yes' : 'no',
      problem: isKnown ? neutralise(problem) : '',
    });
  }
  await context.print({
    kind: 'reading',
    data: answer,
    render: () => `${JSON.stringify(mapping, null, 2)}\n`,
  });
}

async function runSet(context: CommandContext, typed: string, file: string): Promise<void> {
  const body = await readJsonInput(file, context.io);
  const id = await findIntegration(context, typed);
  const answer = await sendMapping(context, { method: 'PUT', id, body });
  const next = answer['nextPollAt'];
  const isTimed = typeof next === 'string' ? 'yes' : 'no';
  await context.report('note.mappingSet', { id, isTimed, at: String(next) });
}

async function sendMapping(
  context: CommandContext,
  call: { readonly method: 'GET' | 'PUT'; readonly id: string; readonly body?: unknown },
): Promise<Values> {
  const { method, id, body } = call;
  const client = await context.client();
  const path = `/os/integrations/${encodeURIComponent(id)}/mapping`;
  const { data } = await client.request({ method, path, ...(body === undefined ? {} : { body }) });
  return expectObject(data, { method, path, server: client.server });
}

async function runPresets(context: CommandContext): Promise<void> {
  const rows = presetNames.map((name) => ({ name, ...integrationPresets[name] }));
  const columns = [{ name: 'name' }, { name: 'summary' }, { name: 'endpoint' }];
  await context.print({ kind: 'rows', columns, rows });
}

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
Polls immediately instead of at the next pollMinutes. Exit status 9 if nothing could be read.

Examples:
  $ farmctl integrations poll 'Climate controller'
  $ farmctl integrations poll integration_01K… -o json --jq .problems`;

const columns: readonly Column[] = [
  { name: 'ts' },
  { name: 'barnId' },
  ...feedMeasures.map((name) => ({ name, kind: 'number' }) as const),
  { name: 'devices' },
];

export function addTest(noun: Command, context: CommandContext): void {
  noun
    .command('test <integration>')
    .description('Show the readings that an integration would store now, without storing them')
    .option('--mapping <file>', 'a mapping to try, JSON; - reads standard input')
    .option('--payload <file>', 'a payload in place of the endpoint, JSON')
    .option('--topic <topic>', 'topic on which a broker would deliver the payload')
    .addHelpText('after', TEST_EXAMPLES)
    .action((typed: string, flags: TestFlags) => runTest(context, typed, flags));
}

export function addPoll(noun: Command, context: CommandContext): void {
  noun
    .command('poll <integration>')
    .description('Poll an integration now')
    .addHelpText('after', POLL_EXAMPLES)
    .action((typed: string) => readNow(context, typed, { verb: 'poll' }));
}

async function runTest(context: CommandContext, typed: string, flags: TestFlags): Promise<void> {
  const { mapping, payload, topic } = flags;
  if (topic !== undefined && payload === undefined) {
    throw usageError(message('fault.topicNeedsPayload'));
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
  await reportOutcome(context, answer, call.verb);
  await print(context, answer);
  if (answer['ok'] !== true) throw endWith('partlyDone');
}

async function reportOutcome(
  context: CommandContext,
  answer: Values,
  verb: 'test' | 'poll',
): Promise<void> {
  const { error } = answer;
  await context.report(verb === 'test' ? 'note.readingsTested' : 'note.readingsStored', {
    readings: listOf(answer, 'readings').length,
    known: Number(answer['known'] ?? 0),
    waiting: Number(answer['waiting'] ?? 0),
  });
  const droppedCount = Number(answer['dropped']);
  if (droppedCount > 0) await context.report('note.valuesLeftOut', { count: droppedCount });
  if (typeof error === 'string') await context.note(`farmctl: ${neutralise(error)}`);
  for (const problem of listOf(answer, 'problems')) {
    if (problem === error) continue;
    await context.report('note.leftOut', { problem: neutralise(String(problem)) });
  }
}

async function print(context: CommandContext, answer: Values): Promise<void> {
  const format = await context.format();
  const { jq, fields } = context.flags();
  const isWhole = fields === undefined && (format === 'json' || format === 'yaml' || jq);
  if (isWhole) return context.print({ kind: 'document', data: answer });
  const rows = listOf(answer, 'readings').filter(isRecord);
  return context.print({ kind: 'rows', columns, rows });
}

function listOf(answer: Values, name: string): readonly unknown[] {
  const list = answer[name];
  return Array.isArray(list) ? list : [];
}

const MOST_PAGES = 5;
const PAGE = 200;

/** The ID of the integration with this ID or unique name. */
export async function findIntegration(context: CommandContext, typed: string): Promise<string> {
  if (isIdOf('integrations', typed)) {
    await requireOnFarm(context, 'integrations', typed);
    return typed;
  }
  const ids = await idsByName(context, typed);
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return id;
  if (id === undefined) {
    throw new CliError(
      'notFound',
      message('fault.unknownIntegration', { typed: JSON.stringify(typed) }),
      {
        hint: message('hint.list', { command: 'farmctl integrations list' }),
      },
    );
  }
  throw usageError(
    message('fault.integrationsShareName', {
      typed: JSON.stringify(typed),
      ids: ids.join(', '),
    }),
    {
      hint: message('hint.giveIdOrFarm'),
    },
  );
}

async function idsByName(context: CommandContext, typed: string): Promise<readonly string[]> {
  const client = await context.client();
  const [farmId] = await context.farms();
  const folded = foldText(typed);
  const matches: string[] = [];
  let pages = 0;
  for await (const page of client.pages('integrations', { q: typed, farmId, limit: PAGE })) {
    for (const row of page.data) {
      const values = row as unknown as Values;
      if (foldText(String(values['name'] ?? '')) === folded) matches.push(String(values['id']));
    }
    pages += 1;
    if (pages === MOST_PAGES) break;
  }
  return matches;
}
