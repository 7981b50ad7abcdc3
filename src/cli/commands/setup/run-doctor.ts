import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FarmClient } from '../../../client/client.ts';
import { ConnectionFailed } from '../../../client/errors.ts';
import { type Labels, loadLabels, wordOf } from '../../../i18n/labels.ts';
import { renderMessage, type Translator } from '../../../i18n/render-message.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { type Message, message } from '../../../model/core/message.ts';
import type { CheckName, Finding } from '../../../server/doctor/finding.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { configPath } from '../../config/config-paths.ts';
import { EMBEDDED } from '../../config/config-schema.ts';
import {
  type ResolvedSettings,
  resolveInProfile,
  resolveSettings,
} from '../../config/resolve-settings.ts';
import { loadKey, type Settings, toSettings } from '../../config/settings.ts';
import { CliError, type CliOutcome, endWith, foreign, usageError } from '../../core/errors.ts';
import { hintFor, renderSentences } from '../../output/error-hints.ts';
import { errorText } from '../../output/error-report.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { secretVariables } from '../../session/transports.ts';
import { parseDatabaseUrl, parseReplicaUrl } from '../core/named-database.ts';
import { settingsInput } from '../core/stored-settings.ts';
import { parseProvider } from '../serve/provider-options.ts';

/** Outcomes of failed checks; a failure of any other check means that the service is unhealthy. */
const outcomes: Readonly<Partial<Record<CheckName, CliOutcome>>> = {
  configuration: 'usage',
  server: 'noConnection',
  key: 'notAllowed',
  folder: 'notFound',
};

/** `doctor`: checks everything the profile depends on; the exit status reports the result. */
export async function runDoctor(context: CommandContext, options: DoctorOptions): Promise<void> {
  const { settings, findings } = await examineConfiguration(context);
  if (options.acceptLoss) await acceptLoss(settings.dataDir);
  const all = [
    ...findings,
    ...(await examine(context, settings, options)),
    ...(await examineProvider(context, settings)),
  ];
  await print(context, all);
  const failure = all.find(({ state }) => state === 'failed');
  if (failure) {
    const { failed } = countStates(all);
    const text = message('fault.checksFailed', { count: failed });
    throw new CliError(outcomes[failure.check] ?? 'serverError', text, { hint: null });
  }
  const hasWarning = all.some(({ state }) => state === 'warning');
  if (options.exitStatus && hasWarning) throw endWith('conditionHolds');
}

async function acceptLoss(dataDir: string): Promise<void> {
  const { acceptLossIn } = await import('../../../server/doctor/examine-database.ts');
  const { state, messages } = await acceptLossIn(dataDir);
  if (state === 'ok') return;
  throw new CliError('usage', messages.finding, { hint: messages.whatToDo ?? null });
}

async function examine(
  context: CommandContext,
  settings: Settings,
  { database, deep = false, auditAnchors }: DoctorOptions,
): Promise<readonly Finding[]> {
  const { examineMachine } = await import('../../../server/doctor/examine-content.ts');
  const signal = context.io.interruption;
  const secretKey = context.io.environment['FARMCTL_SECRET_KEY'] || undefined;
  const anchors = anchorsOf(context, auditAnchors);
  const replicaUrl = parseReplicaUrl(context.io.environment);
  const now = context.now.now();
  const hasMailServer = Boolean(context.io.environment['FARMCTL_SMTP_URL']);
  const keys = { secretKey, replicaUrl, hasMailServer };
  const examination = { isDeep: deep, now, signal, ...keys, ...anchors };
  const machine = await examineMachine();
  const { examinePostgres } = await import('../../../server/doctor/examine-database.ts');
  if (database !== undefined) {
    return [...(await examinePostgres(parseDatabaseUrl(database), examination)), ...machine];
  }
  const { examineFolder } = await import('../../../server/doctor/examine-database.ts');
  const isFolder = settings.server === EMBEDDED || context.flags().dataDir !== undefined;
  if (isFolder) return [...(await examineFolder(settings.dataDir, examination)), ...machine];
  // A local server that uses the profile's directory: its data can be checked too.
  const { findServer } = await import('../../../server/core/server-file.ts');
  const isHere = findServer(settings.dataDir)?.baseUrl === settings.server;
  const url = context.io.environment['FARMCTL_DATABASE'];
  const server = await examineServer(context, settings, { hasData: isHere || Boolean(url) });
  const folder = isHere ? await examineFolder(settings.dataDir, examination) : [];
  const postgres = url ? await examinePostgres(parseDatabaseUrl(url), examination) : [];
  return [...server, ...folder, ...postgres, ...machine];
}

