import { type Command, Option } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { type LoginOptions, runLogin } from './auth/login.ts';
import { runLogout } from './auth/logout.ts';
import { runStatus } from './auth/status.ts';

/** Adds `auth`: the key of a profile. */
export function addAuth(parent: Command, context: CommandContext): void {
  const auth = parent.command('auth').description('Store, check and remove the key of a profile');
  auth
    .command('login')
    .description('Store a key after the server has accepted it')
    .option('--key-stdin', 'take the key from the first line of standard input')
    .addOption(new Option('--key <key>', 'refused: arguments are seen by others').hideHelp())
    .addHelpText(
      'after',
      renderExamples([
        'farmctl auth login --server https://farm.example.com',
        'farmctl auth login --key-stdin < key.txt',
      ]),
    )
    .action((options: LoginOptions) => runLogin(context, options));
  auth
    .command('status')
    .description('Show who the key is and what it may do')
    .addHelpText(
      'after',
      renderExamples(['farmctl auth status', 'farmctl auth status --profile office -o json']),
    )
    .action(() => runStatus(context));
  auth
    .command('logout')
    .description('Forget the key of the profile')
    .addHelpText(
      'after',
      renderExamples(['farmctl auth logout', 'farmctl auth logout --profile office']),
    )
    .action(() => runLogout(context));
}
