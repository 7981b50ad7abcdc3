import type { Command, Option } from 'commander';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { resources } from '../../model/resources/registry.ts';
import { kebabCase } from '../../tools/words.ts';
import { completionValues } from '../core/command-line.ts';
import { type GlobalFlag, globalFlags } from '../session/global-flags.ts';
import { isNamedResource, type NamedResource } from '../session/resolve-name.ts';

/** Shells with completion support. */
export const completionShells = ['bash', 'zsh', 'fish'] as const;

export type CompletionShell = (typeof completionShells)[number];

const HEADER = '# Completion of farmctl, generated from its commands.';

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const satisfies Record<
  CompletionShell,
  (entries: readonly CompletionWords[]) => string
>;

/**
 * Completion script for commands, flags and their values; names of farms, barns and flocks are read
 * from files cached on this machine. It sends no requests.
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
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local place="" index word quote="" files=""
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [[ "$word" == -* ]] && continue
    [[ -n "$(_farmctl_words "\${place:+$place }$word")" ]] && place="\${place:+$place }$word"
  done
  # A flag and its value with = between them are three words.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  place="$(_farmctl_place "$place" "$previous")"
  case "$current" in
    \\'*|\\"*) quote=1 current="\${current:1}" ;;
    *) current="\${current//\\\\/}" ;;
  esac
  COMPREPLY=()
  [[ " $(_farmctl_words "$place") " == *" ${FILES} "* && "$current" != -* ]] && files=1
  while IFS= read -r word; do
    [[ "$word" == "$current"* ]] || continue
    [[ -n "$files" && "$word" == -* ]] && continue
    [[ -n "$quote" || -n "$files" ]] || printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(_farmctl_candidates "$place")
  [[ -n "$files" ]] || return
  # bash 3 has no compopt, and quotes the names itself.
  compopt -o filenames 2> /dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
}
complete -o default -F _farmctl farmctl
`;
}

function renderZsh(entries: readonly CompletionWords[]): string {
  return `#compdef farmctl
${HEADER}
${posixTable(entries)}
_farmctl() {
  local place="" index word previous="\${words[CURRENT - 1]}"
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    [[ "$word" == -* ]] && continue
    [[ -n "$(_farmctl_words "\${place:+$place }$word")" ]] && place="\${place:+$place }$word"
  done
  if [[ "$PREFIX" == --*=* ]]; then
    previous="\${PREFIX%%=*}"
    compset -P 1 '*='
  fi
  place="$(_farmctl_place "$place" "$previous")"
  local -a candidates others
  candidates=("\${(@f)$(_farmctl_candidates "$place")}")
  candidates=("\${(@)candidates:#}")
  if [[ "$PREFIX" != -* ]]; then
    others=("\${(@)candidates:#-*}")
    if [[ " $(_farmctl_words "$place") " == *" ${FILES} "* ]]; then
      _files
      candidates=("\${(@)others}")
    elif (( $#others )); then
      candidates=("\${(@)others}")
    else
      # All of them are flags: they are listed, and the dashes they begin with are not inserted.
      compstate[insert]='' compstate[list]='list force'
    fi
  fi
  (( $#candidates )) && compadd -a candidates
}
compdef _farmctl farmctl
`;
}

/** Both bash 3 and zsh support this syntax; associative arrays need later versions. */
function posixTable(entries: readonly CompletionWords[]): string {
  const cases = entries.map(
    (entry) => `    "${entry.path}") echo "${markWords(entry).join(' ')}" ;;`,
  );
  const shorts = shortFlags.map(([short, long]) => `    ${short}) flag="${long}" ;;`);
  return [
    '_farmctl_words() {',
    '  case "$1" in',
    ...cases,
    '  esac',
    '}',
    `_farmctl_place() {
  local flag="$2"
  case "$flag" in
${shorts.join('\n')}
  esac
  if [[ "$flag" == --* && -n "$(_farmctl_words "\${1:+$1 }$flag")" ]]; then
    echo "\${1:+$1 }$flag"
  else
    echo "$1"
  fi
}`,
    `_farmctl_candidates() {
  local word
  for word in $(_farmctl_words "$1"); do
    case "$word" in
      ${FILES}) ;;
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
    `      printf '%s\\n' ${markWords(entry).join(' ')}`,
  ]);
  const shorts = shortFlags.map(
    ([short, long]) => `  test "$previous" = ${short}; and set previous ${long}`,
  );
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
    if test "$word" = ${FILES}
      __fish_complete_path (commandline -ct)
    else if string match -q -- '@*' $word
      cat $state/farmctl/names/(string sub -s 2 -- $word) 2> /dev/null
    else if not string match -q -- '-*' $word; or string match -q -- '-*' (commandline -ct)
      # Where only flags may follow, fish would insert the dashes that all of them begin with.
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
${shorts.join('\n')}
  set -l assigned (string match -r -- '^--[^=]+(?==)' (commandline -ct))
  if test -n "$assigned"
    for word in (__farmctl_candidates $place $assigned)
      echo $assigned=$word
    end
  else if string match -q -- '--*' $previous; and test -n "$(__farmctl_words $place $previous)"
    __farmctl_candidates $place $previous
  else
    __farmctl_candidates $place
  end
end
complete -c farmctl -f -a '(__farmctl_complete)'
`;
}

/** Marks a position that accepts a path; not a resource name. */
const FILES = '@/';

/** Short flags that take a value, with their long equivalents. */
const shortFlags = Object.values<GlobalFlag>(globalFlags).flatMap(({ flags }) => {
  const [, short, long] = /^(-\w), (--[\w-]+) </.exec(flags) ?? [];
  return short && long ? [[short, long] as const] : [];
});

/** The words of an entry, with marks for cached names and for paths. */
function markWords({ words, names, files }: CompletionWords): readonly string[] {
  return [...(files ? [FILES] : []), ...(names === undefined ? [] : [`@${names}`]), ...words];
}

/**
 * Completions at a position: subcommands, values and flags after a command; values after a flag.
 */
export interface CompletionWords {
  /**
   * The command path after `farmctl`, plus the flag if its values are restricted: `flocks list`,
   * `webhook add --events`; empty for the program itself.
   */
  readonly path: string;
  readonly words: readonly string[];
  /** Also accepts row names seen on this machine. */
  readonly names?: NamedResource;
  /** Also accepts the path of a file or directory. */
  readonly files?: true;
}

/** Flags that take a row name in every command: those of reference fields, and shorter ones. */
const namedBehind: Readonly<Record<string, NamedResource>> = {
  ...Object.fromEntries(
    Object.values<ResourceDefinition>(resources).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.type === 'reference' && isNamedResource(field.to)
          ? [[`--${kebabCase(name)}`, field.to] as const]
          : [],
      ),
    ),
  ),
  '--farm': 'farms',
  '--farms': 'farms',
  '--barn': 'barns',
  '--flock': 'flocks',
  '--user': 'users',
};