/** Checks the sign-in provider configured for `serve`; skipped if none is configured. */
async function examineProvider(
  { io }: CommandContext,
  { dataDir }: Settings,
): Promise<readonly Finding[]> {
  const provider = parseProvider(io.environment);
  if (!provider) return [];
  const { checkProvider } = await import('../../../server/doctor/host-checks.ts');
  const { secretPlacesOf } = await import('../../../server/core/secrets.ts');
  const environment = secretVariables(io.environment);
  return [
    await checkProvider(provider, secretPlacesOf({ kind: 'sqlite', dataDir }, { environment })),
  ];
}

function anchorsOf({ io }: CommandContext, anchorFile: string | undefined) {
  if (anchorFile === undefined) return {};
  const auditAnchors = resolve(io.cwd, anchorFile);
  if (existsSync(auditAnchors)) return { auditAnchors };
  throw usageError(message('fault.auditAnchorsMissing', { named: anchorFile }));
}

const columns = [
  { name: 'check' },
  { name: 'state', kind: 'word' },
  { name: 'finding' },
  { name: 'whatToDo' },
] as const;

/** Prints short text by default, even in a pipe; an explicit format includes every check. */
async function print(context: CommandContext, findings: readonly Finding[]): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const translator = await context.translator();
  const isTable = format === 'table' && jq === undefined;
  const rows = findings.map((finding) => findingRow(finding, isTable ? translator : undefined));
  if (format !== undefined || fields !== undefined || jq !== undefined) {
    await context.print({ kind: 'rows', columns, rows });
    return;
  }
  const labels = await loadLabels(translator.language);
  const render = ({ paint }: { readonly paint: Paint }) =>
    renderFindings(findings, { paint, translator, labels });
  await context.print({ kind: 'reading', data: rows, render });
}

/** A finding as a row: in English for programs, localised for people. */
function findingRow({ messages, ...finding }: Finding, reader: Translator | undefined) {
  if (!reader) return finding;
  const { finding: seen, whatToDo } = messages;
  const remedy = whatToDo ? renderMessage(reader, whatToDo) : '';
  const check = nameOf(finding.check, reader);
  return { ...finding, check, finding: renderMessage(reader, seen), whatToDo: remedy };
}

/** Display name of a check. */
function nameOf(check: CheckName, reader: Translator): string {
  return renderMessage(reader, message(`doctor.name.${check}`));
}

export interface DoctorOptions {
  readonly database?: string;
  readonly deep?: boolean;
  readonly auditAnchors?: string;
  readonly acceptLoss?: boolean;
  readonly exitStatus?: boolean;
}

