import type { Values } from '../../output/output.ts';
import { type Facts, factsOf } from '../../pages/facts.ts';

const INDENT = '  ';

/** What scans found, farm by farm, for people. */
export function renderScans(scans: readonly Values[], names: ReadonlyMap<string, string>): string {
  const farms = scans.map(factsOf).map((scan) => {
    const id = scan.text('farmId') ?? '';
    return [names.get(id) ?? id, ...linesOf(scan).map((line) => INDENT + line)].join('\n');
  });
  return farms.length === 0 ? 'No farm to look through.\n' : `${farms.join('\n\n')}\n`;
}

function linesOf(scan: Facts): readonly string[] {
  const count = (name: string) => scan.number(name) ?? 0;
  const failed = scan.texts('rules.failed').join(', ');
  const alerts = scan.list('alerts').map((alert) => {
    const severity = alert.text('severity') ?? '';
    return `${alert.text('change')} (${severity}): ${alert.text('title') ?? ''}`;
  });
  const gaps = scan.list('gaps.new').map((gap) => {
    return `new gap (${gap.text('severity') ?? ''}): ${gap.text('title') ?? ''}`;
  });
  const fresh = scan.list('gaps.new').length;
  return [
    `Rules: ${count('rules.judged')} judged, ${count('rules.critical')} critical, ` +
      `${count('rules.warning')} warnings, ${count('rules.well')} well`,
    ...(failed === '' ? [] : [`Failed: ${failed}`]),
    ...alerts,
    ...(alerts.length === 0 ? ['No alert changed'] : []),
    `Gaps: ${fresh} new, ${count('gaps.known')} known, ${count('gaps.gone')} closed`,
    ...gaps,
    ...(count('tasksOverdue') > 0 ? [`Tasks newly overdue: ${count('tasksOverdue')}`] : []),
  ];
}
