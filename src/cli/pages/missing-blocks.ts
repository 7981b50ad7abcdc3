import type { Block } from './block.ts';
import type { Facts } from './facts.ts';
import { fixBlock } from './fix-block.ts';

const INDENT = 5;

/** What an answer lacks; the command that helps is told once, where it is met first. */
export function missingBlocks(answer: Facts, told = new Set<string>()): readonly Block[] {
  return answer.list('missing').flatMap((lacking): readonly Block[] => {
    const message = lacking.text('message') ?? lacking.text('code') ?? '';
    const line: Block = { kind: 'text', mark: 'info', text: message };
    if (told.has(message)) return [line];
    told.add(message);
    return [line, ...fixBlock(lacking, 'fix', INDENT)];
  });
}
