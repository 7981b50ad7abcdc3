import { absolutePath } from '../../config/config-paths.ts';
import { readKeyFile } from '../../config/load-key.ts';
import type { Settings } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';

/** Flags of `vision push` as they were typed. */
export interface PushFlags {
  readonly integration?: string;
  readonly tokenFile?: string;
  readonly resume?: true;
  readonly rejects?: string;
  readonly follow?: true;
  readonly concurrency?: string;
}

/** What a push was asked to do. */
export interface PushOptions {
  /** Absolute path; undefined for standard input. */
  readonly file: string | undefined;
  readonly integrationId: string;
  readonly token: string;
  readonly isResumed: boolean;
  readonly isFollowed: boolean;
  /** Absolute path of the file of rejects. */
  readonly rejectsPath: string | undefined;
  readonly concurrency: number;
  /** What is not wrong enough to stop, but should be known. */
  readonly warnings: readonly string[];
}

const DEFAULT_CONCURRENCY = 4;
const MOST_CONCURRENCY = 8;

/** Reads the flags and settings of a push; throws usage errors, before anything is read or sent. */
export async function readPushOptions(
  { io }: Pick<CommandContext, 'io'>,
  typed: string,
  { flags, settings }: { readonly flags: PushFlags; readonly settings: Settings },
): Promise<PushOptions> {
  const places = { base: io.cwd, home: io.home };
  const file = typed === '-' ? undefined : absolutePath(typed, places);
  const rejectsPath = flags.rejects === undefined ? undefined : absolutePath(flags.rejects, places);
  if (file === undefined && flags.resume) {
    throw usageError('standard input cannot be resumed: nobody can read it a second time', {
      hint: 'Push a file, or leave --resume out',
    });
  }
  if (file === undefined && flags.follow) {
    throw usageError('--follow is for a file; standard input is read to its end anyway');
  }
  if (flags.rejects === '-' || (rejectsPath !== undefined && rejectsPath === file)) {
    throw usageError('--rejects must name a file of its own');
  }
  return {
    file,
    rejectsPath,
    integrationId: chooseIntegration(flags, settings),
    ...(await chooseToken(flags, settings, places)),
    isResumed: flags.resume ?? false,
    isFollowed: flags.follow ?? false,
    concurrency: parseConcurrency(flags.concurrency),
  };
}

function chooseIntegration(flags: PushFlags, settings: Settings): string {
  const id = flags.integration ?? settings.cameraIntegration;
  if (id === undefined) {
    throw usageError('no camera connection is named', {
      hint: 'Name it with --integration, or: farmctl config set cameraIntegration <id>',
    });
  }
  if (!/^[\w-]{1,80}$/.test(id)) throw usageError(`--integration "${id}" is not an id`);
  return id;
}

async function chooseToken(
  { tokenFile }: PushFlags,
  { cameraToken, sources }: Settings,
  places: { readonly base: string; readonly home: string },
): Promise<Pick<PushOptions, 'token' | 'warnings'>> {
  if (tokenFile !== undefined) {
    const { key, warnings } = await readKeyFile(absolutePath(tokenFile, places), '--token-file');
    return { token: key, warnings };
  }
  if (cameraToken !== undefined) return { token: cameraToken, warnings: [] };
  const why = sources['cameraToken']?.startsWith('withheld') ? ` (${sources['cameraToken']})` : '';
  throw usageError(`there is no camera token${why}`, {
    hint: 'Give it with --token-file, FARMCTL_CAMERA_TOKEN, or: farmctl config set cameraToken --stdin',
  });
}

function parseConcurrency(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CONCURRENCY;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_CONCURRENCY) return count;
  throw usageError(`--concurrency must be a whole number from 1 to ${MOST_CONCURRENCY}`);
}
