import { type Command, Option } from 'commander';
import type { Answer, Call } from '../../../client/client.ts';
import { message } from '../../../model/core/message.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { collectHeader, parseHeader, renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { readJsonInput } from '../../input/read-input.ts';
import { phrasesOf } from '../../output/error-report.ts';
import { neutraliseLines } from '../../output/neutralise.ts';
import { toRows, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { reportIgnoredIn } from '../core/write-results.ts';

interface ApiFlags {
  readonly query?: Readonly<Record<string, string>>;
  readonly sendHeader?: Readonly<Record<string, string>>;
  readonly set?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly include?: boolean;
}

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Adds `api <METHOD> <path>`: sends any request with the CLI's key, retries and output formats. */
export function addApi(parent: Command, context: CommandContext): void {
  parent
    .command('api <method> <path>')
    .description('Send any request to the API')
    .option('--query <name=value>', 'query parameter; repeatable', collectPair)
    .option(
      '-H, --send-header <header>',
      "send a header, 'Name: value' or Name=value; repeatable",
      collectSentHeader,
    )
    .addOption(
      new Option('--set <field=value>', 'set a field of the body, JSON or text').argParser(
        collectPair,
      ),
    )
    .option('--input <file>', 'send the JSON of this file as body; - is stdin')
    .option('-i, --include', 'also print the status and headers of the response')
    .addHelpText(
      'after',
      `
The path is relative to the root of the API (/flocks), or of the server (/v1/…, /livez).

Examples:
  $ farmctl api GET '/flocks?status=active' --jq '.data[].code'
  $ farmctl api POST /tasks --set title='Weigh 100 birds' --set priority=high`,
    )
    .action((method: string, path: string, flags: ApiFlags) =>
      runApi(context, { method, path }, flags),
    );
}

/** Headers of the connection or the body, which the CLI sets itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Like `collectHeader`, but throws a usage error for a header that would have no effect. */
function collectSentHeader(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name] = parseHeader(text);
  if (!OWN_HEADERS.has(name)) return collectHeader(text, headers);
  throw usageError(message('fault.headerReserved', { name }), {
    hint: name === 'host' ? message('hint.otherServer') : null,
  });
}

async function runApi(
  context: CommandContext,
  target: { readonly method: string; readonly path: string },
  flags: ApiFlags,
): Promise<void> {
  const call = await buildCall(context, target, flags);
  const client = await context.client();
  await reportIgnoredIn(context, call);
  const answer = await client.request(call);
  if (flags.include) await context.io.stdout.write(headText(answer));
  await printAnswer(context, answer);
}

async function buildCall(
  { io }: CommandContext,
  { method, path }: { readonly method: string; readonly path: string },
  flags: ApiFlags,
): Promise<Call> {
  const verb = method.toUpperCase();
  if (!methods.includes(verb))
    throw usageError(message('fault.unknownMethod', { method: JSON.stringify(method) }));
  const { query, sendHeader = {} } = flags;
  const body = await readBody(io, flags);
  return {
    method: verb,
    path: path.startsWith('/') ? path : `/${path}`,
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body }),
    headers: sendHeader,
  };
}

async function readBody(io: CommandContext['io'], { set, input }: ApiFlags): Promise<unknown> {
  const inputBody = input === undefined ? undefined : await readJsonInput(input, io);
  if (!set) return inputBody;
  const fields = Object.fromEntries(
    Object.entries(set).map(([name, text]) => [name, parseLoosely(text)]),
  );
  return { ...(typeof inputBody === 'object' ? inputBody : {}), ...fields };
}

