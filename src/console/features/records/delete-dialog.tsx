import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { getResource, type ResourceName } from '../../../model/resources/registry.ts';
import { RETRYING } from '../../api/changes.tsx';
import { useErrorTexts } from '../../api/error-texts.ts';
import { callApi } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/page.tsx';
import classes from './records.module.css';

type AnyRow = Readonly<Record<string, unknown>>;

/** Asks for confirmation of a deletion, and lists cascading deletions and obstacles. */
export function DeleteDialog(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
  readonly title: string;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  const errorTexts = useErrorTexts();
  const { resource, row, title, onClose } = props;
  const affected = useAffected(resource, String(row['id']));
  const remove = useDelete(props);
  const isBlocked = affected.some(({ isBlocking, count }) => isBlocking && (count ?? 0) > 0);
  const isCounting = affected.some(({ isPending }) => isPending);
  return (
    <Dialog title={text('delete.title', { title })} onClose={onClose}>
      {isCounting && <Loading />}
      <ul className={classes['affected']}>
        {affected.map(({ name, count, isBlocking }) => (
          <Affected key={name} name={name} count={count} isBlocking={isBlocking} />
        ))}
      </ul>
      {!isBlocked && <p>{text('delete.forGood')}</p>}
      {remove.isError && <p role="alert">{errorTexts?.ofError(remove.error)}</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {text('dialog.cancel')}
        </Button>
        <Button
          color="red"
          disabled={isBlocked || isCounting}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {text('records.delete')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Affected(props: {
  readonly name: ResourceName;
  readonly count: number | undefined;
  readonly isBlocking: boolean;
}) {
  const { wording } = useLanguage();
  const { name, count, isBlocking } = props;
  if (count === 0) return null;
  const values = { records: wording.labels.plurals[name], count: count ?? 0 };
  if (count === undefined) return <li>{wording.text('delete.uncounted', values)}</li>;
  return <li>{wording.text(isBlocking ? 'delete.blocked' : 'delete.alsoDeleted', values)}</li>;
}

/** The records that are deleted with a record, and those that prevent its deletion. */
function useAffected(resource: ResourceDefinition, id: string) {
  const children = (resource.deletesWith ?? []).map((child) => ({ ...child, isBlocking: false }));
  // Guards that ignore some states are checked by the service during the deletion.
  const guards = (resource.deleteGuards ?? [])
    .filter(({ except }) => except === undefined)
    .map((guard) => ({ ...guard, isBlocking: true }));
  const links = [...children, ...guards].filter(({ resource: other, field }) =>
    getResource(other).filters.includes(field),
  );
  const counts = useQueries({
    queries: links.map(({ resource: other, field }) => ({
      ...listQuery(other as ResourceName, { [field]: id, limit: 1 }),
      refetchInterval: false as const,
    })),
  });
  return links.map(({ resource: other, isBlocking }, index) => ({
    name: other as ResourceName,
    isBlocking,
    count: counts[index]?.data?.meta.total,
    isPending: counts[index]?.isPending === true,
  }));
}

function useDelete(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
  readonly title: string;
}) {
  const { resource, row, title } = props;
  const text = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    ...RETRYING,
    mutationFn: () =>
      callApi({
        method: 'DELETE',
        path: `/${resource.name}/${encodeURIComponent(String(row['id']))}`,
        version: Number(row['version']),
      }),
    onSuccess: async () => {
      notifications.show({ message: text('delete.done', { title }) });
      await navigate({
        to: '/records/$resource',
        params: { resource: resource.name },
        search: ({ farm }) => ({ farm }),
      });
      queries.removeQueries({ queryKey: [resource.name, 'get', row['id']] });
      await queries.invalidateQueries();
    },
  });
}
