import { type Command, Option } from 'commander';
import type { CommandContext } from '../context.ts';
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
    .action((options: LoginOptions) => runLogin(context, options));
  auth
    .command('status')
    .description('Show who the key is and what it may do')
    .action(() => runStatus(context));
  auth
    .command('logout')
    .description('Forget the key of the profile')
    .action(() => runLogout(context));
}
