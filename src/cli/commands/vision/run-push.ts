import { message } from '../../../model/core/message.ts';
import { CliError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { pushAll } from './push-all.ts';
import { isOrdinaryFile } from './push-input.ts';
import { createRejectTeller, openRejectsFile } from './push-lines.ts';
import { countText, type PushTotals } from './push-progress.ts';
import { noRecord, openPushRecord, type PushRecord } from './push-record.ts';
import {
  openVisionSender,
  type PushFlags,
  type PushOptions,
  readPushOptions,
  type VisionSender,
} from './vision-sender.ts';

/** `vision push`: sends the events of a file or pipe, and says what came of them. */
export async function runPush(
  context: CommandContext,
  typed: string,
  flags: PushFlags,
): Promise<void> {
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
  const rejects = push.rejectsPath
    ? await openRejectsFile(push.rejectsPath, record.rejectsBytes).catch(async (error: unknown) => {
        await record.end(false);
        throw error;
      })
    : undefined;
  if (record.isContinued) {
    await context.tell('note.pushResumes', { line: countText(record.from.line) });
  }
  const start = performance.now();
  const seconds = () => record.seconds + Math.round(performance.now() - start) / 1000;
  const { totals, failure } = await pushAll(context, {
    ...push,
    sender,
    record,
    rejects: rejects ?? createRejectTeller(context.tell),
    rejectsFile: rejects,
    seconds,
  });
  await rejects?.close();
  const isWhole = failure === undefined && !context.io.interruption.aborted;
  // Where nothing was pushed there is nothing to go on with.
  const isNoted = !isWhole && totals.lines > 0;
  await record.end(!isNoted);
  if (isNoted) await explainStop(context, push, record, totals);
  if (failure !== undefined) throw failure;
  context.io.interruption.throwIfAborted();
  await tellResult(context, totals, seconds());
}

async function openRecord({ server }: VisionSender, push: Push): Promise<PushRecord> {
  const { file, integrationId, isResumed } = push;
  if (file === undefined || !(await isOrdinaryFile(file))) return noRecord;
  return openPushRecord({ file, server, integrationId }, { isResumed });
}

async function explainStop(
  { say, tell }: CommandContext,
  { typed }: Push,
  record: PushRecord,
  totals: PushTotals,
): Promise<void> {
  await tell('note.pushStopped', { totals: await say('note.pushTotals', { ...totals }) });
  if (record === noRecord) return;
  await tell('note.pushGoOn', { command: `farmctl vision push ${neutralise(typed)} --resume` });
}

async function tellResult(
  { print, say, tell }: CommandContext,
  totals: PushTotals,
  seconds: number,
): Promise<void> {
  const rounded = Math.round(seconds * 10) / 10;
  await print({ kind: 'record', record: { ...totals, seconds: rounded } });
  const said = await say('note.pushTotals', { ...totals });
  await tell('note.pushed', { totals: said, seconds: rounded });
  const { rejected, sent } = totals;
  if (rejected === 0) return;
  const fault = message('fault.linesRejected', { count: rejected });
  throw new CliError(sent > 0 ? 'partlyDone' : 'rejected', fault, {
    hint: message('hint.correctLines'),
  });
}
