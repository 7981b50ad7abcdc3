import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import type { Transaction } from '../../storage/core/database.ts';
import {
  type Anchor,
  findAuditMark,
  findLastAnchor,
  insertAnchor,
  listAnchors,
  type Outlived,
  pruneAudit,
} from '../../storage/system/audit-anchors.ts';
import { findChainHead, findSealedHash, lockChain } from '../../storage/system/audit-log.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../core/runtime.ts';

/** Where anchors are signed and stored outside the database. */
export interface AnchorPlaces {
  /** The secret key, created when `mayMake` is set; undefined when there is none. */
  readonly findKey: (mayMake: boolean) => Uint8Array | undefined;
  /** A file to which anchors are appended. */
  readonly file?: AnchorFile | undefined;
}

/** A file with one anchor per line. */
export interface AnchorFile {
  append(anchor: Anchor): void;
  /** The newest anchors of the file, the oldest first; and the number of invalid lines. */
  read(): { readonly anchors: readonly Anchor[]; readonly unreadable: number };
}

/** The known anchors of the log, and the public key of this service. */
export interface KnownAnchors {
  /** Anchors in the database, ordered by number. */
  readonly stored: readonly Anchor[];
  /** Anchors in the file and in the memory of this process. */
  readonly outside: readonly Anchor[];
  readonly unreadable: number;
  readonly publicKey: string | undefined;
}

/** Signs the end of the audit log periodically. */
export interface AnchorKeeper {
  /** Signs immediately if due, then periodically. */
  start(): void;
  /** Signs when entries were added since the last anchor; unless forced, only when due. */
  anchor(options?: { readonly isForced?: boolean }): Promise<Anchor | undefined>;
  known(): Promise<KnownAnchors>;
  /**
   * Prunes the beginning of the log like `pruneAudit`, and signs the retained range in the same
   * commit: further removals cannot be presented as pruning. Returns the number of removed entries.
   */
  prune(outlived: Outlived): Promise<number>;
  /** Stops, and signs entries added since the last anchor; unless forced, only when due. */
  close(options: { readonly isForced: boolean }): Promise<void>;
}

/** Callbacks of the keeper. */
export interface AnchorListener {
  readonly onAnchor: (anchor: Anchor) => void;
  readonly onError: (error: unknown) => void;
}

/** The log does not continue from an earlier anchor, so its end is not signed. */
class AnchorMismatch extends Error {}

const LOOK_MILLIS = 60_000;
const LONGEST_PAUSE_MILLIS = 10 * 60_000;
const MOST_UNANCHORED = 1000;

/** Creates the anchor keeper of a database. */
export function createAnchorKeeper(
  { database, clock }: Pick<Runtime, 'database' | 'clock'>,
  places: AnchorPlaces,
  { onAnchor, onError }: AnchorListener,
): AnchorKeeper {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<unknown> = Promise.resolve();
  let newest: Anchor | undefined;
  const readOutside = () => {
    const read = places.file?.read() ?? { anchors: [], unreadable: 0 };
    return { ...read, anchors: newest ? [...read.anchors, newest] : read.anchors };
  };
  /** Prepares signing the end of a log that continues the signed one; undefined without a key. */
  const prepare = async (transaction: Transaction, last: Anchor | undefined) => {
    const signer = signerOf(places, last, timer !== undefined);
    if (!signer) return undefined;
    const earlier = [...readOutside().anchors, ...(last ? [last] : [])];
    await requireContinuation(transaction, earlier);
    return async () => {
      const head = await findChainHead(transaction);
      const prunedPosition = (await findAuditMark(transaction))?.position ?? 0;
      const anchor = signer.sign({
        number: Math.max(0, ...earlier.map(({ number }) => number)) + 1,
        ...head,
        entries: head.position - prunedPosition,
        at: formatInstant(clock.now()),
      });
      await insertAnchor(transaction, anchor);
      return anchor;
    };
  };
  const publish = (anchor: Anchor) => {
    newest = anchor;
    onAnchor(anchor);
    places.file?.append(anchor);
    return anchor;
  };
  const signed = async (isForced: boolean): Promise<Anchor | undefined> => {
    if (timer === undefined && !places.findKey(false)) return undefined;
    const anchor = await database.transaction(async (transaction) => {
      await lockChain(transaction);
      const { position } = await findChainHead(transaction);
      const last = await findLastAnchor(transaction);
      if (!isDue({ head: position, last, now: clock.now(), isForced })) return undefined;
      return (await prepare(transaction, last))?.();
    });
    return anchor && publish(anchor);
  };
  const prune = async (outlived: Outlived): Promise<number> => {
    const { gone, anchor } = await database.transaction(async (transaction) => {
      await lockChain(transaction);
      const last = await findLastAnchor(transaction);
      // Without an earlier signature, there is nothing that pruning could contradict.
      if (!last) return { gone: await pruneAudit(transaction, outlived) };
      const sign = await prepare(transaction, last);
      const prunedCount = sign ? await pruneAudit(transaction, outlived) : 0;
      return { gone: prunedCount, anchor: prunedCount > 0 ? await sign?.() : undefined };
    });
    // The anchors of all batches but the last are stored in the database only.
    if (anchor && gone < outlived.limit) publish(anchor);
    return gone;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = working.then(work);
    working = run.catch(() => undefined);
    return run;
  };
  const anchor: AnchorKeeper['anchor'] = ({ isForced = false } = {}) =>
    inTurn(() => signed(isForced));
  const anchorNow = () => void anchor().catch(onError);
  return {
    start() {
      timer = setInterval(anchorNow, LOOK_MILLIS);
      timer.unref();
      anchorNow();
    },
    anchor,
    async known() {
      const { anchors, unreadable } = readOutside();
      const key = places.findKey(false);
      return {
        stored: await listAnchors(database),
        outside: anchors,
        unreadable,
        publicKey: key && createAnchorSigner(key).publicKey,
      };
    },
    prune: (outlived) => inTurn(() => prune(outlived)),
    async close({ isForced }) {
      clearInterval(timer);
      await anchor({ isForced }).catch(onError);
    },
  };
}

