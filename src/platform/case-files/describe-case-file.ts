import type { StoredCaseFile } from '../../storage/system/case-files.ts';

/** A case file as it is answered, without its content. */
export function describeCaseFile(file: StoredCaseFile) {
  const { id, number, farmId, flockId, title, sealedAt, sealedBy, counts } = file;
  const { previousHash, hash } = file;
  const head = { id, number, farmId, flockId, title, sealedAt, sealedBy };
  return { ...head, counts, previousHash, hash };
}
