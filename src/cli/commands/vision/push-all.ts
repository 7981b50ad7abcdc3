import { message } from '../../../model/core/message.ts';
import { CliError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { type InputPart, isOrdinaryFile, openPushInput, type PushInput } from './push-input.ts';
import {
  type Batch,
  type BatchBuilder,
  createBatchBuilder,
  createLineSplitter,
  createRejectReporter,
  type InputLine,
  type LineSplitter,
  openRejectsFile,
  type RejectsFile,
} from './push-lines.ts';
import {
  createPushLedger,
  createPushProgress,
  FIRST_POSITION,
  NO_TOTALS,
  type PushLedger,
  type PushProgress,
  type PushTotals,
} from './push-progress.ts';
import { noRecord, openPushRecord, type PushRecord } from './push-record.ts';
import {
  openVisionSender,
  type PushFlags,
  type PushOptions,
  readPushOptions,
  sendBatch,
  type VisionSender,
} from './vision-sender.ts';

interface PushJob extends PushOptions {
  readonly sender: VisionSender;
  readonly record: PushRecord;
  readonly rejects: Pick<RejectsFile, 'add' | 'flush'>;
  readonly rejectsFile: RejectsFile | undefined;
  /** Total duration of all runs so far, in seconds. */
  readonly seconds: () => number;
}

interface PushEnd {
  readonly totals: PushTotals;
  /** The error that stopped it; undefined at the end of the input, or after a signal. */
  readonly failure: unknown;
}

/** Interval between checkpoints. */
const SAVE_MILLIS = 1000;

/** Mutable state of a push. */
interface Run {
  readonly job: PushJob;
  readonly context: Pick<CommandContext, 'io' | 'translator'>;
  readonly input: PushInput;
  readonly progress: PushProgress;
  readonly underWay: Set<Promise<void>>;
  /** Aborts reading, after a signal or a failure. */
  readonly stop: AbortController;
  ledger: PushLedger;
  splitter: LineSplitter;
  builder: BatchBuilder;
  failure: unknown;
  savedAt: number;
  saving: Promise<void>;
}

/** Reads and pushes the whole input; calls in progress are always completed and recorded. */
async function pushAll(
  context: Pick<CommandContext, 'io' | 'translator'>,
  job: PushJob,
): Promise<PushEnd> {
  const stop = new AbortController();
  const { interruption } = context.io;
  const onSignal = () => stop.abort();
  if (interruption.aborted) stop.abort();
  interruption.addEventListener('abort', onSignal);
  const run = await startRun(context, job, stop);
  try {
    await readAll(run);
  } catch (error) {
    run.failure ??= error;
  } finally {
    interruption.removeEventListener('abort', onSignal);
    await awaitBatches(run);
    await run.progress.end();
  }
  await save(run).catch((error: unknown) => {
    run.failure ??= error;
  });
  return { totals: run.ledger.position().totals, failure: run.failure };
}

async function startRun(
  context: Run['context'],
  job: PushJob,
  stop: AbortController,
): Promise<Run> {
  const { from } = job.record;
  const { file, isFollowed } = job;
  const request = { file, isFollowed, offset: from.offset, signal: stop.signal };
  const input = await openPushInput(context.io.stdin, request);
  const start = { lines: from.totals.lines, readBytes: input.readBytes() };
  const translator = await context.translator();
  return {
    job,
    context,
    input,
    stop,
    progress: createPushProgress(context.io, start, () => performance.now(), translator),
    underWay: new Set(),
    ledger: createPushLedger(from),
    splitter: createLineSplitter(from),
    builder: createBatchBuilder(from.beyond),
    failure: undefined,
    savedAt: performance.now(),
    saving: Promise.resolve(),
  };
}

async function readAll(run: Run): Promise<void> {
  const { signal } = run.stop;
  try {
    for await (const part of run.input.parts) {
      if (signal.aborted) return;
      await takePart(run, part);
    }
    // Skipped after a read error or a signal: the line may be incomplete.
    if (!signal.aborted) await takeLines(run, run.splitter.end());
  } finally {
    if (!signal.aborted) await pushBatches(run, run.builder.flush());
  }
}

async function takePart(run: Run, part: InputPart): Promise<void> {
  if (part.kind === 'bytes') return takeLines(run, run.splitter.push(part.bytes));
  if (part.kind === 'restart') return restart(run);
  await pushBatches(run, run.builder.flush());
  await saveNowAndThen(run);
}

async function takeLines(run: Run, lines: readonly InputLine[]): Promise<void> {
  for (const line of lines) {
    if (run.stop.signal.aborted) return;
    const batches = run.builder.add(line);
    if (batches.length > 0) await pushBatches(run, batches);
  }
}

/** The followed file has ended: all of it is pushed before the next one is read. */
async function restart(run: Run): Promise<void> {
  await takeLines(run, run.splitter.end());
  await pushBatches(run, run.builder.flush());
  await awaitBatches(run);
  if (run.failure !== undefined) return;
  const { totals } = run.ledger.position();
  run.ledger = createPushLedger({ ...FIRST_POSITION, totals });
  run.splitter = createLineSplitter(FIRST_POSITION);
  run.builder = createBatchBuilder([]);
  await run.job.record.restart();
  await save(run);
}

async function pushBatches(run: Run, batches: readonly Batch[]): Promise<void> {
  const { underWay, job, stop } = run;
  for (const batch of batches) {
    while (underWay.size >= job.concurrency) await Promise.race(underWay);
    if (stop.signal.aborted) return;
    if (job.record.isLost()) {
      throw new CliError('partlyDone', message('fault.pushTakenOver', { file: job.file ?? '' }));
    }
    run.ledger.open(batch);
    const sending = pushBatch(run, batch).finally(() => underWay.delete(sending));
    underWay.add(sending);
    await saveNowAndThen(run);
  }
}

/** Never rejects: a failure stops reading, and is reported at the end. */
async function pushBatch(run: Run, batch: Batch): Promise<void> {
  const { job, ledger, progress, input } = run;
  try {
    const { rejects, ...counts } = await sendBatch(job.sender, batch);
    // Synchronous, so that a checkpoint contains both or neither.
    ledger.close(batch, { ...counts, rejected: rejects.length });
    job.rejects.add(rejects);
  } catch (error) {
    if (!run.context.io.interruption.aborted) run.failure ??= error;
    run.stop.abort();
    return;
  }
  const { totals } = ledger.position();
  progress.show({ totals, readBytes: input.readBytes(), totalBytes: input.totalBytes });
}

async function awaitBatches({ underWay }: Run): Promise<void> {
  while (underWay.size > 0) await Promise.race(underWay);
}

async function saveNowAndThen(run: Run): Promise<void> {
  if (performance.now() - run.savedAt < SAVE_MILLIS) return;
  await save(run);
}

/** Saves the acknowledged position; the corresponding rejects are written first. */
async function save(run: Run): Promise<void> {
  run.savedAt = performance.now();
  const { record, rejectsFile, seconds } = run.job;
  run.saving = run.saving.then(async () => {
    const state = {
      ...run.ledger.position(),
      rejectsBytes: rejectsFile?.bytes() ?? 0,
      seconds: seconds(),
    };
    await rejectsFile?.flush();
    await record.save(state);
  });
  await run.saving;
}

/** `vision push`: sends the events of a file or pipe, and reports the result. */
export async function runPush(
  context: CommandContext,
  typed: string,
  flags: PushFlags,
): Promise<void> {
  requireFields(context, [...Object.keys(NO_TOTALS), 'seconds']);
  const settings = await context.settings();
  const options = await readPushOptions(context, typed, { flags, settings });
  for (const warning of options.warnings) await context.warn(warning);
  const run = { isContinued: false };
  const { integrationId, token } = options;
  const sender = await openVisionSender(context, {
    settings,
    integrationId,
    token,
    isContinued: () => run.isContinued,
  });
  try {
    const push = { typed, ...options };
    const record = await openRecord(sender, push);
    run.isContinued = record.isContinued;
    await pushFrom(context, sender, record, push);
  } finally {
    await sender.close();
  }
}

type Push = PushOptions & { readonly typed: string };

async function pushFrom(
  context: CommandContext,
  sender: VisionSender,
  record: PushRecord,
  push: Push,
): Promise<void> {
  const rejectsFile = push.rejectsPath
    ? await openRejectsFile(push.rejectsPath, record.rejectsBytes).catch(async (error: unknown) => {
        await record.end(false);
        throw error;
      })
    : undefined;
  if (record.isContinued) {
    await context.report('note.pushResumes', { line: record.from.line });
  }
  const start = performance.now();
  const seconds = () => record.seconds + Math.round(performance.now() - start) / 1000;
  const rejects = rejectsFile ?? createRejectReporter(context);
  const job = { ...push, sender, record, rejects, rejectsFile, seconds };
  const { totals, failure } = await pushAll(context, job);
  await rejects.flush();
  await rejectsFile?.close();
  const isWhole = failure === undefined && !context.io.interruption.aborted;
  // Without any pushed lines there is nothing to resume.
  const isNoted = !isWhole && totals.lines > 0;
  await record.end(!isNoted);
  if (isNoted) await explainStop(context, push, record, totals);
  if (failure !== undefined) throw failure;
  context.io.interruption.throwIfAborted();
  await reportResult(context, totals, seconds());
}

async function openRecord({ server }: VisionSender, push: Push): Promise<PushRecord> {
  const { file, integrationId, isResumed } = push;
  if (file === undefined || !(await isOrdinaryFile(file))) return noRecord;
  return openPushRecord({ file, server, integrationId }, { isResumed });
}

async function explainStop(
  { t, report }: CommandContext,
  { typed }: Push,
  record: PushRecord,
  totals: PushTotals,
): Promise<void> {
  await report('note.pushStopped', { totals: await t('note.pushTotals', { ...totals }) });
  if (record === noRecord) return;
  await report('note.pushGoOn', { command: `farmctl vision push ${neutralise(typed)} --resume` });
}

async function reportResult(
  { print, t, report }: CommandContext,
  totals: PushTotals,
  seconds: number,
): Promise<void> {
  const rounded = Math.round(seconds * 10) / 10;
  await print({ kind: 'record', record: { ...totals, seconds: rounded } });
  const text = await t('note.pushTotals', { ...totals });
  await report('note.pushed', { totals: text, seconds: rounded });
  const { rejected, sent } = totals;
  if (rejected === 0) return;
  const fault = message('fault.linesRejected', { count: rejected });
  throw new CliError(sent > 0 ? 'partlyDone' : 'rejected', fault, {
    hint: message('hint.correctLines'),
  });
}
