import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CompletionShell, completionShells } from '../completion/render-completion.ts';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';

/** Adds `completion`: the script that teaches a shell the commands and flags. */
export function addCompletion(parent: Command, context: CommandContext): void {
  const command = parent
    .command('completion')
    .description('Print the completion script of a shell');
  for (const shell of completionShells) {
    command
      .command(shell)
      .description(`Print the completion script of ${shell}`)
      .addHelpText('after', renderExamples(usage[shell]))
      .action(async () => {
        await context.io.stdout.write(await readFile(findScript(`farmctl.${shell}`), 'utf8'));
      });
  }
}

/** How the script is put to use: now, and in every later shell. */
const usage: Readonly<Record<CompletionShell, readonly string[]>> = {
  bash: ['source <(farmctl completion bash)', 'farmctl completion bash >> ~/.bash_completion'],
  zsh: ['source <(farmctl completion zsh)', 'farmctl completion zsh > ~/.zsh/_farmctl'],
  fish: [
    'farmctl completion fish | source',
    'farmctl completion fish > ~/.config/fish/completions/farmctl.fish',
  ],
};

/** The scripts lie in the package, above wherever this code was built to. */
function findScript(name: string): URL {
  let folder = new URL('.', import.meta.url);
  while (folder.pathname !== '/') {
    const script = new URL(`completions/${name}`, folder);
    if (existsSync(script)) return script;
    folder = new URL('..', folder);
  }
  throw new Error(`the package lacks completions/${name}`);
}
