import type { CommitLoss, IntegrityCheck } from '../../storage/database.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

/** The file is not damaged; `fault` is what SQLite found, now or in the last scheduled check. */
export function checkIntegrity(
  fault: string | undefined,
  isDeep: boolean,
  lastCheck?: IntegrityCheck,
): Finding {
  if (fault !== undefined) {
    return failed('integrity', `the database is damaged: ${fault}`, RESTORE);
  }
  if (isDeep) return passed('integrity', 'every page and index is sound');
  const quick = 'a quick look finds no damage';
  if (!lastCheck) return passed('integrity', `${quick}; --deep reads it all`);
  const { checkedAt, fault: found } = lastCheck;
  if (found === null) {
    return passed('integrity', `${quick}, nor did the scheduled check of ${checkedAt}`);
  }
  return failed('integrity', `the scheduled check of ${checkedAt} found damage: ${found}`, RESTORE);
}

/** Every acknowledged commit is in the database, or an operator has accepted its loss. */
export function checkCommits(
  loss: CommitLoss | undefined,
  unmarkedSince: string | undefined,
): Finding {
  if (!loss && unmarkedSince !== undefined) {
    return warned(
      'commits',
      `the mark of acknowledged commits is missing (noticed ${unmarkedSince}): a loss of writes before then would not show`,
      'if nobody copied the database without its mark, compare with anchors kept elsewhere (farmctl audit verify --against FILE) and with a backup; then: farmctl doctor --accept-loss',
    );
  }
  if (!loss) return passed('commits', 'every acknowledged commit is there');
  const { commits, lastAcknowledgedAt, noticedAt } = loss;
  return failed(
    'commits',
    `${commits} acknowledged commits up to ${lastAcknowledgedAt} are missing (noticed ${noticedAt})`,
    'bring the missing write-ahead log or a newer backup back, or enter the rows again and accept the loss: farmctl doctor --accept-loss',
  );
}

/** What to do about a damaged database. */
export const RESTORE = 'put a backup in its place: farmctl restore FILE';
