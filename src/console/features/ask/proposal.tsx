import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type ActionType, actionTypes } from '../../../model/resources/actions.ts';
import { callRoute } from '../../api/answers.ts';
import { newKey } from '../../api/http.ts';
import { ActionDialog, ActionValues } from '../../fields/action-dialog.tsx';
import { useText } from '../../i18n/language.tsx';
import { Refusal, useAct } from '../../ui/act.tsx';
import { useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import classes from './ask.module.css';
import type { Answer, Turn, Undo } from './conversation.ts';

type Proposed = NonNullable<Answer['action']>;

/**
 * An action that an answer proposes: displays its values, runs it after confirmation and can undo
 * it.
 */
export function Proposal(props: {
  readonly turn: Turn;
  readonly action: Proposed;
  readonly onChange: (changes: Partial<Turn>) => void;
}): ReactNode {
  const { turn, action, onChange } = props;
  const text = useText();
  const type = actionTypes.find((one) => one === action.type);
  if (type === undefined) return null;
  const undo = turn.undo ?? action.undo;
  return (
    <section className={classes['action']} aria-label={text(`palette.action.${type}`)}>
      <h3>{text(`palette.action.${type}`)}</h3>
      <ActionValues type={type} values={action.fields} />
      {undo ? (
        <Done undo={undo} isUndone={turn.isUndone === true} onChange={onChange} />
      ) : (
        <Confirm {...{ type, action }} onDone={(done) => onChange({ undo: done })} />
      )}
    </section>
  );
}

function Confirm(props: {
  readonly type: ActionType;
  readonly action: Proposed;
  readonly onDone: (undo: Undo) => void;
}) {
  const { type, action, onDone } = props;
  const text = useText();
  const mayRun = useCan()('actions:execute');
  const [isChanging, setIsChanging] = useState(false);
  // Shared by all attempts to run the proposal.
  const [idempotencyKey] = useState(newKey);
  const run = useAct(
    async () => {
      const { fields } = await callRoute('POST /os/actions/check', { body: action.fields });
      return callRoute('POST /actions', { body: fields, idempotencyKey });
    },
    ({ undo }) => onDone(undo),
  );
  const isRefused = action.status === 'refused';
  if (!mayRun) {
    return (
      <p>
        {text('ask.mayNotRun')} <code>actions:execute</code>
      </p>
    );
  }
  return (
    <>
      <Refusal error={run.error} />
      <div className={classes['buttons']}>
        {!isRefused && (
          <Button loading={run.isPending} onClick={() => run.mutate()}>
            {text('palette.run')}
          </Button>
        )}
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {text('ask.change')}
        </Button>
      </div>
      {isChanging && (
        <ActionDialog
          type={type}
          initial={action.fields}
          onDone={onDone}
          onClose={() => setIsChanging(false)}
        />
      )}
    </>
  );
}

function Done(props: {
  readonly undo: Undo;
  readonly isUndone: boolean;
  readonly onChange: (changes: Partial<Turn>) => void;
}) {
  const text = useText();
  const takeBack = useAct(
    () => callRoute('POST /actions/undo', { body: props.undo }),
    () => props.onChange({ undo: props.undo, isUndone: true }),
  );
  if (props.isUndone) return <p role="status">{text('ask.undone')}</p>;
  return (
    <>
      <p role="status">
        <SeverityMark severity="ok" isShort /> {text('ask.done')}
      </p>
      <Refusal error={takeBack.error} />
      <Button variant="default" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
        {text('action.undo')}
      </Button>
    </>
  );
}
