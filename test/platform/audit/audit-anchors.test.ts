import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AnchorKeeper,
  createAnchorKeeper,
  createAnchorSigner,
  isSigned,
} from '../../../src/platform/audit/anchors.ts';
import { createAnchorFile } from '../../../src/server/core/secrets.ts';
import type { Anchor } from '../../../src/storage/system/audit-anchors.ts';
import {
  CHAIN_START,
  chainHash,
  listSealedEntries,
  lockChain,
} from '../../../src/storage/system/audit-log.ts';
import { formatInstant } from '../../../src/tools/calendar.ts';
import { DATABASES } from '../../support/databases.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const KEY = new Uint8Array(32).fill(7);
const OTHER_KEY = new Uint8Array(32).fill(8);
const HOUR = 3_600_000;

describe.each(DATABASES)('%s: the anchors of the audit log', (name) => {
  let folder: string;
  let path: string;
  let service: TestService;
  let anchorKeeper: AnchorKeeper;
  let key: Uint8Array | undefined;
  let errors: unknown[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'farmctl-anchors-'));
    path = join(folder, 'audit-anchors.jsonl');
    key = KEY;
    errors = [];
    service = await startTestService(name, {
      anchors: { findKey: () => key, file: createAnchorFile(path) },
    });
    anchorKeeper = keeperOf();
    await unlock();
  });
  afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** An anchor keeper like that of a server that has just started. */
  const keeperOf = () =>
    createAnchorKeeper(
      service.service.runtime,
      { findKey: () => key, file: createAnchorFile(path) },
      { onAnchor: () => {}, onError: (error) => errors.push(error) },
    );
  /** Does what the owner of the database can: removes the protection of the log. */
  const unlock = async () => {
    const on = name === 'postgres' ? ' on audit_log' : '';
    await run(`drop trigger audit_log_is_kept${on}`);
    await run(`drop trigger audit_log_is_sealed_once${on}`);
  };
  const run = (script: string) =>
    service.service.runtime.database.transaction((transaction) => transaction.runScript(script));
  const verify = async (body?: object) =>
    body
      ? (await service.send('POST', '/os/audit/verify', { body })).body
      : (await service.send('GET', '/os/audit/verify')).body;
  const codesOf = (state: { problems: readonly { code: string }[] }) => [
    ...new Set(state.problems.map(({ code }) => code)),
  ];
  /** Makes calls whose entries are sealed. */
  const call = async (count: number) => {
    for (let index = 0; index < count; index++) await service.send('GET', '/me');
    await verify();
  };
  /** The entry of a verifying call itself is written a moment later. */
  const verificationSealed = () =>
    expect
      .poll(
        async () => {
          const sealed = await service.service.runtime.database.all(
            sql`select id from audit_log where route = '/v1/platform/os/audit/verify'
              and position is not null`,
          );
          return sealed.length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
  const anchored = async (count: number): Promise<Anchor> => {
    await call(count);
    const anchor = await anchorKeeper.anchor({ isForced: true });
    if (!anchor) throw new Error('nothing was signed');
    return anchor;
  };
  const readFile = () => readFileSync(path, 'utf8').trim().split('\n');
  /** Computes the chain again from a position on, like somebody who hides a change. */
  const rechain = (from: number) =>
    service.service.runtime.database.transaction(async (transaction) => {
      await lockChain(transaction);
      const entries = await listSealedEntries(transaction, { afterPosition: 0, limit: 1000 });
      let hash = CHAIN_START;
      for (const entry of entries) {
        hash = chainHash(hash, entry);
        if (entry.position !== null && entry.position >= from) {
          await transaction.run(sql`update audit_log set hash = ${hash} where id = ${entry.id}`);
        }
      }
    });

  test('prove that the entries up to them are unchanged', async () => {
    const first = await anchored(5);
    const second = await anchored(5);
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(isSigned(second)).toBe(true);
    expect(readFile().map((line) => JSON.parse(line))).toEqual([first, second]);
    const state = await verify();
    expect(state).toMatchObject({
      ok: true,
      problems: [],
      anchors: {
        checked: 2,
        provenUpTo: { number: 2, position: second.position, at: second.at },
        otherKey: 0,
        publicKey: createAnchorSigner(KEY).publicKey,
        latest: second,
      },
    });
    expect(state.anchors.unanchored).toBe(state.checked - second.position);
  });

  test('report that nothing is proven if there are none', async () => {
    await call(3);
    expect(await verify()).toMatchObject({
      ok: true,
      anchors: { checked: 0, provenUpTo: null, latest: null },
    });
  });

  test('detect the removal of the newest entries', async () => {
    const anchor = await anchored(30);
    await verificationSealed();
    await run(`delete from audit_log where position > ${anchor.position - 20}`);
    // Later calls have taken the positions of the removed entries.
    await call(25);
    const state = await verify();
    expect([state.ok, codesOf(state)]).toEqual([false, ['entries_rewritten']]);
    await run('delete from audit_anchors');
    rmSync(path);
    expect((await verify()).ok).toBe(true);
    const against = await verify({ anchors: [anchor] });
    expect([against.ok, codesOf(against)]).toEqual([false, ['entries_rewritten']]);
    expect(against.problems[0].message).toContain(`anchor 1 of ${anchor.at}`);
  });

  test('detect an empty log in a database that calls have changed', async () => {
    const { body } = await service.send('POST', '/farms', { body: { name: 'Emek' } });
    await service.send('PATCH', `/farms/${body.id}`, { body: { name: 'Emek Hefer' } });
    await call(1);
    await verificationSealed();
    await run('delete from audit_anchors; delete from audit_log');
    const state = await verify();
    expect([state.ok, codesOf(state)]).toEqual([false, ['log_empty']]);
  });

  test('detect a log that ends before an anchor', async () => {
    const anchor = await anchored(30);
    await verificationSealed();
    await run(`delete from audit_log where position > ${anchor.position - 25}`);
    const state = await verify();
    expect([state.ok, codesOf(state)]).toEqual([false, ['entries_missing']]);
    expect(state.problems[0].message).toMatch(/were removed, or an older backup was restored/);
  });

  test('detect a forged entry whose chain was computed again', async () => {
    const anchor = await anchored(10);
    // Pending entries are sealed first, so that nothing is sealed between the two statements.
    await verify();
    await run("update audit_log set key_id = 'somebody' where position = 3");
    await rechain(3);
    const state = await verify();
    expect(state.firstBroken).toBeNull();
    expect([state.ok, codesOf(state)]).toEqual([false, ['entries_rewritten']]);
    // Rewritten entries are not signed, so that no later anchor approves them.
    await expect(anchorKeeper.anchor({ isForced: true })).rejects.toThrow(/differs at entry/);
    expect(await verify({ anchors: [anchor] })).toMatchObject({ ok: false });
  });

  test('detect another database in place of this one', async () => {
    const anchor = await anchored(10);
    const other = await startTestService(name);
    for (let index = 0; index < 20; index++) await other.send('GET', '/tasks');
    await other.send('GET', '/os/audit/verify');
    const { body } = await other.send('POST', '/os/audit/verify', {
      body: { anchors: [anchor], publicKeys: [anchor.key] },
    });
    expect([body.ok, codesOf(body)]).toEqual([false, ['entries_rewritten']]);
    await other.close();
  });

  test('detect the removal of an anchor from the database', async () => {
    for (let count = 0; count < 4; count++) await anchored(2);
    await run('delete from audit_anchors where number = 2');
    const middle = await verify();
    expect([middle.ok, codesOf(middle)]).toEqual([false, ['anchor_missing']]);
    await run('delete from audit_anchors where number > 2');
    const newest = await verify();
    expect([newest.ok, codesOf(newest)]).toEqual([false, ['anchor_missing']]);
  });

  test('detect an anchor with a changed statement, and lines that are not anchors', async () => {
    const anchor = await anchored(5);
    for (const change of [
      { position: anchor.position - 1 },
      { number: anchor.number + 1 },
      { entries: anchor.entries - 1 },
      { at: '2026-11-02T08:00:00.000Z' },
    ]) {
      const codes = codesOf(await verify({ anchors: [{ ...anchor, ...change }] }));
      expect([change, codes]).toEqual([change, ['anchor_forged']]);
    }
    appendFileSync(path, 'not an anchor\n');
    expect(codesOf(await verify())).toEqual(['anchor_unreadable']);
  });

  test('signed with another key prove nothing', async () => {
    await anchored(5);
    await run('delete from audit_anchors');
    writeFileSync(path, '');
    key = OTHER_KEY;
    anchorKeeper = keeperOf();
    const foreign = await anchored(1);
    key = KEY;
    const state = await verify();
    expect([state.ok, codesOf(state)]).toEqual([false, ['key_unknown']]);
    expect(state.anchors).toMatchObject({ otherKey: 1, provenUpTo: null });
    const accepted = await verify({ anchors: [foreign], publicKeys: [foreign.key] });
    expect(accepted).toMatchObject({ ok: true, anchors: { provenUpTo: { number: 1 } } });
  });

  test('continue under a new key, which then proves all entries', async () => {
    const old = await anchored(5);
    key = OTHER_KEY;
    expect(codesOf(await verify())).toEqual(['key_unknown']);
    anchorKeeper.start();
    const fresh = await anchored(2);
    expect(fresh.number).toBe(2);
    expect(fresh.key).not.toBe(old.key);
    expect(await verify()).toMatchObject({
      ok: true,
      anchors: { otherKey: 1, provenUpTo: { number: 2 } },
    });
    await anchorKeeper.close({ isForced: false });
  });

  test('can be neither checked nor created while the key is missing', async () => {
    await anchored(5);
    key = undefined;
    const state = await verify();
    expect([state.ok, codesOf(state)]).toEqual([false, ['key_missing']]);
    anchorKeeper.start();
    await call(1);
    await expect(anchorKeeper.anchor({ isForced: true })).rejects.toThrow(/key .* is missing/);
    await anchorKeeper.close({ isForced: false });
  });

  test('do not exist for a database without a key', async () => {
    key = undefined;
    await call(3);
    expect(await anchorKeeper.anchor({ isForced: true })).toBeUndefined();
    expect(await verify()).toMatchObject({ ok: true, anchors: { publicKey: null, checked: 0 } });
  });

  test('are created after ten minutes or a thousand entries', async () => {
    await call(2);
    expect(await anchorKeeper.anchor()).toMatchObject({ number: 1 });
    await call(2);
    expect(await anchorKeeper.anchor()).toBeUndefined();
    service.clock.advance(HOUR);
    expect(await anchorKeeper.anchor()).toMatchObject({ number: 2 });
    expect(await anchorKeeper.anchor()).toBeUndefined();
  });

  test('the anchors of pruned entries are counted, and later anchors remain valid', async () => {
    await anchored(5);
    service.clock.advance(HOUR);
    const second = await anchored(5);
    const before = formatInstant(service.clock.now());
    expect(await anchorKeeper.prune({ before, limit: 3, now: before })).toBe(3);
    expect(await anchorKeeper.prune({ before, limit: 1000, now: before })).toBeGreaterThan(0);
    expect(await anchorKeeper.prune({ before, limit: 1000, now: before })).toBe(0);
    // Each cut is signed with it.
    expect(await verify()).toMatchObject({
      ok: true,
      anchors: { checked: 4, pruned: 1, provenUpTo: { number: 4 } },
    });
    const fifth = await anchored(1);
    expect(fifth.entries).toBeLessThan(fifth.position);
    expect(await verify()).toMatchObject({ ok: true, anchors: { provenUpTo: { number: 5 } } });
    expect(await verify({ anchors: [second] })).toMatchObject({ ok: true });
  });

  test('detect the removal of entries disguised as pruning', async () => {
    const anchor = await anchored(10);
    await verificationSealed();
    const forged = 'f'.repeat(64);
    await run(`delete from audit_log;
      insert into audit_checkpoints (position, hash, at, pruned_at)
      values (${anchor.position + 1}, '${forged}', '${anchor.at}', '${anchor.at}')`);
    await call(3);
    for (const body of [undefined, { anchors: [anchor] }]) {
      const state = await verify(body);
      expect([state.firstBroken, state.ok, codesOf(state)]).toEqual([
        null,
        false,
        ['entries_missing'],
      ]);
    }
    await expect(anchorKeeper.anchor({ isForced: true })).rejects.toThrow(/lacks entries 1 to /);
    const now = formatInstant(service.clock.now());
    await expect(anchorKeeper.prune({ before: now, limit: 9, now })).rejects.toThrow(
      /lacks entries 1 to /,
    );
    key = undefined;
    expect((await verify({ anchors: [anchor] })).ok).toBe(false);
  });

  test.each([
    [{}, 'anchors wrong_type'],
    [{ anchors: [] }, 'anchors required'],
    [{ anchors: [{ number: 1 }] }, 'anchors[0] wrong_type'],
    [{ anchors: 'x', publicKeys: ['short'] }, 'anchors wrong_type'],
    [{ anchors: Array.from({ length: 201 }, () => ({})) }, 'anchors too_many'],
  ])('are parsed strictly: %j', async (body, issue) => {
    const { status, body: answer } = await service.send('POST', '/os/audit/verify', { body });
    expect([status, `${answer.issues[0].path} ${answer.issues[0].code}`]).toEqual([400, issue]);
  });
});
