import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { explainRefusal } from '../explain-refusal.ts';
import type { RestoreOptions } from './restore-options.ts';
import { tellLostSecrets } from './tell-lost-secrets.ts';

interface PostgresRestore extends Pick<RestoreOptions, 'run'> {
  readonly url: string;
  readonly file: string;
}

/**
 * `restore --database`: says what to run, after a look at file and server; with `--run` runs it.
 * Without, nothing is restored, and the exit status says so.
 */
export async function runPostgresRestore(
  context: CommandContext,
  { url, file, run }: PostgresRestore,
): Promise<void> {
  const { environment, interruption } = context.io;
  const server = await import('../../../server/backup/postgres-restore.ts');
  if (run) {
    const request = { url, file, environment, signal: interruption };
    const restored = await server.restorePostgres(request).catch(refuse);
    await context.print({ kind: 'record', record: { file, ...restored } });
    await context.note(`restored ${restored.rows} rows from ${neutralise(file)}`);
    await tellLostSecrets(
      context,
      { kind: 'postgres', url },
      'FARMCTL_SECRET_KEY of the old server',
    );
    await context.note('Next: farmctl doctor --deep --database URL, then farmctl serve');
    return;
  }
  const plan = await server.planPostgresRestore({ url, file }).catch(refuse);
  await context.print({
    kind: 'reading',
    data: { done: false, ...plan },
    render: () => renderPlan(plan),
  });
  throw new CliError('partlyDone', 'nothing was restored yet', {
    hint: 'Run the command that was printed, or add --run',
  });
}

function renderPlan(plan: { readonly command: string; readonly serverMajor: number }): string {
  const lines = [
    `PostgreSQL ${plan.serverMajor}; the database is empty, as it is to be.`,
    'The password belongs into ~/.pgpass or PGPASSWORD.',
    '',
    neutralise(plan.command),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function refuse(error: unknown): never {
  throw explainRefusal(error);
}
