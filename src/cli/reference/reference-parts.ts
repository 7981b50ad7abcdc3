import { resourceNames, resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { CommandPage, FlagEntry } from './command-pages.ts';

/** The commands of one resource. */
export interface ResourcePart {
  readonly definition: ResourceDefinition;
  readonly verbs: readonly string[];
  readonly filters: readonly FlagEntry[];
  readonly fields: readonly FlagEntry[];
  /** Commands that other resources do not have. */
  readonly own: readonly CommandPage[];
}

/** The commands by what is said of them: each for itself, or once for all resources. */
export interface ReferenceParts {
  /** Commands that are about no resource. */
  readonly written: readonly CommandPage[];
  /** What all resources can do, told with the commands of one; without filters and fields. */
  readonly shared: readonly CommandPage[];
  readonly resources: readonly ResourcePart[];
}

/** The resource whose commands stand for those of all. */
const SAMPLE = 'flocks';

/** Puts the pages in order, so that what 32 resources have in common is told once. */
export function referenceParts(pages: readonly CommandPage[]): ReferenceParts {
  const pagesOf = (noun: string) => pages.filter(({ path }) => path.split(' ')[0] === noun);
  const isResource = new Set<string>(resourceNames);
  const common = commonVerbs(resourceNames.map((name) => pagesOf(name).map(verbOf)));
  return {
    written: pages.filter(({ path }) => !isResource.has(path.split(' ')[0] ?? '')),
    shared: pagesOf(SAMPLE)
      .filter((page) => common.has(verbOf(page)))
      .map((page) => ({ ...page, flags: page.flags.filter(({ group }) => group === undefined) })),
    resources: resourceNames.map((name) => resourcePart(resources[name], pagesOf(name), common)),
  };
}

function resourcePart(
  definition: ResourceDefinition,
  pages: readonly CommandPage[],
  common: ReadonlySet<string>,
): ResourcePart {
  const flagsOf = (verb: string, heading: string) =>
    pages.find((page) => verbOf(page) === verb)?.flags.filter(({ group }) => group === heading);
  return {
    definition,
    verbs: pages.map(verbOf).filter((verb) => common.has(verb)),
    filters: flagsOf('list', 'Filters:') ?? [],
    fields: flagsOf('create', 'Fields:') ?? [],
    own: pages.filter((page) => !common.has(verbOf(page))),
  };
}

/** The verbs of more than one resource. */
function commonVerbs(verbs: readonly (readonly string[])[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const common = new Set<string>();
  for (const verb of verbs.flatMap((own) => [...new Set(own)])) {
    if (seen.has(verb)) common.add(verb);
    seen.add(verb);
  }
  return common;
}

function verbOf({ path }: CommandPage): string {
  return path.split(' ').slice(1).join(' ');
}
