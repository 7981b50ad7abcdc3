import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { coversScope } from '../../model/core/vocabulary.ts';
import { meQuery } from '../api/answers.ts';
import { useText } from '../i18n/language.tsx';
import { Empty } from './page.tsx';

/** Whether the session holds a scope; actions that need another one are not shown. */
export function useCan(): (scope: string) => boolean {
  const { data: me } = useQuery(meQuery);
  return (scope) => coversScope(me?.scopes ?? [], scope);
}

/** Shown in place of a screen that the session has no permission for. */
export function Forbidden(props: { readonly scope: string }): ReactNode {
  const text = useText();
  return (
    <Empty>
      <strong>{text('error.noPermission')}</strong>
      <span>{text('error.forbidden')}</span>
      <code>{props.scope}</code>
    </Empty>
  );
}
