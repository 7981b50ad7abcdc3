import { automationRunAnswer } from '../../../model/answers/automations.ts';
import type { CommandContext } from '../../context.ts';
import { resolveName } from '../../resolve-name.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { automationPage } from './automation-page.ts';

/** Flags of `automations run` as they were typed. */
export interface RunFlags {
  readonly execute?: boolean;
  readonly barn?: string;
}

/** `automations run`: what an automation would do now, or does with `--execute`. */
export async function runAutomation(
  context: CommandContext,
  id: string,
  { execute = false, barn }: RunFlags,
): Promise<void> {
  await printPage(context, {
    path: `/os/automations/${encodeURIComponent(id)}/run`,
    query: {},
    isSpoken: true,
    // A look at all barns takes no right to write.
    send:
      execute || barn !== undefined
        ? { dryRun: !execute, ...(await barnOf(context, barn)) }
        : undefined,
    rows: () => rowsUnder('barns', rowColumns(rowSchema(automationRunAnswer.schema, 'barns'))),
    compose: automationPage,
  });
}

async function barnOf(context: CommandContext, typed: string | undefined) {
  if (typed === undefined) return {};
  const [farmId, ...others] = await context.farms();
  const farm = others.length === 0 ? farmId : undefined;
  const client = await context.client();
  return { barnId: await resolveName(client, 'barns', { typed, farmId: farm }) };
}
