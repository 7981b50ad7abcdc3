import type { Command } from 'commander';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import { controllerCommands } from '../../../model/resources/controller-commands.ts';
import { devices } from '../../../model/resources/devices.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { foldText } from '../../../tools/words.ts';
import { renderExamples } from '../../core/command-line.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { allColumns, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { resolveListed } from '../../session/resolve-listed.ts';
import { findRowNames, isIdOf, resolveName } from '../../session/resolve-name.ts';
import { oneFarm, requireFarmOf } from '../../session/row-id.ts';
import {
  describeWrite,
  expectObject,
  isConfirmed,
  printWrite,
  requireConfirmable,
  rowOutput,
} from '../core/write-results.ts';

/** Adds `cameras`: the cameras of a farm, unregistered sources, and connection tokens. */
export function addCameras(parent: Command, context: CommandContext): void {
  const cameras = parent
    .command('cameras')
    .description('See how the cameras of a farm do, register new ones, exchange their tokens');
  cameras
    .command('list')
    .description('List cameras, their connections, and unregistered sources')
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per camera.

Examples:
  $ farmctl cameras list --farm North
  $ farmctl cameras list --jq '.unregistered[].source'`,
    )
    .action(async () => {
      const { runCameras } = await import('../../pages/devices.ts');
      await runCameras(context);
    });
  addAdopt(cameras, context);
  addToken(cameras, context);
}

interface AdoptFlags {
  readonly barn?: string;
  readonly name?: string;
}

const PATH = '/os/cameras/adopt';

const ADOPT_EXAMPLES = `
Events, comparisons and open alerts of the source are assigned to the camera. Without --barn, the
barn of its last event is used; without --name, the name of the source.

Examples:
  $ farmctl cameras adopt barn1-west --barn 'Barn 1' --name 'Barn 1 west'
  $ farmctl cameras adopt 10.0.4.17 --farm North --barn barn_01K…`;

export function addAdopt(parent: Command, context: CommandContext): void {
  parent
    .command('adopt <source>')
    .description('Register a source that already sends events as a camera')
    .option('--barn <barn>', 'barn of the camera: id or name')
    .option('--name <name>', 'name of the camera')
    .addHelpText('after', ADOPT_EXAMPLES)
    .action((source: string, flags: AdoptFlags) => runAdopt(context, source, flags));
}

async function runAdopt(
  context: CommandContext,
  source: string,
  { barn, name }: AdoptFlags,
): Promise<void> {
  requireFields(context, [...allColumns(devices), 'events', 'firstSeen', 'lastSeen']);
  const farmId = await oneFarm(context);
  const client = await context.client();
  const barnId =
    barn === undefined ? undefined : await resolveName(client, 'barns', { typed: barn, farmId });
  const body = {
    ...(farmId === undefined ? {} : { farmId }),
    source,
    ...(barnId === undefined ? {} : { barnId }),
    ...(name === undefined ? {} : { name }),
  };
  const { data } = await client.request({ method: 'POST', path: PATH, body });
  const answer = expectObject(data, { method: 'POST', path: PATH, server: client.server });
  const device = isRecord(answer['device']) ? answer['device'] : {};
  const events = Number(answer['events']);
  const camera = `${neutralise(String(device['id']))} (${neutralise(String(device['name']))})`;
  const confirmation = await context.t('note.cameraAdopted', { camera, count: events });
  await printWrite(context, confirmation, {
    kind: 'record',
    record: { ...device, events, firstSeen: answer['firstSeen'], lastSeen: answer['lastSeen'] },
  });
}

const MOST_PAGES = 5;
const PAGE = 200;

/** The camera connection with this ID, or with a name that is unique among the farms. */
export async function resolveConnection(context: CommandContext, typed: string): Promise<Values> {
  const client = await context.client();
  if (isIdOf('integrations', typed)) {
    const path = `/integrations/${typed}`;
    const { data } = await client.request({ method: 'GET', path });
    const record = expectObject(data, { method: 'GET', path, server: client.server });
    await requireFarmOf(context, 'integrations', { id: typed, farmId: record['farmId'] });
    return record;
  }
  const [match, ...others] = await findByName(context, typed);
  if (match && others.length === 0) return match;
  if (!match) {
    throw new CliError(
      'notFound',
      message('fault.unknownCameraConnection', { typed: JSON.stringify(typed) }),
      {
        hint: message('hint.list', { command: 'farmctl integrations list --kind camera' }),
      },
    );
  }
  const ids = [match, ...others].map(({ id }) => String(id)).join(', ');
  throw usageError(
    message('fault.cameraConnectionsShareName', { typed: JSON.stringify(typed), ids }),
    {
      hint: message('hint.giveIdOrFarm'),
    },
  );
}

async function findByName(context: CommandContext, typed: string): Promise<readonly Values[]> {
  const client = await context.client();
  const [farmId] = await context.farms();
  const folded = foldText(typed);
  const cameras: Values[] = [];
  let pages = 0;
  const query = { kind: 'camera', farmId, limit: PAGE };
  for await (const page of client.pages('integrations', query)) {
    for (const row of page.data) {
      const values = row as unknown as Values;
      if (foldText(String(values['name'] ?? '')) === folded) cameras.push(values);
    }
    pages += 1;
    if (pages === MOST_PAGES) break;
  }
  return cameras;
}

interface TokenFlags {
  readonly tokenOnly?: boolean;
}

const TOKEN = 'cameraToken';

const ROTATE_EXAMPLES = `
A connection is an integration of kind camera, given by id or name. The old token stops working
immediately, so this asks for confirmation (or pass --yes).

Examples:
  $ farmctl cameras token 'Cameras of barn 1'
  $ farmctl cameras token integration_01K… --yes --token-only > camera.token`;

export function addToken(parent: Command, context: CommandContext): void {
  parent
    .command('token <integration>')
    .description(
      'Issue a new token for a camera connection, and print it; it cannot be shown again',
    )
    .option('--token-only', 'print only the token')
    .addHelpText('after', ROTATE_EXAMPLES)
    .action((typed: string, flags: TokenFlags) => runToken(context, typed, flags));
}

async function runToken(context: CommandContext, typed: string, flags: TokenFlags): Promise<void> {
  requireShown(context, flags);
  requireConfirmable(context);
  const connection = await resolveConnection(context, typed);
  const id = String(connection['id']);
  const name = neutralise(String(connection['name'] ?? id));
  if (!(await isConfirmed(context, { text: 'cli.ask.newToken', params: { name } }))) return;
  const client = await context.client();
  const path = `/os/cameras/${encodeURIComponent(id)}/token`;
  const { data } = await client.request({ method: 'POST', path });
  const record = expectObject(data, { method: 'POST', path, server: client.server });
  const confirmation = await context.t('note.newToken', { name });
  await printToken(context, record, { done: confirmation, ...flags });
}

/** Throws a usage error, before anything is sent, if the output would omit the token. */
function requireShown(context: CommandContext, { tokenOnly }: TokenFlags): void {
  const { fields } = context.flags();
  if (fields === undefined) return;
  if (tokenOnly)
    throw usageError(message('cli.exclude', { first: '--token-only', second: '--fields' }));
  if (fields.split(',').some((name) => name.trim() === TOKEN)) return;
  throw usageError(message('fault.tokenNotInFields'), {
    hint: message('hint.addTokenToFields', { token: TOKEN }),
  });
}

/** The answer to a repeated request has no token, so the token is lost. */
async function printToken(
  context: CommandContext,
  record: Values,
  { done, tokenOnly }: TokenFlags & { readonly done: string },
): Promise<void> {
  const token = record[TOKEN];
  if (typeof token !== 'string') {
    throw new CliError('partlyDone', message('fault.tokenLost', { done }), {
      hint: message('hint.makeNewCameraToken', {
        record: neutralise(String(record['integrationId'])),
      }),
    });
  }
  const text = await context.t('note.tokenShownOnce', { done });
  if (!tokenOnly) return printWrite(context, text, { kind: 'record', record });
  await context.note(text);
  await context.print({ kind: 'reading', data: token, render: () => `${token}\n` });
}

/** Decisions on a pending command, with the resulting status. */
const DECISIONS = [
  ['approve', 'approved', 'Approve a pending command; it is sent to its controller'],
  ['reject', 'rejected', 'Reject a pending command'],
  ['cancel', 'cancelled', 'Cancel a command that has not been sent yet'],
] as const;

/** Adds `controller-commands approve`, `reject` and `cancel`. */
export function addDecisions(noun: Command, context: CommandContext): void {
  for (const [verb, status, description] of DECISIONS) {
    noun
      .command(`${verb} <command>`)
      .description(description)
      .addHelpText(
        'after',
        renderExamples(
          [
            `farmctl controller-commands ${verb} command_01K…`,
            `farmctl controller-commands ${verb} command_01K… -o json`,
          ],
          `A command is identified by its id, or if unique among the pending ones by its type (set_temp), its
barn, or both ('Barn 1 set_temp').
Pending commands with their reasons: farmctl controller-commands list --status pending --fields id,barnId,command,reason`,
        ),
      )
      .action(async (typed: string) => {
        const client = await context.client();
        const id = await findCommandId(context, typed, WAITING[verb]);
        const row = await client.update('controller-commands', { id, body: { status } });
        const confirmation = await describeWrite(context, status, {
          definition: controllerCommands,
          row,
        });
        await printWrite(context, confirmation, rowOutput(controllerCommands, row));
      });
  }
}

/** States in which a command can be decided. */
const WAITING = {
  approve: ['pending'],
  reject: ['pending'],
  cancel: ['pending', 'approved'],
} as const;

/** The command with this ID, or the only pending one with this command word, barn or both. */
async function findCommandId(
  context: CommandContext,
  typed: string,
  states: readonly string[],
): Promise<string> {
  if (isIdOf('controller-commands', typed)) return typed;
  const client = await context.client();
  const limit = limits.maxPageSize;
  const pages = await Promise.all(
    states.map((status) => client.list('controller-commands', { status, limit })),
  );
  const rows: readonly Values[] = pages.flatMap(({ data }) => data.map((row) => ({ ...row })));
  const barnIds = new Set(rows.flatMap(({ barnId }) => (barnId ? [String(barnId)] : [])));
  const barns = await findRowNames(client, [...barnIds], context.io.interruption);
  return resolveListed(context, typed, {
    path: '/controller-commands',
    rows,
    namesOf: ({ barnId, command }) => {
      const barn = barns.get(String(barnId));
      return barn === undefined ? [command] : [command, barn, `${barn} ${command}`];
    },
    command: 'farmctl controller-commands list --status pending',
  });
}