/** Walks the command tree: one entry per command, in declaration order. */
export function completionWords(command: Command, path = ''): readonly CompletionWords[] {
  const subcommandNames = command.commands.map((child) => child.name());
  const flags = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [...subcommandNames, ...values, ...flags, '--help'];
  const takesFile = command.registeredArguments.some((argument) => FILE.test(argument.name()));
  const ownWords = { path, words, ...namesOf(rowsOf(command)), ...filesOf(takesFile) };
  const behindFlags = command.options.flatMap((option) => behindFlag(option, path));
  const children = command.commands.flatMap((child) =>
    completionWords(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
  return [ownWords, ...behindFlags, ...children];
}

function behindFlag(option: Option, path: string): readonly CompletionWords[] {
  const { long, hidden, flags } = option;
  if (!long || hidden) return [];
  const words = completionValues(option);
  const names = namedBehind[long];
  const takesFile = FILE.test(flags.split(/[<>[\]]/)[1] ?? '');
  if (words.length === 0 && !names && !takesFile) return [];
  return [{ path: `${path} ${long}`.trim(), words, ...namesOf(names), ...filesOf(takesFile) }];
}

/** Placeholders for paths. */
const FILE = /^(?:files?|folder)(?:\.\.\.)?$/;

function filesOf(takesFile: boolean): { readonly files?: true } {
  return takesFile ? { files: true } : {};
}

/** The resource whose rows the first argument of a command names, as in `flocks get`. */
function rowsOf(command: Command): NamedResource | undefined {
  const noun = command.parent?.name() ?? '';
  const [argument] = command.registeredArguments;
  return isNamedResource(noun) && argument?.name() === 'id-or-name' ? noun : undefined;
}

function namesOf(names: NamedResource | undefined): { readonly names?: NamedResource } {
  return names === undefined ? {} : { names };
}