/** The effective configuration, and the problems found while loading it. */
export interface ExaminedConfiguration {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

/** Checks the configuration; if invalid, reports it and continues with flags and environment. */
async function examineConfiguration(context: CommandContext): Promise<ExaminedConfiguration> {
  const input = settingsInput(context);
  const path = configPath(input);
  let resolved: ResolvedSettings;
  const { failed, passed, warned } = await import('../../../server/doctor/finding.ts');
  const explain = message('doctor.explain');
  const findings: Finding[] = [];
  try {
    resolved = await resolveSettings(input);
    const [warning] = resolved.warnings;
    findings.push(
      warning === undefined
        ? passed('configuration', message('doctor.configurationWell', { path }))
        : warned('configuration', warning, explain),
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const translator = await context.translator();
    const [first = ''] = errorText(error, translator).split('\n');
    const remedy = error.hint ? foreign(renderSentences(translator, error.hint)) : undefined;
    findings.push(failed('configuration', foreign(first), remedy ?? message('doctor.correctFile')));
    const files = { path, config: {}, projectPath: undefined, project: {} };
    const profile = { value: 'default', source: message('source.broken') };
    resolved = await resolveInProfile(input, files, profile);
  }
  const { value, source } = resolved.profile;
  const server = String(resolved.settings.server.value);
  findings.push(passed('profile', message('doctor.profile', { profile: value, source, server })));
  const key = await loadKey(resolved.settings, input.environment).catch(async (error: unknown) => {
    const reason = errorText(error, await context.translator());
    findings.push(failed('key', foreign(reason), explain));
    return undefined;
  });
  return { settings: toSettings(resolved, input, key), findings };
}

/**
 * Checks the profile's server: its response, its clock, the key and, unless its data is checked as
 * well, who receives critical alerts.
 */
async function examineServer(
  context: CommandContext,
  settings: Settings,
  { hasData }: { readonly hasData: boolean },
): Promise<readonly Finding[]> {
  const { passed, skipped } = await import('../../../server/doctor/finding.ts');
  const { checkServerClock } = await import('../../../server/doctor/host-checks.ts');
  // Diagnostics should not wait for retries.
  const client = await context.connect({ ...settings, maxWaitMs: 0 });
  try {
    const { headers } = await client.request({ method: 'GET', path: '/readyz' });
    const clock = checkServerClock({ date: headers['date'], now: context.now.now() });
    const server = passed('server', message('doctor.answers', { server: settings.server }));
    if (settings.key === undefined) {
      const noKey = message('doctor.noKey', { server: settings.server });
      return [server, clock, skipped('key', noKey)];
    }
    const key = await examineKey(context, () => client.me());
    const reachFindings = hasData || key.state !== 'ok' ? [] : await examineReach(client);
    return [server, clock, key, ...reachFindings];
  } catch (error) {
    if (!(error instanceof ConnectionFailed) && !(error instanceof FarmError)) throw error;
    return [await failureOf('server', error, context)];
  } finally {
    await client.close();
  }
}

/** Recipients of critical alerts on the key's farms; skipped without permission. */
async function examineReach(client: FarmClient): Promise<readonly Finding[]> {
  const { checkUnreached } = await import('../../../server/doctor/content-checks.ts');
  try {
    const { data } = await client.request({ method: 'GET', path: '/os/duties' });
    const listed = isRecord(data) ? data['data'] : undefined;
    const duties = Array.isArray(listed) ? listed.filter(isRecord) : [];
    const unreachedFarms = duties.filter(({ reach }) => reach === 'nobody');
    const names = unreachedFarms.map(({ farmName }) => String(farmName));
    return [checkUnreached(duties.length, names)];
  } catch (error) {
    if (!(error instanceof ConnectionFailed) && !(error instanceof FarmError)) throw error;
    return [];
  }
}

async function examineKey(context: CommandContext, ask: () => Promise<unknown>): Promise<Finding> {
  try {
    await ask();
    const { passed } = await import('../../../server/doctor/finding.ts');
    return passed('key', message('doctor.keyWell'));
  } catch (error) {
    if (!(error instanceof FarmError)) throw error;
    return failureOf('key', error, context);
  }
}

/** The error of a request and its hint, in the command's language. */
async function failureOf(
  name: 'server' | 'key',
  error: FarmError | ConnectionFailed,
  context: CommandContext,
): Promise<Finding> {
  const { failed } = await import('../../../server/doctor/finding.ts');
  const translator = await context.translator();
  const hint = hintFor(error, ['doctor'], {}, translator);
  return failed(
    name,
    foreign(errorText(error, translator)),
    hint === undefined ? undefined : foreign(hint),
  );
}

function countStates(findings: readonly Finding[]): Readonly<Record<Finding['state'], number>> {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  return {
    ok: count('ok'),
    warning: count('warning'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

/** Text style and language. */
interface Style {
  readonly paint: Paint;
  readonly translator: Translator;
  readonly labels: Labels;
}

/** The findings as text: the number of passed checks, then the problems with hints. */
export function renderFindings(findings: readonly Finding[], style: Style): string {
  const { ok, warning, failed } = countStates(findings);
  const total = message('doctor.total', { well: ok, all: ok + warning + failed });
  const lines = [
    renderMessage(style.translator, total),
    ...findings.flatMap((finding) => problemLines(finding, style)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function problemLines({ check, state, messages }: Finding, style: Style): string[] {
  if (state !== 'failed' && state !== 'warning') return [];
  const { paint, translator, labels } = style;
  const mark = paint[state === 'failed' ? 'red' : 'yellow'](wordOf(labels, state));
  const t = (text?: Message) => neutralise(text ? renderMessage(translator, text) : '');
  return [
    `${mark} ${nameOf(check, translator)}: ${t(messages.finding)}`,
    `  ${t(messages.whatToDo)}`,
  ];
}
