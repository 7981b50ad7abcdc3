import type { ContentFaults } from '../../storage/system/media-sweep.ts';
import { RESTORE } from './check-integrity.ts';
import { type Finding, failed, passed } from './finding.ts';
import { megabytes } from './sizes.ts';

/** The files of media items are all there, and all of each. */
export function checkFiles({ files, bytes, broken, missing }: ContentFaults): Finding {
  const kept = files === 1 ? '1 file is kept' : `${files} files are kept`;
  const whole = files === 0 ? 'no files are kept' : `${kept}, ${megabytes(bytes)}`;
  const faults = [
    ...(broken.length > 0 ? [`not all of ${broken.join(', ')} is there`] : []),
    ...(missing.length > 0 ? [`${missing.join(', ')} tell of files that are not there`] : []),
  ];
  if (faults.length === 0) return passed('files', whole);
  return failed('files', `${whole}; ${faults.join('; ')}`, RESTORE);
}
