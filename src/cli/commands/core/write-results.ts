import { ConnectionFailed, type FailedRequest } from '../../../client/errors.ts';
import type { TextKey } from '../../../i18n/en.ts';
import type { Translator } from '../../../i18n/render-message.ts';
import { FarmError } from '../../../model/core/errors.ts';
import {
  type MessageParams,
  type MessageValue,
  message,
  type Unit,
} from '../../../model/core/message.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import type { ActionType } from '../../../model/resources/actions.ts';
import { getResource, isResourceName, resources } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { nearestWord } from '../../../tools/words.ts';
import { CliError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { allColumns, type Output, type RecordOutput, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';

/** Confirmation prompt for an irreversible operation. */
export interface Confirmation {
  readonly text: TextKey;
  readonly params: MessageParams;
}

/**
 * Whether an irreversible operation is confirmed, by `--yes` or at the prompt. If declined, nothing
 * is done and the exit status is 0. Throws a usage error that names the flag in non-interactive
 * use.
 */
export async function isConfirmed(
  context: CommandContext,
  { text, params }: Confirmation,
): Promise<boolean> {
  if (context.flags().yes) return true;
  const message = await context.t(text, params);
  if (await context.prompts().confirm({ message, flag: '--yes' })) return true;
  await context.report('cli.notChanged');
  return false;
}

/** Throws if `isConfirmed` could not prompt; for callers that first look up data for the prompt. */
export function requireConfirmable(context: CommandContext): void {
  if (!context.flags().yes) context.prompts().requirePerson('--yes');
}

/** The answer as an object; throws for any other answer. */
export function expectObject(data: unknown, request: FailedRequest): Values {
  const isObject = isRecord(data);
  if (isObject) return data as Values;
  throw new ConnectionFailed('not_understood', request);
}

/**
 * Reports fields of a body that the API will ignore because they are unknown: probably typing
 * errors. Read-only fields are not reported, because complete rows may be sent back.
 */
export async function reportIgnored(
  context: CommandContext,
  definition: ResourceDefinition,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columnNames = allColumns(definition).map(({ name }) => name);
  for (const name of Object.keys(body)) {
    if (columnNames.includes(name)) continue;
    const suggestion = nearestWord(name, columnNames);
    await context.report('note.ignoredField', {
      name: neutralise(name),
      resource: definition.name,
      near: suggestion ?? '',
      isNear: suggestion === undefined ? 'no' : 'yes',
    });
  }
}

/** The same for the body of any request; other operations than writes of a row are not checked. */
export async function reportIgnoredIn(
  context: CommandContext,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: unknown },
): Promise<void> {
  if (!isRecord(body)) return;
  const { findOperation } = await import('../../../model/routes/route-table.ts');
  const operation = findOperation(method, path);
  if (operation?.kind !== 'resource') return;
  await reportIgnored(context, getResource(operation.resource), body);
}

/** A row with all its fields, in model order. */
export function rowOutput(definition: ResourceDefinition, row: object): RecordOutput {
  // A row is a JSON object: its fields can be read by name.
  return { kind: 'record', columns: allColumns(definition), record: row as Values };
}

const labelNames: readonly string[] = ['name', 'code', 'title', 'subject', 'date'];

/** The display form of a row: `flock_… (B1-2611)`. */
export function rowText(row: Values): string {
  const label = labelNames.map((name) => row[name]).find((value) => typeof value === 'string');
  const labelText = typeof label === 'string' ? ` (${neutralise(label)})` : '';
  return `${neutralise(String(row['id']))}${labelText}`;
}

type WriteVerb = TextKey extends infer K ? (K extends `done.row.${infer V}` ? V : never) : never;

/** Describes a write: `created flock flock_… (B1-2611)`. */
export async function describeWrite(
  context: CommandContext,
  verb: WriteVerb,
  { definition, row }: { readonly definition: ResourceDefinition; readonly row: object },
): Promise<string> {
  const { loadLabels } = await import('../../../i18n/labels.ts');
  const { language } = await context.translator();
  const { singulars } = await loadLabels(language);
  const { name, singular } = definition;
  const resource = language !== 'en' && isResourceName(name) ? singulars[name] : singular;
  return context.t(`done.row.${verb}`, { resource, row: rowText(row as Values) });
}

/**
 * Reports the write on stderr, then prints the row. If the row cannot be printed as requested, the
 * command exits as partly done, because the write has succeeded.
 */
export async function printWrite(
  context: CommandContext,
  confirmation: string,
  output: RecordOutput,
): Promise<void> {
  await context.note(confirmation);
  try {
    await context.print(output);
  } catch (error) {
    if (!(error instanceof CliError) || error.outcome !== 'usage') throw error;
    throw new CliError(
      'partlyDone',
      message('fault.resultNotPrinted', {
        done: confirmation,
        message: await renderedError(context, error),
      }),
    );
  }
}

/** The error message in the configured language. */
export async function renderedError(context: CommandContext, error: unknown): Promise<string> {
  const { errorText } = await import('../../output/error-report.ts');
  return errorText(error, await context.translator());
}

const VERBS: Readonly<Partial<Record<ActionType, WriteVerb>>> = {
  complete_task: 'completed',
  log_daily: 'wrote',
  set_farm_location: 'located',
  set_barn_location: 'located',
};

/** Describes the result of an action: `created task task_… (Call the vet)`. */
export async function describeResult(
  context: CommandContext,
  type: ActionType,
  result: unknown,
): Promise<string> {
  const row = (result ?? {}) as Values;
  const definition = findDefinition(row['id']);
  if (definition) return describeWrite(context, VERBS[type] ?? 'created', { definition, row });
  return type === 'navigate'
    ? context.t('done.leadsTo', { url: neutralise(String(row['url'])) })
    : context.t('done.action', { type });
}

/** The resource of a record, determined by its ID prefix. */
function findDefinition(id: unknown): ResourceDefinition | undefined {
  if (typeof id !== 'string') return undefined;
  const prefix = id.slice(0, Math.max(0, id.lastIndexOf('_')));
  return Object.values(resources).find(({ idPrefix }) => idPrefix === prefix);
}

/** The recorded values that an action replaced: a line each, in a language. */
export async function replacedLines(
  type: ActionType,
  { replaces }: Values,
  translator: Translator,
): Promise<string[]> {
  if (!Array.isArray(replaces) || replaces.length === 0) return [];
  const [{ labelOf, loadLabels }, { renderMessage }, { actionFields, actions }] = await Promise.all(
    [
      import('../../../i18n/labels.ts'),
      import('../../../i18n/render-message.ts'),
      import('../../../model/resources/actions.ts'),
    ],
  );
  const labels = await loadLabels(translator.language);
  const fields = new Map(actionFields(actions[type]));
  return replaces.filter(isRecord).map(({ field, before, after }) => {
    const name = String(field);
    const messageValue = (value: unknown): MessageValue => {
      if (typeof value !== 'number') return neutralise(String(value));
      const unit = fields.get(name)?.unit ?? '';
      const isWritten = Object.hasOwn(translator.texts, `unit.${unit}`);
      return isWritten ? { quantity: value, unit: unit as Unit } : value;
    };
    const params = {
      label: labelOf(labels, name),
      before: messageValue(before),
      after: messageValue(after),
    };
    return renderMessage(translator, message('ask.action.replaced', params));
  });
}

/** Machine-readable formats. */
const OF_PROGRAMS = ['json', 'jsonl', 'yaml'];

/**
 * Prints the answer of an action: in full for machine-readable formats, which need the undo
 * descriptor; otherwise, and with `--fields`, only the record.
 */
export async function printResult(context: CommandContext, answer: Values): Promise<void> {
  const { fields, jq } = context.flags();
  const isForProgram = jq !== undefined || OF_PROGRAMS.includes((await context.format()) ?? '');
  const isWhole = isForProgram && fields === undefined;
  await context.print(
    isWhole ? { kind: 'document', data: answer } : resultOutput(answer['result']),
  );
}

function resultOutput(result: unknown): Output {
  const record = (result ?? {}) as Values;
  const definition = findDefinition(record['id']);
  const isDeleted = record['deleted'] === true;
  return definition && !isDeleted ? rowOutput(definition, record) : { kind: 'record', record };
}

/** A call that controls the clock or faults of a mock server. */
export interface Control {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: '/os/mock/clock' | '/os/mock/faults';
  readonly body?: Values;
}

/**
 * Sends a control to a mock server; reports an error for a server with real data, which has none.
 */
export async function sendControl(context: CommandContext, control: Control): Promise<Values> {
  const client = await context.client();
  try {
    const { data } = await client.request(control);
    return expectObject(data, { ...control, server: client.server });
  } catch (error) {
    if (!(error instanceof FarmError) || error.slug !== 'not_found') throw error;
    throw notMock(client.server, error);
  }
}

/** The error of a server with real data, which has no controls. */
export function notMock(server: string, cause: unknown): CliError {
  return new CliError('rejected', message('fault.notAMockServer', { server }), {
    hint: message('hint.startMockServer'),
    cause,
  });
}
