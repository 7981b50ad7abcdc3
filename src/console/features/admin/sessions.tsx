import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { ActButton } from '../../ui/act.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import classes from './admin.module.css';
import { describeDevice } from './admin-names.ts';

type Session = AnswerOf<'GET /os/sessions'>['data'][number];

/** The sessions of a user, each with a button that ends it. */
export function Sessions({ userId }: { readonly userId: string }): ReactNode {
  const text = useText();
  const sessions = useQuery({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) => callRoute('GET /os/sessions', { query: { userId }, signal }),
    meta: { isPrivate: true },
  });
  return (
    <Section title={text('people.sessions')}>
      <Answered query={sessions}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{text('people.noSessions')}</Empty>
          ) : (
            <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
              <Table verticalSpacing="xs" role="table" className={classes['devices'] as string}>
                <Table.Tbody role="rowgroup">
                  {data.map((session) => (
                    <SessionRow key={session.id} session={session} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Answered>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const text = useText();
  const formats = useFormats();
  const { id, agent, ip, usedAt, isCurrent } = session;
  return (
    <Table.Tr role="row">
      <Table.Th scope="row" role="rowheader" className={classes['agent'] as string}>
        <bdi dir="ltr" title={agent ?? undefined}>
          {agent === null ? text('unknown') : describeDevice(agent)}
        </bdi>
        <p className={classes['hint']}>
          <bdi dir="ltr">{ip}</bdi>
        </p>
      </Table.Th>
      <Table.Td role="cell">{text('people.used', { at: formats.instant(usedAt) })}</Table.Td>
      <Table.Td role="cell">
        {isCurrent ? (
          text('people.thisSession')
        ) : (
          <ActButton
            label={text('people.endSession')}
            about={agent === null ? '' : describeDevice(agent)}
            work={() => callRoute('DELETE /os/sessions/{id}', { params: { id } })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
