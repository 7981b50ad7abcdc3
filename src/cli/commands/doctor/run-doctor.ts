import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CheckName, Finding } from '../../../server/doctor/finding.ts';
import { EMBEDDED } from '../../config/server-address.ts';
import type { Settings } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, type CliOutcome, endWith, usageError } from '../../errors.ts';
import { parseDatabaseUrl } from '../named-database.ts';
import type { DoctorOptions } from './doctor-options.ts';
import { examineConfiguration } from './examine-configuration.ts';
import { examineServer } from './examine-server.ts';
import { countStates, renderFindings } from './render-findings.ts';

/** How the command ends when a check has failed; any other check: the service is not well. */
const outcomes: Readonly<Partial<Record<CheckName, CliOutcome>>> = {
  configuration: 'usage',
  server: 'noConnection',
  key: 'notAllowed',
  folder: 'notFound',
};

/** `doctor`: checks everything the profile stands for; the exit status tells whether all is well. */
export async function runDoctor(context: CommandContext, options: DoctorOptions): Promise<void> {
  const { settings, findings } = await examineConfiguration(context);
  if (options.acceptLoss) await acceptLoss(settings.dataDir);
  const all = [...findings, ...(await examine(context, settings, options))];
  await print(context, all);
  const failure = all.find(({ state }) => state === 'failed');
  if (failure) {
    const { failed } = countStates(all);
    const message = failed === 1 ? '1 check failed' : `${failed} checks failed`;
    throw new CliError(outcomes[failure.check] ?? 'serverError', message, { hint: null });
  }
  const hasWarning = all.some(({ state }) => state === 'warning');
  if (options.exitStatus && hasWarning) throw endWith('conditionHolds');
}

async function acceptLoss(dataDir: string): Promise<void> {
  const { acceptLossIn } = await import('../../../server/doctor/commit-facts.ts');
  const { state, finding, whatToDo } = await acceptLossIn(dataDir);
  if (state === 'ok') return;
  throw new CliError('usage', finding, { hint: whatToDo || null });
}

async function examine(
  context: CommandContext,
  settings: Settings,
  { database, deep = false, auditAnchors }: DoctorOptions,
): Promise<readonly Finding[]> {
  const { examineMachine } = await import('../../../server/doctor/examine-machine.ts');
  const signal = context.io.interruption;
  const secretKey = context.io.environment['FARMCTL_SECRET_KEY'] || undefined;
  const anchors = anchorsOf(context, auditAnchors);
  const examination = { isDeep: deep, now: context.now.now(), signal, secretKey, ...anchors };
  const machine = await examineMachine();
  const { examinePostgres } = await import('../../../server/doctor/examine-postgres.ts');
  if (database !== undefined) {
    return [...(await examinePostgres(parseDatabaseUrl(database), examination)), ...machine];
  }
  const { examineFolder } = await import('../../../server/doctor/examine-folder.ts');
  const isFolder = settings.server === EMBEDDED || context.flags().dataDir !== undefined;
  if (isFolder) return [...(await examineFolder(settings.dataDir, examination)), ...machine];
  const server = await examineServer(context, settings);
  // A server of this machine on the folder of the profile: then its data can be looked at too.
  const { findServer } = await import('../../../server/server-file.ts');
  const isHere = findServer(settings.dataDir)?.baseUrl === settings.server;
  const folder = isHere ? await examineFolder(settings.dataDir, examination) : [];
  const url = context.io.environment['FARMCTL_DATABASE'];
  const postgres = url ? await examinePostgres(parseDatabaseUrl(url), examination) : [];
  return [...server, ...folder, ...postgres, ...machine];
}

function anchorsOf({ io }: CommandContext, named: string | undefined) {
  if (named === undefined) return {};
  const auditAnchors = resolve(io.cwd, named);
  if (existsSync(auditAnchors)) return { auditAnchors };
  throw usageError(`--audit-anchors: there is no file ${named}`);
}

const columns = [
  { name: 'check' },
  { name: 'state' },
  { name: 'finding' },
  { name: 'whatToDo' },
] as const;

/** For people the short text, wherever it goes; whoever asks for a format gets every check. */
async function print(context: CommandContext, findings: readonly Finding[]): Promise<void> {
  const rows = findings.map((finding) => ({ ...finding }));
  const { fields, jq } = context.flags();
  const isAsked =
    (await context.format()) !== undefined || fields !== undefined || jq !== undefined;
  if (isAsked) {
    await context.print({ kind: 'rows', columns, rows });
    return;
  }
  const render = ({ paint }: { readonly paint: Parameters<typeof renderFindings>[1] }) =>
    renderFindings(findings, paint);
  await context.print({ kind: 'reading', data: rows, render });
}
