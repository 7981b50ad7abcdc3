import type { Values } from '../../output/output.ts';
import type { Block, Mark } from '../../pages/block.ts';
import { type Desk, nameOf } from '../../pages/desk.ts';
import { type Facts, factsOf } from '../../pages/facts.ts';
import { severityMark } from '../../pages/severity-mark.ts';

const CHANGES = ['opened', 'reopened', 'raised', 'closed'] as const;

/** What scans found, farm by farm. */
export function scanBlocks(scans: readonly Values[], desk: Desk): readonly Block[] {
  if (scans.length === 0) return [{ kind: 'text', text: desk.words.say('page.scan.none') }];
  return scans
    .map(factsOf)
    .flatMap((scan) => [
      { kind: 'heading', text: nameOf(desk, scan.text('farmId')) ?? '' },
      ...farmBlocks(scan, desk),
    ]);
}

function farmBlocks(scan: Facts, { words }: Desk): readonly Block[] {
  const count = (name: string) => scan.number(name) ?? 0;
  const plain = (text: string): Block => ({ kind: 'text', text });
  const failed = scan.texts('rules.failed').join(', ');
  const alerts = scan.list('alerts');
  const gaps = scan.list('gaps.new');
  const overdue = count('tasksOverdue');
  const counts = {
    judged: count('rules.judged'),
    critical: count('rules.critical'),
    warning: count('rules.warning'),
    well: count('rules.well'),
  };
  const known = { fresh: gaps.length, known: count('gaps.known'), gone: count('gaps.gone') };
  return [
    plain(words.say('page.scan.rules', counts)),
    ...(failed === '' ? [] : [plain(words.say('page.scan.failed', { rules: failed }))]),
    ...alerts.map(
      (alert): Block => ({
        kind: 'text',
        text: alertText(alert, { words }),
        mark: alert.text('change') === 'closed' ? 'done' : markOf(alert),
      }),
    ),
    ...(alerts.length === 0 ? [plain(words.say('page.scan.noChange'))] : []),
    plain(words.say('page.scan.gaps', known)),
    ...gaps.map(
      (gap): Block => ({
        kind: 'text',
        text: words.say('page.scan.newGap', { title: gap.text('title') ?? '' }),
        mark: markOf(gap),
      }),
    ),
    ...(overdue > 0 ? [plain(words.say('page.scan.overdue', { count: overdue }))] : []),
  ];
}

function alertText(alert: Facts, { words }: Pick<Desk, 'words'>): string {
  const title = alert.text('title') ?? '';
  const change = CHANGES.find((one) => one === alert.text('change'));
  return change === undefined ? title : words.say(`page.scan.change.${change}`, { title });
}

function markOf(item: Facts): Mark {
  return severityMark(item.text('severity')) ?? 'info';
}
