import type { Finding } from '../../../server/doctor/finding.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';

/** How many findings there are of each state. */
export function countStates(
  findings: readonly Finding[],
): Readonly<Record<Finding['state'], number>> {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  return {
    ok: count('ok'),
    warning: count('warning'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

/** The findings for people: how many are well, then what is not, with what to do. */
export function renderFindings(findings: readonly Finding[], paint: Paint): string {
  const { ok, warning, failed } = countStates(findings);
  const lines = [
    `${ok} of ${ok + warning + failed} checks are well`,
    ...findings.flatMap((finding) => problemLines(finding, paint)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function problemLines(
  { check, state, finding, whatToDo }: Finding,
  paint: Paint,
): readonly string[] {
  if (state !== 'failed' && state !== 'warning') return [];
  const mark = state === 'failed' ? paint.red('failed') : paint.yellow('warning');
  return [`${mark} ${check}: ${neutralise(finding)}`, `  ${neutralise(whatToDo)}`];
}
