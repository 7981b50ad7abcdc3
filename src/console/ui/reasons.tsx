import type { ReactNode } from 'react';
import { capitalised } from '../i18n/heading.ts';
import { Words } from './words.tsx';

/** Reasons, each on a separate line: in one line they mix in Hebrew. */
export function Reasons({ of }: { readonly of: readonly string[] }): ReactNode {
  return of.map((reason) => (
    <p key={reason} dir="auto" data-reason>
      <Words>{capitalised(reason)}</Words>
    </p>
  ));
}
