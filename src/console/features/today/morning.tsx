import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { withUnit } from '../../../i18n/labels.ts';
import { type Digest, digestQuery } from '../../api/answers.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { FixLink } from '../../ui/fix-link.tsx';
import items from '../../ui/items.module.css';
import { Answered, Empty, Section, useCan } from '../../ui/page.tsx';
import { ReplyForm } from '../../ui/reply-form.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';

/** Parts of the morning briefing: unanswered questions, missing logs, weather. */
export function Morning(props: { readonly farmId: string }): ReactNode {
  const { wording } = useLanguage();
  const digest = useQuery(digestQuery(props.farmId, wording.language));
  return (
    <Answered query={digest}>
      {({ unansweredQuestions, flocksMissingLog, feedOrdersLate, weather }) => (
        <>
          <Questions questions={unansweredQuestions} />
          <MissingLogs flocks={flocksMissingLog} />
          <LateOrders orders={feedOrdersLate} />
          {weather && <Weather weather={weather} />}
        </>
      )}
    </Answered>
  );
}

function Questions(props: { readonly questions: Digest['unansweredQuestions'] }) {
  const text = useText();
  if (props.questions.length === 0) return null;
  return (
    <Section title={text('today.questions')}>
      <ul className={items['list']}>
        {props.questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </ul>
    </Section>
  );
}

function Question({
  question,
}: {
  readonly question: Digest['unansweredQuestions'][number];
}): ReactNode {
  const { id, rawText, authorName, createdAt } = question;
  const text = useText();
  const formats = useFormats();
  const mayReply = useCan()('write:field-reports');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={items['item']}>
      <div className={items['what']}>
        <Link
          to="/records/$resource/$id"
          params={{ resource: 'field-reports', id }}
          search={({ farm }) => ({ farm })}
          dir="auto"
        >
          {rawText}
        </Link>
        <p>
          {authorName !== null && (
            <>
              <bdi>{authorName}</bdi>
              {' · '}
            </>
          )}
          {formats.instant(createdAt)}
        </p>
        {isOpen && (
          <ReplyForm report={{ ...question, replyText: null }} onClose={() => setIsOpen(false)} />
        )}
      </div>
      {mayReply && !isOpen && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {text('work.reply')}
        </Button>
      )}
    </li>
  );
}

function MissingLogs(props: { readonly flocks: Digest['flocksMissingLog'] }) {
  const text = useText();
  const formats = useFormats();
  const mayLog = useCan()('write:daily-logs');
  return (
    <Section title={text('today.missingLogs')}>
      {props.flocks.length === 0 && <Empty>{text('today.allLogged')}</Empty>}
      <ul className={items['list']}>
        {props.flocks.map(({ flockId, name, lastLogDate, days, severity }) => (
          <li key={flockId} className={items['item']} data-severity={severity}>
            <SeverityMark severity={severity} isShort />
            <div className={items['what']}>
              <Link
                to="/flocks/$id"
                params={{ id: flockId }}
                search={({ farm }) => ({ farm })}
                dir="auto"
              >
                <Words>{name}</Words>
              </Link>
              <p>
                {lastLogDate === null
                  ? text('today.neverLogged', { count: days })
                  : text('today.lastLog', { count: days, date: formats.day(lastLogDate) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {mayLog && props.flocks.length > 0 && (
        <Button
          mt="sm"
          variant="default"
          renderRoot={(root) => <Link to="/log" search={({ farm }) => ({ farm })} {...root} />}
        >
          {text('today.log')}
        </Button>
      )}
    </Section>
  );
}

function LateOrders(props: { readonly orders: Digest['feedOrdersLate'] }) {
  const text = useText();
  const formats = useFormats();
  const { wording } = useLanguage();
  if (props.orders.length === 0) return null;
  return (
    <Section title={text('today.lateOrders')}>
      <ul className={items['list']}>
        {props.orders.map(({ id, flock, quantityKg, dueDate, fix }) => (
          <li key={id} className={items['item']} data-severity="warning">
            <SeverityMark severity="warning" isShort />
            <div className={items['what']}>
              <Link
                to="/records/$resource/$id"
                params={{ resource: 'feed-orders', id }}
                search={({ farm }) => ({ farm })}
              >
                <bdi>
                  {quantityKg === null
                    ? text('today.lateOrders')
                    : withUnit(wording, {
                        number: formats.measure(quantityKg),
                        unit: 'kg',
                        count: quantityKg,
                      })}
                </bdi>
                {flock !== null && (
                  <>
                    {' · '}
                    <bdi>
                      <Words>{flock}</Words>
                    </bdi>
                  </>
                )}
              </Link>
              <p>{text('today.wasDue', { date: formats.day(dueDate) })}</p>
            </div>
            <FixLink fix={fix} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Weather({ weather }: { readonly weather: NonNullable<Digest['weather']> }) {
  const text = useText();
  const formats = useFormats();
  const { now, next72h = [], actions = [], heatRisk, missing = [] } = weather;
  const temps = next72h.flatMap(({ temp }) => temp ?? []);
  const isKnown = now || temps.length > 0;
  return (
    <Section title={text('today.weather')}>
      {!isKnown && <Empty>{missing[0]?.message ?? text('today.noWeather')}</Empty>}
      {isKnown && (
        <p>
          {now?.temp != null && text('today.outside', { temp: formats.number(now.temp) })}{' '}
          {temps.length > 0 &&
            text('today.forecast', {
              low: formats.number(Math.min(...temps)),
              high: formats.number(Math.max(...temps)),
            })}
        </p>
      )}
      {isKnown && heatRisk === 'none' && actions.length === 0 && <p>{text('today.calm')}</p>}
      <ul className={items['list']}>
        {actions.map(({ code, severity, message, from, until }) => (
          <li key={`${code} ${from}`} className={items['item']} data-severity={severity}>
            <SeverityMark severity={severity} isShort />
            <div className={items['what']}>
              <span dir="auto">{message}</span>
              <p>
                {formats.instant(from)} – {formats.instant(until)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
