import { barRow } from '../../output/charts.ts';
import type { Block, Labelled } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { fixBlock } from '../fix-block.ts';
import { joinParts, section } from '../section.ts';
import { severityMark } from '../severity-mark.ts';

const SEVERITIES = ['critical', 'warning', 'info'] as const;
const PARTS = ['logs', 'weights', 'environment', 'money', 'photos', 'identity'] as const;
const BAR_WIDTH = 20;

/** What is missing, the worst first, each with the command that closes it; how complete the data are. */
export function gapsPage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const farm = nameOf(desk, answer.text('farmId'));
  const gaps = answer.list('gaps');
  const bySeverity = SEVERITIES.flatMap((severity) => {
    const found = gaps.filter((gap) => (gap.text('severity') ?? 'info') === severity);
    const heading = `${words.name('severities', severity)} (${words.number(found.length)})`;
    return section(
      heading,
      found.flatMap((gap) => gapBlocks(gap, severity)),
    );
  });
  return [
    {
      kind: 'title',
      text: joinParts([farm, words.say('page.gaps.title', { count: gaps.length })]),
    },
    ...bySeverity,
    ...quality(answer.at('dataQuality'), desk),
  ];
}

function gapBlocks(gap: Facts, severity: (typeof SEVERITIES)[number]): readonly Block[] {
  const message = gap.text('message');
  return [
    { kind: 'text', mark: severityMark(severity) ?? 'info', text: gap.text('title') ?? '' },
    ...(message === undefined ? [] : [{ kind: 'text', text: message, indent: 5 } as const]),
    ...fixBlock(gap, 'fix', 5),
  ];
}

function quality(facts: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const score = facts.number('score');
  if (score === undefined) return [];
  const parts = PARTS.flatMap((name): readonly Labelled[] => {
    const share = facts.number(`parts.${name}`);
    if (share === undefined) return [];
    return [percentRow(words.name('quality', name), share * 100, desk)];
  });
  const issues = facts.list('issues').map((issue): Block => {
    const row = joinParts([issue.text('message'), issue.text('resource'), issue.text('id')]);
    return { kind: 'text', mark: 'warning', text: row };
  });
  const whole = percentRow(words.say('page.quality.whole'), score, desk);
  return section(words.say('page.quality.title'), [
    { kind: 'labelled', rows: [whole, ...parts] },
    ...issues,
  ]);
}

function percentRow(label: string, pct: number, { words, glyphs }: Desk): Labelled {
  const drawing = barRow(pct / 100, { glyphs, width: BAR_WIDTH, isFilledUp: true });
  return { label, drawing, text: words.quantity(Math.round(pct), '%') };
}
