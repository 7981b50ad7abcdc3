import type { CompletionWords } from './completion-words.ts';

/** The shells that can be told how to complete a line. */
export const completionShells = ['bash', 'zsh', 'fish'] as const;

export type CompletionShell = (typeof completionShells)[number];

const HEADER = '# Completion of farmctl, generated from its commands.';

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const satisfies Record<
  CompletionShell,
  (entries: readonly CompletionWords[]) => string
>;

/**
 * The script that teaches a shell the commands, flags and words; names of farms, barns and flocks
 * come from files that farmctl leaves on this machine. It asks nothing and nobody.
 */
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
  local current="\${COMP_WORDS[COMP_CWORD]}" place="" index word quote=""
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [[ "$word" == -* ]] && continue
    [[ -n "$(_farmctl_words "\${place:+$place }$word")" ]] && place="\${place:+$place }$word"
  done
  local previous="\${COMP_WORDS[COMP_CWORD - 1]}" behind=""
  [[ "$previous" == --* ]] && behind="\${place:+$place }$previous"
  [[ -n "$behind" && -n "$(_farmctl_words "$behind")" ]] && place="$behind"
  case "$current" in
    \\'*|\\"*) quote=1 current="\${current:1}" ;;
    *) current="\${current//\\\\/}" ;;
  esac
  COMPREPLY=()
  while IFS= read -r word; do
    [[ "$word" == "$current"* ]] || continue
    [[ -n "$quote" ]] || printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(_farmctl_candidates "$place")
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
  local previous="\${words[CURRENT - 1]}" behind=""
  [[ "$previous" == --* ]] && behind="\${place:+$place }$previous"
  [[ -n "$behind" && -n "$(_farmctl_words "$behind")" ]] && place="$behind"
  local -a candidates
  candidates=("\${(@f)$(_farmctl_candidates "$place")}")
  compadd -a candidates
}
compdef _farmctl farmctl
`;
}

/** bash 3 and zsh both read this; an associative array only the later ones. */
function posixTable(entries: readonly CompletionWords[]): string {
  const cases = entries.map((entry) => `    "${entry.path}") echo "${marked(entry).join(' ')}" ;;`);
  return [
    '_farmctl_words() {',
    '  case "$1" in',
    ...cases,
    '  esac',
    '}',
    `_farmctl_candidates() {
  local word
  for word in $(_farmctl_words "$1"); do
    case "$word" in
      @*) cat "\${XDG_STATE_HOME:-$HOME/.local/state}/farmctl/names/\${word#@}" 2> /dev/null ;;
      *) echo "$word" ;;
    esac
  done
}`,
  ].join('\n');
}

function renderFish(entries: readonly CompletionWords[]): string {
  const cases = entries.flatMap((entry) => [
    `    case "${entry.path}"`,
    `      printf '%s\\n' ${marked(entry).join(' ')}`,
  ]);
  return `${HEADER}
function __farmctl_words
  switch "$argv"
${cases.join('\n')}
  end
end
function __farmctl_candidates
  set -l state $HOME/.local/state
  set -q XDG_STATE_HOME; and set state $XDG_STATE_HOME
  for word in (__farmctl_words $argv)
    if string match -q '@*' $word
      cat $state/farmctl/names/(string sub -s 2 $word) 2> /dev/null
    else
      echo $word
    end
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
    __farmctl_candidates $place $previous
  else
    __farmctl_candidates $place
  end
end
complete -c farmctl -f -a '(__farmctl_complete)'
`;
}

/** The words of a place, with a mark for the names that are read from a file. */
function marked({ words, names }: CompletionWords): readonly string[] {
  return names === undefined ? words : [`@${names}`, ...words];
}
