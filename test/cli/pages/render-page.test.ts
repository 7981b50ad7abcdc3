import { describe, expect, test } from 'vitest';
import { createPaint } from '../../../src/cli/core/io.ts';
import type { View } from '../../../src/cli/output/output.ts';
import { loadMeasure } from '../../../src/cli/output/text-layout.ts';
import type { Block } from '../../../src/cli/pages/core/blocks.ts';
import { renderPage } from '../../../src/cli/pages/core/render-page.ts';

const widthOf = await loadMeasure();

function view(options: Partial<View> & { readonly color?: boolean } = {}): View {
  const { color = false, ...rest } = options;
  const mode = color ? 'always' : 'never';
  const paint = createPaint({ mode, environment: {}, isTerminal: true });
  return { width: undefined, widthOf, paint, now: undefined, isolates: false, ...rest };
}

const english = { language: 'en', isAscii: false };

function render(blocks: readonly Block[], options: Parameters<typeof view>[0] = {}): string[] {
  return renderPage(blocks, view(options), english).split('\n');
}

describe('a page', () => {
  test('has a blank line before each heading except the first', () => {
    const blocks: readonly Block[] = [
      { kind: 'title', text: 'North' },
      { kind: 'heading', text: 'Alerts' },
      { kind: 'text', text: 'none', mark: 'info' },
    ];
    expect(render(blocks)).toEqual(['North', '', 'Alerts', '  ·  none', '']);
  });

  test('wraps with a hanging indent if there is a width', () => {
    const text = 'Barn 1 is four degrees above target';
    const blocks: readonly Block[] = [{ kind: 'text', text, mark: 'critical' }];
    expect(render(blocks, { width: 28 })).toEqual([
      '  !! Barn 1 is four degrees',
      '     above target',
      '',
    ]);
    expect(render(blocks)).toEqual([`  !! ${text}`, '']);
  });

  test('breaks a command only where a shell continues it', () => {
    const parts = ['farmctl tasks create', "--title 'Weigh 100 birds'", '--priority high'];
    const blocks: readonly Block[] = [{ kind: 'command', parts }];
    expect(render(blocks, { width: 40 })).toEqual([
      '  farmctl tasks create \\',
      "    --title 'Weigh 100 birds' \\",
      '    --priority high',
      '',
    ]);
    expect(render(blocks)).toEqual([`  ${parts.join(' ')}`, '']);
  });

  test('has aligned labels, whatever the width of their letters', () => {
    const rows = [
      { label: '体重', text: '985 g' },
      {
        label: 'Air',
        drawing: '▁█',
        text: 'warm and rather dry for chicks',
        state: 'warning' as const,
      },
    ];
    expect(render([{ kind: 'labelled', rows }], { width: 34 })).toEqual([
      '  体重  985 g',
      '  Air   ▁█  warm and rather dry',
      '            for chicks',
      '',
    ]);
  });

  test('has instructions below a label', () => {
    const rows = [{ label: 'Cash', text: 'short', command: ['farmctl sales create', '--date x'] }];
    expect(render([{ kind: 'labelled', rows }])).toEqual([
      '  Cash  short',
      '    farmctl sales create --date x',
      '',
    ]);
  });

  test('aligns a table, and wraps long names', () => {
    const table: Block = {
      kind: 'table',
      columns: [{ title: 'Medicine' }, { title: 'Left', isNumber: true }, { title: '' }],
      rows: [
        ['Newcastle vaccine 1000', '3', { text: 'low', state: 'warning' }],
        ['תרכיב', '12', ''],
      ],
    };
    expect(render([table])).toEqual([
      '  Medicine                Left',
      '  Newcastle vaccine 1000     3  low',
      '  תרכיב                     12',
      '',
    ]);
    expect(render([table], { width: 28 })).toEqual([
      '  Medicine         Left',
      '  Newcastle           3  low',
      '  vaccine 1000',
      '  תרכיב              12',
      '',
    ]);
  });

  test('shows the cells of a row below each other if even truncated words do not fit', () => {
    const table: Block = {
      kind: 'table',
      columns: [{ title: 'Medicine' }, { title: 'Left', isNumber: true }, { title: '' }],
      rows: [
        ['Newcastle vaccine 1000', '3', { text: 'low', state: 'warning' }],
        ['Salt', '12', ''],
      ],
    };
    expect(render([table], { width: 22 })).toEqual([
      '  Newcastle vaccine 1000',
      '    Left  3',
      '          low',
      '  Salt',
      '    Left  12',
      '',
    ]);
    expect(render([table], { width: 23 })[1]).toBe('  Newcastle      3  low');
  });

  test('isolates right-to-left text on a terminal', () => {
    const blocks: readonly Block[] = [{ kind: 'text', text: 'לול 3', mark: 'info' }];
    expect(render(blocks, { isolates: true })).toEqual(['  ·  \u2068לול 3\u2069', '']);
  });

  test('has ordinary spaces in place of non-breaking ones', () => {
    expect(render([{ kind: 'text', text: '382\u00a0g at 3:12\u202fAM' }])).toEqual([
      '  382 g at 3:12 AM',
      '',
    ]);
  });

  test('shows a state by its mark, and by colour if enabled', () => {
    const blocks: readonly Block[] = [
      { kind: 'text', text: 'hot', mark: 'critical' },
      { kind: 'text', text: 'weighed', mark: 'done' },
      { kind: 'text', text: 'weigh', mark: 'todo' },
    ];
    expect(render(blocks, { color: true })).toEqual([
      '  \u001b[31m!!\u001b[39m hot',
      '  \u001b[32m[x]\u001b[39m weighed',
      '  [ ] weigh',
      '',
    ]);
  });

  test('spells out symbols in ASCII', () => {
    const blocks: readonly Block[] = [{ kind: 'text', text: 'a · b – «c» …', mark: 'info' }];
    expect(renderPage(blocks, view(), { language: 'en', isAscii: true })).toBe(
      '  -  a - b - "c" ...\n',
    );
  });
});
