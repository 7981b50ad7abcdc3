import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import { neutralise } from '../../output/neutralise.ts';
import { oneFarm } from '../../pages/one-farm.ts';
import { resolveName } from '../../resolve-name.ts';
import { expectObject } from '../keys/expect-object.ts';
import { printWrite } from '../resource/row-output.ts';

interface AdoptFlags {
  readonly barn?: string;
  readonly name?: string;
}

const PATH = '/os/cameras/adopt';

const EXAMPLES = `
What the source has sent so far is given to the camera: its events, what it was compared with and
its open alerts. Without --barn it is put where it was seen last, without --name it is called as it
calls itself.

Examples:
  $ farmctl cameras adopt barn1-west --barn 'Barn 1' --name 'Barn 1 west'
  $ farmctl cameras adopt 10.0.4.17 --farm North --barn barn_01K…`;

/** Adds `cameras adopt <source>`. */
export function addAdopt(parent: Command, context: CommandContext): void {
  parent
    .command('adopt <source>')
    .description('Make a camera of a source that sends without being registered')
    .option('--barn <barn>', 'the barn it looks into: id or name')
    .option('--name <name>', 'what it is called')
    .addHelpText('after', EXAMPLES)
    .action((source: string, flags: AdoptFlags) => runAdopt(context, source, flags));
}

async function runAdopt(
  context: CommandContext,
  source: string,
  { barn, name }: AdoptFlags,
): Promise<void> {
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
  const device = isValues(answer['device']) ? answer['device'] : {};
  const events = Number(answer['events']);
  const given = `${events} earlier ${events === 1 ? 'event' : 'events'}`;
  const camera = `${neutralise(String(device['id']))} (${neutralise(String(device['name']))})`;
  await printWrite(context, `adopted camera ${camera} with ${given}`, {
    kind: 'record',
    record: { ...device, events, firstSeen: answer['firstSeen'], lastSeen: answer['lastSeen'] },
  });
}
