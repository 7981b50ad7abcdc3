import { describe, expect, test } from 'vitest';
import { checkAuditLog, checkIntegrity } from '../../../src/server/doctor/content-checks.ts';
import type { Finding } from '../../../src/server/doctor/finding.ts';
import {
  checkArchive,
  checkBackups,
  checkClock,
  checkDisk,
  checkLog,
  checkOpenFiles,
  checkPermissions,
  checkRuntime,
  checkServerClock,
  checkServerSync,
  checkSynchronous,
} from '../../../src/server/doctor/host-checks.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');
const MB = 1_000_000;

/** The part of a finding used by programs. */
const reported = ({ check, state, finding }: Finding) => [check, state, finding];

/** Every reported problem has instructions. */
function expectRemedy({ state, whatToDo }: Finding): void {
  expect(whatToDo === '').toBe(state === 'ok' || state === 'skipped');
}

const data = (mode: number) => ({ path: '/data', mode, isFolder: true });
const rows = (mode: number) => ({ path: '/data/farmctl.db', mode, isFolder: false });
const backup = (at: string) => ({ lastBackup: { at, file: '/b/farm.db', bytes: 1 } });
const chain = { ok: true, checked: 12, firstBroken: null, gaps: 0 };
const broken = { ok: false, checked: 4, firstBroken: { position: 5, id: 'audit_5' }, gaps: 0 };
const archive = { isOn: true, lastArchived: NOW, lastFailed: undefined };