/** Parses JSON; other text is returned unchanged: `3`, `true`, `[1]`, `high`. */
function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function headText({ status, headers }: Answer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${neutraliseLines([`HTTP ${status}`, ...lines].join('\n'))}\n\n`;
}

async function printAnswer(context: CommandContext, { data }: Answer): Promise<void> {
  if (data === undefined) return;
  if (typeof data !== 'string') return context.print({ kind: 'document', data });
  const text = neutraliseLines(data);
  await context.print({
    kind: 'reading',
    data,
    render: () => (text.endsWith('\n') ? text : `${text}\n`),
  });
}

interface OsFlags {
  readonly query?: Readonly<Record<string, string>>;
}

/** Adds `os <path>`: reads the service's own application. */
export function addOs(parent: Command, context: CommandContext): void {
  parent
    .command('os <path>')
    .description("Read a screen of the service's own application")
    .option('--query <name=value>', 'query parameter; repeatable', collectPair)
    .addHelpText(
      'after',
      `
For the screens of a farm there are separate commands: farmctl dashboard, weekly-summary, risk ledger,
chart and cameras list.

Examples:
  $ farmctl os dashboard
  $ farmctl os risk/ledger --query item=feed_out
  $ farmctl os audit -o csv`,
    )
    .action(async (path: string, { query = {} }: OsFlags) => {
      const { runOs } = await import('./run-api.ts');
      await runOs(context, path, query);
    });
}

/** Collects `name=value` pairs; throws a usage error for anything else. */
export function collectPair(
  text: string,
  pairs: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1) throw usageError(message('fault.notNameValue', { text: JSON.stringify(text) }));
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) };
}

export function addOpenapi(parent: Command, context: CommandContext): void {
  parent
    .command('openapi')
    .description('Print the OpenAPI 3.1 description of the API; needs no key')
    .addHelpText(
      'after',
      renderExamples(['farmctl openapi > farm.json', "farmctl openapi --jq '.paths | length'"]),
    )
    .action(async () => {
      const client = await context.client();
      await context.print({ kind: 'document', data: await client.openapi() });
    });
}

export function addCapabilities(parent: Command, context: CommandContext): void {
  parent
    .command('capabilities')
    .description('Print the capabilities of the service as one document; needs no key')
    .addHelpText(
      'after',
      renderExamples(['farmctl capabilities', "farmctl capabilities --jq '.webhookEvents[].name'"]),
    )
    .action(async () => {
      const client = await context.client();
      await context.print({ kind: 'document', data: await client.capabilities() });
    });
}

const columns = [
  { name: 'name' },
  { name: 'summary' },
  { name: 'required' },
  { name: 'filters' },
  { name: 'readOnly' },
];

export function addResources(parent: Command, context: CommandContext): void {
  parent
    .command('resources')
    .description('List the resources with their fields and filters')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl resources',
        "farmctl resources --jq '.[] | select(.readOnly) | .name'",
      ]),
    )
    .action(() => runResources(context));
}

async function runResources(context: CommandContext): Promise<void> {
  const client = await context.client();
  const answer = await client.resources();
  const rows = toRows(isRecord(answer) ? answer['data'] : answer);
  const { translator, labels } = await phrasesOf(context);
  // The purpose of a resource is described in English; its name is available in every language.
  const format = (await context.format()) ?? (context.io.stdout.isTerminal ? 'table' : 'tsv');
  const isNamed = format === 'table' && translator.language !== 'en';
  const nameOf = ({ name }: Values) => labels.plurals[name as ResourceName] ?? null;
  const listedRows = isNamed ? rows.map((row) => ({ ...row, summary: nameOf(row) })) : rows;
  await context.print({ kind: 'rows', columns, rows: listedRows });
}

/** Adds `batch`: several changes in one transaction. */
export function addBatch(parent: Command, context: CommandContext): void {
  parent
    .command('batch <file>')
    .description('Run several operations in one transaction')
    .addHelpText(
      'after',
      `
The file (- is standard input) is a list of operations as JSON, JSONL or YAML: method, path, body, and
optionally ifMatch and id. $barn.id or $0.id is the id of the row that an earlier operation created.
If one operation fails, nothing is stored, and the error contains its number.

Examples:
  $ farmctl batch new-barn.yaml
  $ echo '[{"method":"POST","path":"/tasks","body":{"title":"Clean"}}]' | farmctl batch -`,
    )
    .action(async (file: string) => {
      const { runBatchFile } = await import('./run-api.ts');
      await runBatchFile(context, file);
    });
}
