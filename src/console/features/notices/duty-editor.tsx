import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FarmError } from '../../../model/core/errors.ts';
import { callRoute } from '../../api/answers.ts';
import { type FarmDuty, type ReadDuty, readDuty } from '../../api/duties.ts';
import { MAX_USERS, namesQuery } from '../../api/queries.ts';
import { useText } from '../../i18n/language.tsx';
import { Refusal, useAct } from '../../ui/act.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Answered, useCan } from '../../ui/page.tsx';
import { toDraft, toPlan, usersIn } from './duty-draft.ts';
import {
  Check,
  ExceptionFields,
  Hours,
  LevelFields,
  type People,
  ShiftFields,
} from './duty-fields.tsx';
import classes from './notices.module.css';
import { useUserName } from './user-name.ts';

interface EditorProps {
  readonly farmId: string;
  readonly onClose: () => void;
}

/** Edits the duty plan of a farm; a concurrent change by another user is not overwritten. */
export function DutyEditor({ farmId, onClose }: EditorProps): ReactNode {
  const text = useText();
  const read = useQuery({
    queryKey: ['duty-to-edit', farmId],
    queryFn: () => readDuty(farmId),
    gcTime: 0,
    refetchInterval: false,
    // Refetching would discard the user's input, so only the user reloads.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [loads, setLoads] = useState(0);
  const load = () => void read.refetch().then(() => setLoads(loads + 1));
  return (
    <Dialog title={text('notices.plan.edit')} onClose={onClose}>
      <Answered query={read}>
        {(found) => <PlanForm key={loads} read={found} onLoad={load} onClose={onClose} />}
      </Answered>
    </Dialog>
  );
}

function PlanForm(props: {
  readonly read: ReadDuty;
  readonly onLoad: () => void;
  readonly onClose: () => void;
}) {
  const { onLoad, onClose } = props;
  const text = useText();
  const [{ duty, etag }] = useState(props.read);
  const [draft, setDraft] = useState(() => toDraft(duty.plan));
  const [isDayMissing, setIsDayMissing] = useState(false);
  const people = usePeople(duty);
  const save = useAct(
    () =>
      callRoute('PUT /os/duties/{id}', {
        params: { id: duty.farmId },
        body: toPlan(draft),
        etag,
      }),
    onClose,
  );
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = draft.shifts.some(({ days }) => days.length === 0);
    setIsDayMissing(isMissing);
    if (!isMissing) save.mutate();
  };
  const hasQuietHours = draft.from !== '' || draft.to !== '';
  return (
    <form onSubmit={submit} className={classes['plan']}>
      <h3>{text('notices.plan.shifts')}</h3>
      <p className={classes['hint']}>{text('notices.plan.shiftsHint', { zone: duty.timezone })}</p>
      <ShiftFields
        entries={draft.shifts}
        people={people}
        onChange={(shifts) => change({ shifts })}
      />
      <h3>{text('notices.exceptions')}</h3>
      <p className={classes['hint']}>{text('notices.plan.exceptionsHint')}</p>
      <ExceptionFields
        entries={draft.exceptions}
        people={people}
        onChange={(exceptions) => change({ exceptions })}
      />
      <h3>{text('notices.plan.levels')}</h3>
      <p className={classes['hint']}>{text('notices.plan.levelsHint')}</p>
      <LevelFields
        entries={draft.escalation}
        people={people}
        onChange={(escalation) => change({ escalation })}
      />
      <Check
        label={text('notices.plan.warnings')}
        isChecked={draft.warnings}
        onChecked={(warnings) => change({ warnings })}
      />
      <fieldset className={classes['entry']}>
        <legend>{text('notices.plan.quiet')}</legend>
        <p className={classes['hint']}>{text('notices.plan.quietHint')}</p>
        <Hours from={draft.from} to={draft.to} isRequired={hasQuietHours} onHours={change} />
      </fieldset>
      {isDayMissing && (
        <p role="alert" className={classes['trouble']}>
          {text('notices.plan.noDay')}
        </p>
      )}
      <PlanRefusal error={save.error} plan={toPlan(draft)} onLoad={onLoad} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {text('dialog.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {text('form.save')}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Active users, and those in the plan. */
function usePeople({ plan }: FarmDuty): People {
  const mayRead = useCan()('read:users');
  const { data } = useQuery({
    ...namesQuery('users', { status: 'active' }, MAX_USERS),
    enabled: mayRead,
  });
  const nameOf = useUserName();
  const named = [
    ...plan.shifts.map(({ userId }) => userId),
    ...plan.exceptions.flatMap(({ userId }) => userId ?? []),
    ...plan.escalation.flatMap(({ userIds }) => userIds),
  ];
  const ids = [...new Set([...(data?.keys() ?? []), ...named])];
  return ids
    .map((value) => ({ value, label: data?.get(value) ?? nameOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

function PlanRefusal(props: {
  readonly error: unknown;
  readonly plan: FarmDuty['plan'];
  readonly onLoad: () => void;
}) {
  const { error, plan, onLoad } = props;
  const text = useText();
  const nameOf = useUserName();
  if (!(error instanceof FarmError)) return <Refusal error={error} />;
  if (error.slug === 'precondition_failed') {
    return (
      <div role="alert" className={classes['trouble']}>
        <p>{text('notices.plan.conflict')}</p>
        <Button variant="default" onClick={onLoad}>
          {text('notices.plan.load')}
        </Button>
      </div>
    );
  }
  const paths = (error.issues ?? []).filter(({ code }) => code === 'not_found');
  const users = usersIn(
    plan,
    paths.map(({ path }) => path),
  );
  if (users.length === 0) return <Refusal error={error} />;
  return (
    <p role="alert" className={classes['trouble']} dir="auto">
      {text('notices.plan.notReader', { names: users.map(nameOf).join(', ') })}
    </p>
  );
}
