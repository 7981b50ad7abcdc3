import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addAdopt } from './cameras/adopt-camera.ts';
import { addToken } from './cameras/rotate-token.ts';

/** Adds `cameras`: the cameras of a farm, sources that nobody registered, and connection tokens. */
export function addCameras(parent: Command, context: CommandContext): void {
  const cameras = parent
    .command('cameras')
    .description('See how the cameras of a farm do, register new ones, exchange their tokens');
  cameras
    .command('list')
    .description('Show every camera, the connections, and sources that nobody registered')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the cameras.

Examples:
  $ farmctl cameras list --farm North
  $ farmctl cameras list --jq '.unregistered[].source'`,
    )
    .action(async () => {
      const { runCameras } = await import('../pages/cameras/run-cameras.ts');
      await runCameras(context);
    });
  addAdopt(cameras, context);
  addToken(cameras, context);
}
