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
import { areaOf } from './admin-names.ts';

type AuditEntry = AnswerOf<'GET /os/audit'>['data'][number];

const PAGE_ROWS = 50;
/** Maximum number of keys that are resolved to names. */
const MAX_KEYS = 5000;

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
  const keys = useQuery({ ...keysQuery(MAX_KEYS), enabled: mayRead });
  const isReady = log.data !== undefined && !keys.isPending;
  if (!mayRead) return <Forbidden scope="admin:*" />;
  const describeEntry = ({ method, route, resource }: AuditEntry) => {
    const area = areaOf(route, resource);
    const name = isResourceName(area) ? labels.plurals[area] : area;
    return text('audit.did', { verb: method, area: area.replaceAll('-', '_'), name });
  };
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));
  return (
    <Page title={text('nav.audit')} aside={<Verify />}>
      {!isReady && <Unanswered query={log} />}
      {isReady && log.data?.data.length === 0 && <Empty />}
      {isReady && log.data && log.data.data.length > 0 && (
        <CardTable
          label={text('nav.audit')}
          rows={log.data.data}
          keyOf={({ id }) => id}
          columns={[
            { heading: text('audit.time'), of: ({ at }) => formats.instant(at) },
            {
              heading: text('audit.who'),
              of: ({ keyId }) => <Caller id={keyId} name={keyId && names.get(keyId)} />,
            },
            {
              heading: text('audit.call'),
              of: (entry) => (
                <>
                  <div>{describeEntry(entry)}</div>
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

/** The name of a caller; of a deleted key, the id. */
function Caller(props: { readonly id: string | null; readonly name: string | null | undefined }) {
  const { id, name } = props;
  if (id !== null && name === undefined) return <code dir="ltr">{id}</code>;
  return <FieldValue field={{ type: 'text', max: 80 }} value={name ?? null} />;
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
