import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { collectAt } from '../../api/collect-pages.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { type CardColumn, CardTable } from '../../ui/card-table.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import classes from './notices.module.css';
import { useUserName } from './user-name.ts';

type Notice = AnswerOf<'GET /os/notices'>['data'][number];

const HEADINGS = [
  'notices.message',
  'notices.created',
  'notices.recipient',
  'notices.state',
  'notices.response',
] as const;

/** The newest messages about a farm and to the user, with the responses of the providers. */
export function Deliveries({ farmId }: { readonly farmId: string }): ReactNode {
  const text = useText();
  const { list: notices, rest } = useGrowingList((limit) => ({
    queryKey: ['notices', farmId, limit],
    queryFn: ({ signal }) =>
      collectAt((query) => callRoute('GET /os/notices', { query, signal }), limit),
    // Responses of providers may contain addresses and texts.
    meta: { isPrivate: true },
  }));
  return (
    <Section title={text('notices.messages')}>
      <Answered query={notices}>
        {({ data }) => {
          const shown = data.filter((notice) => [farmId, null].includes(notice.farmId));
          return shown.length === 0 ? (
            <Empty>{text('notices.noMessages')}</Empty>
          ) : (
            <NoticeTable notices={shown} />
          );
        }}
      </Answered>
      {rest}
    </Section>
  );
}

function NoticeTable({ notices }: { readonly notices: readonly Notice[] }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const nameOf = useUserName();
  const [what, at, who, state, answer] = HEADINGS;
  const columns: readonly CardColumn<Notice>[] = [
    {
      heading: text(what),
      of: ({ kind, severity }) =>
        [kind, severity].flatMap((word) => (word === null ? [] : wordOf(labels, word))).join(', '),
    },
    { heading: text(at), of: ({ createdAt }) => formats.instant(createdAt) },
    { heading: text(who), of: ({ userId }) => <bdi>{nameOf(userId)}</bdi> },
    {
      heading: text(state),
      of: ({ state, attempts }) => (
        <>
          {wordOf(labels, state)}
          {attempts > 1 && ` (${text('notices.attempts', { count: attempts })})`}
        </>
      ),
    },
    { heading: text(answer), of: (notice) => <Answer notice={notice} /> },
  ];
  return (
    <CardTable
      label={text('notices.messages')}
      rows={notices}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
}

function Answer({ notice: { response, failure } }: { readonly notice: Notice }) {
  const { labels } = useLanguage().wording;
  if (response === null) return failure === null ? null : wordOf(labels, failure);
  return (
    <bdi dir="ltr" className={classes['response']}>
      {response}
    </bdi>
  );
}
