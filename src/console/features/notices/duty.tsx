import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addDays, type CalendarDay, dayInZone } from '../../../tools/calendar.ts';
import { dutyQuery, type FarmDuty } from '../../api/duties.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { leftToRight } from '../../i18n/formats.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Answered, Section, useCan } from '../../ui/page.tsx';
import { DutyEditor } from './duty-editor.tsx';
import classes from './notices.module.css';
import { useUserName } from './user-name.ts';

type Plan = FarmDuty['plan'];

const DAYS_OF_WEEK = 7;

/** Who is on call on a farm now and this week, and the escalation levels. */
export function Duty({ farmId }: { readonly farmId: string }): ReactNode {
  const text = useText();
  const mayEdit = useCan()('write:alerts');
  const [isEditing, setIsEditing] = useState(false);
  const duty = useQuery(dutyQuery(farmId));
  return (
    <Section
      title={text('notices.onCall')}
      aside={
        mayEdit && (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {text('notices.plan.edit')}
          </Button>
        )
      }
    >
      <Answered query={duty}>
        {(found) => (
          <>
            <OnCall duty={found} />
            <Week duty={found} />
            <Exceptions duty={found} />
            <Rules plan={found.plan} />
          </>
        )}
      </Answered>
      {isEditing && <DutyEditor farmId={farmId} onClose={() => setIsEditing(false)} />}
    </Section>
  );
}

/** Texts for times when nobody is notified. */
const UNREACHED = {
  nobody: 'notices.nobodyReachable',
  on_duty: 'notices.onlyOnDuty',
} as const;

function OnCall({ duty }: { readonly duty: FarmDuty }) {
  const text = useText();
  const nameOf = useUserName();
  const { onCall, reachable, reach, isDefault } = duty;
  return (
    <>
      <p className={classes['onCall']}>
        {onCall.length === 0 ? (
          text('notices.nobodyOnCall')
        ) : (
          <bdi>{onCall.map(nameOf).join(', ')}</bdi>
        )}
      </p>
      {reach !== 'anytime' && <p className={classes['trouble']}>{text(UNREACHED[reach])}</p>}
      {reachable > 0 && (
        <p className={classes['hint']}>{text('notices.reachable', { count: reachable })}</p>
      )}
      {isDefault && <p className={classes['hint']}>{text('notices.defaultPlan')}</p>}
    </>
  );
}

function Week({ duty: { plan, timezone } }: { readonly duty: FarmDuty }) {
  const text = useText();
  const formats = useFormats();
  if (plan.shifts.length === 0) return null;
  const today = dayInZone(serviceNow(), timezone);
  return (
    <>
      <h3 className={classes['heading']}>{text('notices.week')}</h3>
      <ol className={classes['week']}>
        {Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(today, index)).map((day) => (
          <li key={day}>
            <strong>{formats.day(day)}</strong>
            <Shifts plan={plan} day={day} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The shifts that begin on a day, or the exception that replaces them. */
function Shifts({ plan, day }: { readonly plan: Plan; readonly day: CalendarDay }) {
  const text = useText();
  const nameOf = useUserName();
  const exception = plan.exceptions.find(({ from, to }) => from <= day && day <= to);
  if (exception) {
    const { userId } = exception;
    return (
      <span className={classes['exception']}>
        {text('notices.exception')}{' '}
        <bdi>{userId === null ? text('notices.nobody') : nameOf(userId)}</bdi>
      </span>
    );
  }
  const shifts = plan.shifts.filter(({ days }) => days.includes(weekdayOf(day)));
  if (shifts.length === 0) return <span>{text('notices.nobody')}</span>;
  return shifts.map(({ userId, from, to }) => (
    <span key={`${userId} ${from} ${to}`}>
      {leftToRight(`${from}–${to}`)} <bdi>{nameOf(userId)}</bdi>
    </span>
  ));
}

/** From 1, Monday, to 7, Sunday. */
function weekdayOf(day: CalendarDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS_OF_WEEK;
}

/** The current and future exceptions. */
function Exceptions({ duty: { plan, timezone } }: { readonly duty: FarmDuty }) {
  const text = useText();
  const formats = useFormats();
  const nameOf = useUserName();
  const today = dayInZone(serviceNow(), timezone);
  const coming = plan.exceptions.filter(({ to }) => to >= today);
  if (coming.length === 0) return null;
  return (
    <>
      <h3 className={classes['heading']}>{text('notices.exceptions')}</h3>
      <ul className={classes['list']}>
        {coming.map(({ userId, from, to }) => (
          <li key={`${from} ${to} ${userId}`}>
            {from === to ? formats.day(from) : `${formats.day(from)} – ${formats.day(to)}`}:{' '}
            <bdi>{userId === null ? text('notices.nobody') : nameOf(userId)}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rules({ plan }: { readonly plan: Plan }) {
  const text = useText();
  const formats = useFormats();
  const nameOf = useUserName();
  const { escalation, quietHours, warnings } = plan;
  return (
    <ul className={classes['list']}>
      {escalation.map(({ userIds, afterMinutes }) => (
        <li key={`${afterMinutes} ${userIds.join()}`}>
          {text('notices.escalation', {
            minutes: formats.number(afterMinutes),
            names: userIds.map(nameOf).join(', '),
          })}
        </li>
      ))}
      {!warnings && <li>{text('notices.noWarnings')}</li>}
      {warnings && quietHours && <li>{text('notices.quietHours', quietHours)}</li>}
    </ul>
  );
}
