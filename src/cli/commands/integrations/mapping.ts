import type { Command } from 'commander';
import { integrationPresets, presetNames } from '../../../model/integration-presets.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { readJsonInput } from '../../read-json-input.ts';
import { expectObject } from '../keys/expect-object.ts';
import { findIntegration } from './find-integration.ts';

const GET_EXAMPLES = `
Prints the mapping as mapping set takes it. With -o json it is the whole answer of the service: the
mapping, what its preset adds, and how far the integration has been read.

Examples:
  $ farmctl integrations mapping get 'Climate controller' > mapping.json
  $ farmctl integrations mapping get integration_01K… -o json --jq .nextPollAt`;

const SET_EXAMPLES = `
The file is JSON; - reads standard input. From then on the integration is read by it: an endpoint of
http or https every pollMinutes, the topics of one of mqtt or mqtts as messages come.

Examples:
  $ farmctl integrations mapping set 'Climate controller' mapping.json
  $ echo '{"preset": "tasmota"}' | farmctl integrations mapping set integration_01K… -`;

const PRESET_EXAMPLES = `
Examples:
  $ farmctl integrations mapping presets
  $ farmctl integrations mapping presets -o json --jq '.[] | select(.name == "tasmota") | .mapping'`;

/** Adds `integrations mapping get|set|presets`. */
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
    .description('Read an integration by the mapping in a file')
    .addHelpText('after', SET_EXAMPLES)
    .action((typed: string, file: string) => runSet(context, typed, file));
  mapping
    .command('presets')
    .description('List the mappings that come with farmctl')
    .addHelpText('after', PRESET_EXAMPLES)
    .action(() => runPresets(context));
}

async function runGet(context: CommandContext, typed: string): Promise<void> {
  const id = await findIntegration(context, typed);
  const answer = await sendMapping(context, { method: 'GET', id });
  const { mapping } = answer;
  if (mapping === null) {
    throw new CliError('notFound', 'the integration has no mapping yet: nothing is read from it', {
      hint: `Set one with: farmctl integrations mapping set ${id} <file>`,
    });
  }
  const dropped = Number(answer['dropped'] ?? 0);
  if (dropped > 0) {
    const [problem] = Array.isArray(answer['lastProblems']) ? answer['lastProblems'] : [];
    const why = typeof problem === 'string' ? `: ${neutralise(problem)}` : '';
    const values = dropped === 1 ? '1 value was' : `${dropped} values were`;
    await context.note(`${values} left out, the last at ${answer['lastDroppedAt']}${why}`);
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
  const when = typeof next === 'string' ? `; it is read at ${next}` : '';
  await context.note(`set the mapping of ${id}${when}`);
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
