import type { CompletionWords } from './completion-words.ts';

/** The shells that can be told how to complete a line. */
export const completionShells = ['bash', 'zsh', 'fish'] as const;

export type CompletionShell = (typeof completionShells)[number];

const HEADER = '# Completion of farmctl, generated from its commands.';

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const satisfies Record<
  CompletionShell,
  (entries: readonly CompletionWords[]) => string
>;

/** The script that teaches a shell the commands and flags; it asks nothing and nobody. */
export function renderCompletion(
  shell: CompletionShell,
  entries: readonly CompletionWords[],
): string {
  return RENDERERS[shell](entries);
}

function renderBash(entries: readonly CompletionWords[]): string {
  return `${HEADER}
${posixTable(entries)}
_farmctl() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [[ "$word" == -* ]] && continue
    [[ -n "$(_farmctl_words "\${place:+$place }$word")" ]] && place="\${place:+$place }$word"
  done
  local values="$(_farmctl_words "\${place:+$place }\${COMP_WORDS[COMP_CWORD - 1]}")"
  [[ "\${COMP_WORDS[COMP_CWORD - 1]}" == --* ]] || values=""
  COMPREPLY=($(compgen -W "\${values:-$(_farmctl_words "$place")}" -- "$current"))
}
complete -o default -F _farmctl farmctl
`;
}

function renderZsh(entries: readonly CompletionWords[]): string {
  return `#compdef farmctl
${HEADER}
${posixTable(entries)}
_farmctl() {
  local place="" index word
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    [[ "$word" == -* ]] && continue
    [[ -n "$(_farmctl_words "\${place:+$place }$word")" ]] && place="\${place:+$place }$word"
  done
  local values=""
  [[ "\${words[CURRENT - 1]}" == --* ]] && values="$(_farmctl_words "\${place:+$place }\${words[CURRENT - 1]}")"
  compadd -- \${(s: :)"\${values:-$(_farmctl_words "$place")}"}
}
compdef _farmctl farmctl
`;
}

/** bash 3 and zsh both read this; an associative array only the later ones. */
function posixTable(entries: readonly CompletionWords[]): string {
  const cases = entries.map(({ path, words }) => `    "${path}") echo "${words.join(' ')}" ;;`);
  return ['_farmctl_words() {', '  case "$1" in', ...cases, '  esac', '}'].join('\n');
}

function renderFish(entries: readonly CompletionWords[]): string {
  const cases = entries.flatMap(({ path, words }) => [
    `    case "${path}"`,
    `      printf '%s\\n' ${words.join(' ')}`,
  ]);
  return `${HEADER}
function __farmctl_words
  switch "$argv"
${cases.join('\n')}
  end
end
function __farmctl_complete
  set -l place
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    test -n "$(__farmctl_words $place $word)"; and set -a place $word
  end
  set -l previous (commandline -opc)[-1]
  if string match -q -- '--*' $previous; and test -n "$(__farmctl_words $place $previous)"
    __farmctl_words $place $previous
  else
    __farmctl_words $place
  end
end
complete -c farmctl -f -a '(__farmctl_complete)'
`;
}
