import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isResourceName } from '../../../model/resources/registry.ts';
import { type AnswerOf, callRoute, keysQuery, meQuery } from '../../api/answers.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { Empty, Forbidden, Page, Unanswered, useCan } from '../../ui/page.tsx';
import classes from './admin.module.css';

type AuditEntry = AnswerOf<'GET /os/audit'>['data'][number];

const PAGE_ROWS = 50;
/** Maximum number of keys that are resolved to names. */
const MOST_KEYS = 5000;

/** The audit log: every call with its caller and result, and the log's verification. */
export function Audit(): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
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
  const keys = useQuery({ ...keysQuery(MOST_KEYS), enabled: mayRead });
  if (!mayRead) return <Forbidden scope="admin:*" />;
  const whatOf = ({ method, route, resource }: AuditEntry) => {
    // Calls without a resource, such as the dashboard, are named by the first part of the path.
    const [part = ''] = route.replace(/^\/v1\/platform\/(os\/)?/, '').split('/');
    const area = resource ?? part;
    const name = isResourceName(area) ? labels.plurals[area] : area;
    return text('audit.did', { verb: method, area: area.replaceAll('-', '_'), name });
  };
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));
  return (
    <Page title={text('nav.audit')} aside={<Verify />}>
      {!log.data && <Unanswered query={log} />}
      {log.data?.data.length === 0 && <Empty />}
      {log.data && log.data.data.length > 0 && (
        <CardTable
          label={text('nav.audit')}
          rows={log.data.data}
          keyOf={({ id }) => id}
          columns={[
            { heading: text('audit.time'), of: ({ at }) => formats.instant(at) },
            {
              heading: text('audit.who'),
              of: ({ keyId }) => (
                <FieldValue
                  field={{ type: 'text', max: 80 }}
                  value={keyId && (names.get(keyId) ?? keyId)}
                />
              ),
            },
            {
              heading: text('audit.call'),
              of: (entry) => (
                <>
                  <div>{whatOf(entry)}</div>
                  <code dir="ltr">{`${entry.method} ${entry.route.replace('/v1/platform', '')}`}</code>
                </>
              ),
            },
            {
              heading: text('audit.result'),
              of: ({ status, code }) => <bdi>{code === null ? status : `${status} ${code}`}</bdi>,
            },
          ]}
        />
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
  // The chain covers the whole organisation.
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
