import { fixCommandParts, readFix } from '../command-for-fix.ts';
import type { Block } from './block.ts';
import { cleanText, type Facts } from './facts.ts';

/** The command that sends the call under `name`; nothing where there is none. */
export function fixBlock(facts: Facts, name: string, indent: number): readonly Block[] {
  const parts = fixParts(facts, name);
  return parts ? [{ kind: 'command', parts, indent }] : [];
}

/** The same in parts. */
export function fixParts(facts: Facts, name: string): readonly string[] | undefined {
  const fix = readFix(facts.raw(name));
  return fix && fixCommandParts(fix).map(cleanText);
}