describe('observations are graded', () => {
  test.each<[Finding, string, Finding['state'], string]>([
    [
      checkPermissions([data(0o700), rows(0o600)]),
      'permissions',
      'ok',
      'nobody else may read the folder and its files',
    ],
    [
      checkPermissions([data(0o755), rows(0o600)]),
      'permissions',
      'warning',
      'others may look into /data (0755)',
    ],
    [
      checkPermissions([data(0o755), rows(0o640)]),
      'permissions',
      'failed',
      'others may read /data/farmctl.db (0640)',
    ],
    [
      checkPermissions(undefined),
      'permissions',
      'skipped',
      'this system has no such access rights',
    ],
    [
      checkDisk({ freeBytes: 500 * MB, databaseBytes: 400 * MB }),
      'disk',
      'ok',
      '500.0 MB are free, the database has 400.0 MB',
    ],
    [
      checkDisk({ freeBytes: 300 * MB, databaseBytes: 400 * MB }),
      'disk',
      'warning',
      '300.0 MB are free, the database has 400.0 MB',
    ],
    [
      checkDisk({ freeBytes: 99 * MB, databaseBytes: 1 }),
      'disk',
      'failed',
      '99.0 MB are free, the database has 1 byte',
    ],
    [
      checkLog({ logBytes: 256 * MB, databaseBytes: 1 }),
      'log',
      'ok',
      'the write-ahead log has 256.0 MB',
    ],
    [
      checkLog({ logBytes: 257 * MB, databaseBytes: 9 * MB }),
      'log',
      'warning',
      'the write-ahead log has 257.0 MB',
    ],
    [
      checkLog({ logBytes: 257 * MB, databaseBytes: 900 * MB }),
      'log',
      'ok',
      'the write-ahead log has 257.0 MB',
    ],
    [
      checkBackups({ journal: {}, isThere: false, now: NOW }),
      'backups',
      'warning',
      'no backup is known',
    ],
    [
      checkBackups({ journal: backup('2026-11-20T03:00:00Z'), isThere: true, now: NOW }),
      'backups',
      'ok',
      'the last backup is 3 hours old: /b/farm.db',
    ],
    [
      checkBackups({ journal: backup('2026-11-12T06:00:00Z'), isThere: true, now: NOW }),
      'backups',
      'warning',
      'the last backup is 8 days old: /b/farm.db',
    ],
    [
      checkBackups({ journal: backup('2026-11-20T03:00:00Z'), isThere: false, now: NOW }),
      'backups',
      'warning',
      '/b/farm.db of 2026-11-20T03:00:00Z is no longer there',
    ],
    [
      checkBackups({
        journal: {
          ...backup('2026-11-19T03:00:00Z'),
          lastFailure: { at: '2026-11-20T03:00:00Z', message: 'no room' },
        },
        isThere: true,
        now: NOW,
      }),
      'backups',
      'failed',
      'the backup of 2026-11-20T03:00:00Z failed: no room',
    ],
    [
      checkBackups({
        journal: { schedule: { folder: '/b', at: '0 3 * * *', keep: 14 } },
        isThere: false,
        now: NOW,
      }),
      'backups',
      'warning',
      'no backup is known, on the schedule "0 3 * * *" into /b',
    ],
    [
      checkClock({ now: NOW, newest: NOW + 60_000, summerHour: 3 }),
      'clock',
      'ok',
      '2026-11-20T06:00:00.000Z, time zones are known',
    ],
    [
      checkClock({ now: NOW, newest: NOW + 61_000, summerHour: 3 }),
      'clock',
      'warning',
      'the clock is 61 s behind the newest entry of the audit log',
    ],
    [
      checkClock({ now: NOW, newest: undefined, summerHour: 0 }),
      'clock',
      'failed',
      'the time zones of this Node.js are missing or wrong',
    ],
    [
      checkServerClock({ date: 'Fri, 20 Nov 2026 05:59:56 GMT', now: NOW }),
      'serverClock',
      'ok',
      'the clocks agree',
    ],
    [
      checkServerClock({ date: 'Fri, 20 Nov 2026 06:00:10 GMT', now: NOW }),
      'serverClock',
      'warning',
      'this machine is 10 s behind the server',
    ],
    [
      checkServerClock({ date: 'Fri, 20 Nov 2026 05:50:00 GMT', now: NOW }),
      'serverClock',
      'failed',
      'this machine is 600 s ahead of the server',
    ],
    [
      checkServerClock({ date: undefined, now: NOW }),
      'serverClock',
      'skipped',
      'the server does not report its time',
    ],
    [
      checkRuntime({ nodeVersion: '20.18.1', driver: 'sqlite 3' }),
      'runtime',
      'ok',
      'Node.js 20.18.1, sqlite 3',
    ],
    [
      checkRuntime({ nodeVersion: '20.18.0', driver: 'sqlite 3' }),
      'runtime',
      'failed',
      'Node.js 20.18.0, sqlite 3',
    ],
    [
      checkRuntime({ nodeVersion: '22.0.0', driver: 'sqlite 3' }),
      'runtime',
      'ok',
      'Node.js 22.0.0, sqlite 3',
    ],
    [checkOpenFiles(4096), 'openFiles', 'ok', 'up to 4096 files and connections may be open'],
    [checkOpenFiles(1024), 'openFiles', 'warning', 'up to 1024 files and connections may be open'],
    [checkOpenFiles(undefined), 'openFiles', 'skipped', 'this system does not report its limit'],
    [checkIntegrity(undefined, true), 'integrity', 'ok', 'every page and index is sound'],
    [
      checkIntegrity('page 7 is never used', false),
      'integrity',
      'failed',
      'the database is damaged: page 7 is never used',
    ],
    [checkAuditLog(chain, 12), 'auditLog', 'ok', 'the chain of 12 entries is whole'],
    [
      checkAuditLog(broken, 12),
      'auditLog',
      'failed',
      'the audit log was changed at entry 5 (audit_5)',
    ],
    [
      checkAuditLog(undefined, 90_000),
      'auditLog',
      'skipped',
      '90,000 entries; farmctl doctor --deep checks the chain',
    ],
    [checkSynchronous(2), 'synchronous', 'ok', 'every commit is on the disk when it is answered'],
    [checkSynchronous(1), 'synchronous', 'failed', 'commits are not synced (synchronous is 1)'],
    [checkServerSync(false), 'synchronous', 'failed', 'the server does not sync every commit'],
    [
      checkArchive(archive),
      'backups',
      'ok',
      'the log is archived, last at 2026-11-20T06:00:00.000Z',
    ],
    [
      checkArchive({ ...archive, isOn: false }),
      'backups',
      'warning',
      'the server does not archive its log, and farmctl cannot see when pg_dump ran last',
    ],
    [
      checkArchive({ ...archive, lastFailed: NOW }),
      'backups',
      'failed',
      'archiving the log failed at 2026-11-20T06:00:00.000Z',
    ],
    [
      checkArchive({ ...archive, lastArchived: undefined }),
      'backups',
      'warning',
      'nothing of the log was archived yet',
    ],
  ])('%j', (observation, check, state, finding) => {
    expect(reported(observation)).toEqual([check, state, finding]);
    expectRemedy(observation);
  });
});
