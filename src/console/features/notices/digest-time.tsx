import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { type DigestChannel, digestChannels } from '../../../model/core/vocabulary.ts';
import { callRoute, meQuery } from '../../api/answers.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Refusal, useAct } from '../../ui/act.tsx';
import { Answered, Section, useCan } from '../../ui/page.tsx';
import classes from './notices.module.css';

const HOURS = 24;

/** The hour and channel of the user's morning briefing. */
export function DigestTime(): ReactNode {
  const text = useText();
  const can = useCan();
  const { labels } = useLanguage().wording;
  const { data: me } = useQuery(meQuery);
  const isShown = me?.user !== undefined && me.user !== null && can('read:*');
  const digest = useQuery({
    queryKey: ['notice-digest', me?.user?.id],
    queryFn: ({ signal }) => callRoute('GET /os/notices/digest', { signal }),
    meta: { isPrivate: true },
    enabled: isShown,
  });
  const change = useAct((body: { readonly hour: number | null; readonly via: DigestChannel }) =>
    callRoute('PUT /os/notices/digest', { body }),
  );
  if (!isShown) return null;
  return (
    <Section title={text('notices.digest')}>
      <Answered query={digest}>
        {({ hour, via, hasChannel, timezone }) => (
          <>
            <div className={classes['question']}>
              <NativeSelect
                label={text('notices.digestHour')}
                value={hour ?? ''}
                disabled={change.isPending}
                data={[
                  { value: '', label: text('notices.digestOff') },
                  ...Array.from({ length: HOURS }, (_, index) => ({
                    value: String(index),
                    label: `${String(index).padStart(2, '0')}:00`,
                  })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  change.mutate({ hour: value === '' ? null : Number(value), via })
                }
              />
              <NativeSelect
                label={text('notices.digestVia')}
                value={via}
                disabled={change.isPending}
                data={digestChannels.map((value) => ({ value, label: wordOf(labels, value) }))}
                onChange={({ currentTarget: { value } }) =>
                  change.mutate({ hour, via: value as DigestChannel })
                }
              />
            </div>
            <p className={classes['hint']}>{text('notices.digestZone', { zone: timezone })}</p>
            {hour !== null && !hasChannel && (
              <p className={classes['trouble']}>{text('notices.digestNoChannel')}</p>
            )}
          </>
        )}
      </Answered>
      <Refusal error={change.error} />
    </Section>
  );
}
