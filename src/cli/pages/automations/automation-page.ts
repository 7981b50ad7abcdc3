import type { Block } from '../block.ts';
import type { Desk } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { joinParts } from '../section.ts';

/** What an automation does or would do, barn by barn, and why. */
export function automationPage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const isDry = answer.flag('dryRun');
  const isOff = !answer.flag('automation.enabled');
  const barns = answer.list('barns');
  const state = isOff ? words.say('page.automation.off') : undefined;
  const dry = isDry ? words.say('page.automation.dry') : undefined;
  const title = joinParts([answer.text('automation.name'), state, dry]);
  const none: Block = { kind: 'text', text: words.say('page.automation.none') };
  return [
    { kind: 'title', text: title },
    ...(barns.length === 0 ? [none] : barns.flatMap((barn) => barnBlocks(barn, isDry, desk))),
  ];
}

function barnBlocks(barn: Facts, isDry: boolean, { words }: Desk): readonly Block[] {
  const depth = barn.number('depth') ?? 0;
  const chain = words.say('page.automation.depth', { depth });
  return [
    { kind: 'heading', text: barn.text('barn') ?? '' },
    { kind: 'text', text: barn.text('text') ?? '', indent: 2 },
    { kind: 'text', text: outcomeText(barn, isDry, words), indent: 2 },
    ...(depth > 0 ? [{ kind: 'text', text: chain, indent: 2 } as const] : []),
  ];
}

function outcomeText(barn: Facts, isDry: boolean, words: Desk['words']): string {
  const error = barn.text('error');
  if (error !== undefined) return words.say('page.automation.failed', { error });
  const what = barn.text('outcome.text');
  if (what === undefined) return words.say('page.automation.quiet');
  return words.say(isDry ? 'page.automation.would' : 'page.automation.did', { what });
}
