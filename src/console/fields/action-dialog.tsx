import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { labelOf } from '../../i18n/labels.ts';
import { FarmError, type Issue } from '../../model/core/errors.ts';
import { type ActionType, actionFields, actions } from '../../model/resources/actions.ts';
import { type AnswerOf, callRoute } from '../api/answers.ts';
import { useUndoOffer } from '../api/changes.tsx';
import { useErrorTexts } from '../api/error-texts.ts';
import { newKey } from '../api/http.ts';
import { serviceNow } from '../api/service-clock.ts';
import { useLanguage, useText, useZone } from '../i18n/language.tsx';
import { Refusal } from '../ui/act.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { useFarm } from '../ui/farm.tsx';
import classes from './action-dialog.module.css';
import { type Draft, defaultDraft, readFields, textsFromValue } from './draft.ts';
import { FieldInput, useFocusOnIssues } from './field-input.tsx';
import { FieldValue } from './field-value.tsx';

type Values = Readonly<Record<string, unknown>>;

/**
 * Dialog for one of the 14 actions: its fields, then all values for confirmation, then it runs; it
 * can be undone.
 */
export function ActionDialog(props: {
  readonly type: ActionType;
  /** Initial values of its fields. */
  readonly initial?: Values;
  /** Called with the descriptor that undoes it. */
  readonly onDone?: (undo: AnswerOf<'POST /actions'>['undo']) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { type, onClose, initial = {} } = props;
  const text = useText();
  const zone = useZone();
  const farm = useFarm();
  const fields = actionFields(actions[type]);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...defaultDraft(fields, zone, serviceNow()),
    ...textsFromValue(fields, initial, zone),
  }));
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const form = useFocusOnIssues(issues);
  const check = useMutation({
    mutationFn: async (body: Values) => ({
      // Shared by all attempts to run the confirmed action.
      key: newKey(),
      fields: (await callRoute('POST /os/actions/check', { body })).fields as Values,
    }),
    onError: (error) => setIssues(error instanceof FarmError ? (error.issues ?? []) : []),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { body, issues: found } = readFields(fields, draft, zone);
    setIssues(found ?? []);
    if (body) check.mutate({ ...body, type, farmId: farm?.id });
  };
  if (check.data) {
    return <Confirmation {...props} checked={check.data} onBack={() => check.reset()} />;
  }
  return (
    <Dialog title={text(`palette.action.${type}`)} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        {farm && (
          <p className={classes['farm']}>
            {text('form.farm')} <bdi>{farm.name}</bdi>
          </p>
        )}
        <div className={classes['fields']}>
          {fields.map(([name, field]) => (
            <Input
              key={name}
              name={name}
              field={field}
              text={draft[name] ?? ''}
              row={{ currency: draft['currency'] || undefined, farmId: farm?.id }}
              issue={issues.find(({ path }) => path === name)}
              onText={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
        </div>
        <Refusal error={check.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" loading={check.isPending}>
            {text('palette.check')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function Input(
  props: Parameters<typeof FieldInput>[0] & { readonly issue: Issue | undefined },
): ReactNode {
  const { issue, ...input } = props;
  const texts = useErrorTexts();
  return <FieldInput {...input} error={issue && texts?.ofIssue(issue)} />;
}

/** All values as understood by the service; nothing runs before the confirmation. */
function Confirmation(props: {
  readonly type: ActionType;
  readonly checked: { readonly key: string; readonly fields: Values };
  readonly onDone?: (undo: AnswerOf<'POST /actions'>['undo']) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}) {
  const { type, checked, onBack, onClose } = props;
  const text = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const offer = useUndoOffer();
  const name = text(`palette.action.${type}`);
  const run = useMutation({
    mutationFn: () =>
      callRoute('POST /actions', { body: checked.fields, idempotencyKey: checked.key }),
    onSuccess: ({ action, result, undo }) => {
      onClose();
      props.onDone?.(undo);
      if (type === 'navigate') return navigate({ to: pathOf(result) });
      const call = { method: 'POST', path: '/actions/undo', body: undo } as const;
      offer(action.id, text('action.completed', { title: name }), call);
      return queries.invalidateQueries();
    },
  });
  return (
    <Dialog title={name} onClose={onClose}>
      <ActionValues type={type} values={checked.fields} />
      <Refusal error={run.error} />
      <DialogButtons>
        <Button variant="default" onClick={onBack}>
          {text('palette.back')}
        </Button>
        <Button loading={run.isPending} onClick={() => run.mutate()}>
          {text('palette.run')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The values of an action for display. */
export function ActionValues(props: {
  readonly type: ActionType;
  readonly values: Values;
}): ReactNode {
  const { labels } = useLanguage().wording;
  return (
    <dl className={classes['values']}>
      {actionFields(actions[props.type])
        .filter(([name]) => props.values[name] != null)
        .map(([name, field]) => (
          <div key={name} className={classes['value']}>
            <dt>{labelOf(labels, name)}</dt>
            <dd>
              <FieldValue field={field} value={props.values[name]} row={props.values} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function pathOf(result: unknown): string {
  const { path } = (result ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' && path.startsWith('/') ? path : '/';
}
