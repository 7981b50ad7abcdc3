import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import classes from './notices.module.css';
import { useUserName } from './user-name.ts';

type Notice = AnswerOf<'GET /os/notices'>['data'][number];

const MOST = 50;
const HEADINGS = [
  'notices.created',
  'notices.message',
  'notices.recipient',
  'notices.state',
  'notices.response',
] as const;

/** The newest messages about a farm and to the user, with the answers of the providers. */
export function Deliveries({ farmId }: { readonly farmId: string }): ReactNode {
  const text = useText();
  const notices = useQuery({
    queryKey: ['notices', farmId],
    queryFn: ({ signal }) => callRoute('GET /os/notices', { query: { limit: MOST }, signal }),
    // Addresses and texts are repeated in answers of providers.
    meta: { isPrivate: true },
  });
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
    </Section>
  );
}

function NoticeTable({ notices }: { readonly notices: readonly Notice[] }) {
  const text = useText();
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {HEADINGS.map((name) => (
              <Table.Th key={name} scope="col">
                {text(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NoticeRow({ notice }: { readonly notice: Notice }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const nameOf = useUserName();
  const { createdAt, kind, severity, userId, state, attempts, response, failure } = notice;
  return (
    <Table.Tr>
      <Table.Td>{formats.instant(createdAt)}</Table.Td>
      <Table.Th scope="row">
        {[kind, severity].flatMap((word) => (word === null ? [] : wordOf(labels, word))).join(', ')}
      </Table.Th>
      <Table.Td>
        <bdi>{nameOf(userId)}</bdi>
      </Table.Td>
      <Table.Td>
        {wordOf(labels, state)}
        {attempts > 1 && ` (${text('notices.attempts', { count: attempts })})`}
      </Table.Td>
      <Table.Td className={classes['response'] as string}>
        {response === null ? (
          failure !== null && wordOf(labels, failure)
        ) : (
          <bdi dir="ltr">{response}</bdi>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