interface Due {
  readonly head: number;
  readonly last: Anchor | undefined;
  readonly now: number;
  readonly isForced: boolean;
}

function isDue({ head, last, now, isForced }: Due): boolean {
  const unanchored = head - (last?.position ?? 0);
  if (unanchored === 0) return false;
  if (isForced || !last || unanchored < 0) return true;
  return unanchored >= MOST_UNANCHORED || now - Date.parse(last.at) >= LONGEST_PAUSE_MILLIS;
}

/**
 * A new key is created only by a server, and only when nothing was signed before: a lost key must
 * be restored. A command signs only with the key of the last anchor.
 */
function signerOf(
  { findKey }: AnchorPlaces,
  last: Anchor | undefined,
  isServer: boolean,
): AnchorSigner | undefined {
  const key = findKey(isServer && last === undefined);
  if (!key) {
    if (!isServer || !last) return undefined;
    throw new AnchorMismatch('the key that signed the audit log is missing: put it back');
  }
  const signer = createAnchorSigner(key);
  return isServer || !last || last.key === signer.publicKey ? signer : undefined;
}

/** The log must contain everything signed before: otherwise a rewritten log would be approved. */
async function requireContinuation(
  transaction: Transaction,
  earlier: readonly Anchor[],
): Promise<void> {
  const prunedPosition = (await findAuditMark(transaction))?.position ?? 0;
  const signedPosition = signedCut(earlier);
  if (earlier.length > 0 && prunedPosition > signedPosition) {
    throw new AnchorMismatch(
      `the audit log lacks entries ${signedPosition + 1} to ${prunedPosition}, which anchors signed as kept: farmctl audit verify`,
    );
  }
  for (const anchor of newestOf(earlier)) {
    if (anchor.position <= prunedPosition) continue;
    const hash = await findSealedHash(transaction, anchor.position);
    if (hash === anchor.hash) continue;
    const state = hash === undefined ? 'lacks' : 'differs at';
    throw new AnchorMismatch(
      `the audit log ${state} entry ${anchor.position}, which anchor ${anchor.number} of ${anchor.at} signed: farmctl audit verify`,
    );
  }
}

/** The last pruned entry number according to the anchors. */
export function signedCut(anchors: readonly Anchor[]): number {
  return Math.max(0, ...anchors.map(({ position, entries }) => position - Math.max(0, entries)));
}

const MOST_COMPARED = 20;

function newestOf(anchors: readonly Anchor[]): readonly Anchor[] {
  const distinct = new Map(anchors.map((anchor) => [anchor.signature, anchor]));
  return [...distinct.values()].sort((a, b) => b.position - a.position).slice(0, MOST_COMPARED);
}

/** Signs anchors with a key that is not in the database. */
export interface AnchorSigner {
  /** Verification key; base64url. */
  readonly publicKey: string;
  sign(statement: AnchorStatement): Anchor;
}

/** The signed content of an anchor. */
export type AnchorStatement = Omit<Anchor, 'key' | 'signature'>;

const PURPOSE = 'farmctl audit anchor v1';
const SEED_BYTES = 32;
// The PKCS #8 encoding of an Ed25519 private key, up to the 32 bytes of its seed.
const PRIVATE_KEY_START = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Creates the signer of a service. The Ed25519 key is derived from the secret key by HKDF-SHA256,
 * so that there is no additional secret to store, and it does not reveal the secret key.
 */
export function createAnchorSigner(secretKey: Uint8Array): AnchorSigner {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSE, SEED_BYTES));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_START, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
  return {
    publicKey,
    sign(statement) {
      const signature = sign(null, signedBytes(statement), privateKey).toString('base64url');
      return { ...statement, key: publicKey, signature };
    },
  };
}

/** Verifies the signature of an anchor with the key that it names. */
export function isSigned(anchor: Anchor): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: anchor.key },
      format: 'jwk',
    });
    return verify(null, signedBytes(anchor), key, Buffer.from(anchor.signature, 'base64url'));
  } catch {
    return false;
  }
}

function signedBytes({ number, position, hash, entries, at }: AnchorStatement): Buffer {
  return Buffer.from(`${PURPOSE}\n${JSON.stringify([number, position, hash, entries, at])}`);
}
