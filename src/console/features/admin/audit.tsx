import { Button, Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callRoute, keysQuery, meQuery } from '../../api/answers.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Empty, Forbidden, Loading, LoadingFailed, Page, useCan } from '../../ui/page.tsx';
import classes from './admin.module.css';

const PAGE_ROWS = 50;

/** The audit log: every call with who made it and what came of it, and its verification. */
export function Audit(): ReactNode {
  const text = useText();
  const formats = useFormats();
  const can = useCan();
  const search = useSearch({ from: '/audit' });
  const offset = Number(search['offset'] ?? 0);
  const mayRead = can('admin:*');
  const log = useQuery({
    queryKey: ['audit', 'list', offset],
    meta: { isPrivate: true },
    queryFn: ({ signal }) =>
      callRoute('GET /os/audit', { query: { limit: PAGE_ROWS, offset }, signal }),
    enabled: mayRead,
  });
  const keys = useQuery({ ...keysQuery, enabled: mayRead });
  if (!mayRead) return <Forbidden scope="admin:*" />;
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));
  const headings = ['audit.time', 'audit.who', 'audit.call', 'audit.result'] as const;
  return (
    <Page title={text('nav.audit')} aside={<Verify />}>
      {log.isPending && <Loading />}
      {log.isError && !log.data && (
        <LoadingFailed error={log.error} onRetry={() => void log.refetch()} />
      )}
      {log.data?.data.length === 0 && <Empty />}
      {log.data && log.data.data.length > 0 && (
        <Table.ScrollContainer minWidth={560} type="native" tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {headings.map((name) => (
                  <Table.Th key={name} scope="col">
                    {text(name)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {log.data.data.map(({ id, at, keyId, method, route, status, code }) => (
                <Table.Tr key={id}>
                  <Table.Td>{formats.instant(at)}</Table.Td>
                  <Table.Td>
                    <FieldValue
                      field={{ type: 'text', max: 80 }}
                      value={keyId && (names.get(keyId) ?? keyId)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <code dir="ltr">{`${method} ${route.replace('/v1/platform', '')}`}</code>
                  </Table.Td>
                  <Table.Td>
                    <bdi>{code === null ? status : `${status} ${code}`}</bdi>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Paging offset={offset} hasMore={log.data?.meta.hasMore === true} />
    </Page>
  );
}

function Paging(props: { readonly offset: number; readonly hasMore: boolean }) {
  const text = useText();
  const navigate = useNavigate({ from: '/audit' });
  const { offset, hasMore } = props;
  if (offset === 0 && !hasMore) return null;
  const goTo = (next: number) =>
    void navigate({
      search: (previous) => ({ ...previous, offset: next > 0 ? String(next) : undefined }),
    });
  return (
    <nav className={classes['paging']} aria-label={text('records.pages')}>
      <Button variant="default" disabled={offset === 0} onClick={() => goTo(offset - PAGE_ROWS)}>
        {text('records.previous')}
      </Button>
      <Button variant="default" disabled={!hasMore} onClick={() => goTo(offset + PAGE_ROWS)}>
        {text('records.next')}
      </Button>
    </nav>
  );
}

function Verify() {
  const text = useText();
  const { data: me } = useQuery(meQuery);
  const texts = useErrorTexts();
  const verify = useMutation({
    mutationFn: () => callRoute('GET /os/audit/verify', {}),
  });
  const { data } = verify;
  // The chain is that of the whole organisation.
  if (me?.allFarms !== true) return null;
  return (
    <div className={classes['verify']}>
      {data && (
        <output data-ok={data.ok}>
          {data.ok
            ? `✓ ${text('audit.intact', { count: data.checked })}`
            : `▲ ${text('audit.broken')}`}
        </output>
      )}
      {verify.isError && <output data-ok="false">{texts?.ofError(verify.error)}</output>}
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        {text('audit.verify')}
      </Button>
    </div>
  );
}
