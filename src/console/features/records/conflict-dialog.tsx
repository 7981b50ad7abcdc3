import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { labelOf } from '../../../i18n/labels.ts';
import type { Field } from '../../../model/core/fields.ts';
import { type ResourceDefinition, writableFields } from '../../../model/core/resource.ts';
import { type Draft, parseNumber, toDraft } from '../../fields/draft.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import type { Priced } from '../../fields/use-currency.ts';
import { useLanguage, useZone } from '../../i18n/language.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import classes from './records.module.css';
import type { Conflict } from './use-record-form.ts';

/**
 * Displays concurrent changes by another user next to the user's values, and asks which to keep.
 */
export function ConflictDialog(props: {
  readonly resource: ResourceDefinition;
  readonly conflict: Conflict;
  readonly changedAt: string;
  readonly onClose: () => void;
  readonly onResolved: (draft: Draft) => void;
}): ReactNode {
  const { wording } = useLanguage();
  const zone = useZone();
  const { resource, conflict } = props;
  const [base, theirs] = [conflict.base, conflict.theirs].map((row) =>
    toDraft(resource, row, zone),
  );
  const { mine } = conflict;
  const differing = writableFields(resource).filter(
    ([name]) => theirs?.[name] !== base?.[name] && theirs?.[name] !== mine[name],
  );
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const isMine = (name: string) => mine[name] !== base?.[name];
  const resolve = () => {
    const taken = differing.map(([name]) => name).filter((name) => !own.has(name));
    props.onResolved({
      ...mine,
      ...Object.fromEntries(taken.map((name) => [name, theirs?.[name] ?? ''])),
    });
  };
  return (
    <Dialog title={wording.text('conflict.title')} onClose={props.onClose}>
      <p>{wording.text('conflict.text', { time: props.changedAt })}</p>
      {differing.map(([name, field]) => (
        <fieldset key={name} className={classes['choiceOfValue']}>
          <legend>{labelOf(wording.labels, name)}</legend>
          <Choice
            name={name}
            label={wording.text('conflict.theirs')}
            isChosen={!own.has(name)}
            onChoose={() => setOwn(new Set([...own].filter((other) => other !== name)))}
          >
            <Shown {...{ resource, field }} row={conflict.theirs} value={conflict.theirs[name]} />
          </Choice>
          {isMine(name) && (
            <Choice
              name={name}
              label={wording.text('conflict.mine')}
              isChosen={own.has(name)}
              onChoose={() => setOwn(new Set([...own, name]))}
            >
              <Shown
                {...{ resource, field }}
                row={{
                  ...conflict.theirs,
                  currency: mine['currency'] || conflict.theirs['currency'],
                }}
                value={typedValue(field, mine[name])}
              />
            </Choice>
          )}
        </fieldset>
      ))}
      <DialogButtons>
        <Button variant="default" onClick={props.onClose}>
          {wording.text('dialog.cancel')}
        </Button>
        <Button onClick={resolve}>{wording.text('form.save')}</Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Converts a text of the form to a value for display. */
function typedValue(field: Field, text = ''): unknown {
  if (text === '') return null;
  if (field.type === 'boolean') return text === 'true';
  if (NUMBERS.includes(field.type)) return parseNumber(text) ?? text;
  // Other texts are displayed as typed.
  return text;
}

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label>
      <input type="radio" name={props.name} checked={props.isChosen} onChange={props.onChoose} />
      <span>{props.label}</span>
      <strong>{props.children}</strong>
    </label>
  );
}

const NUMBERS: readonly Field['type'][] = ['number', 'integer', 'money'];
const TYPED: readonly Field['type'][] = [...NUMBERS, 'timestamp', 'list', 'json'];

function Shown(props: {
  readonly resource: ResourceDefinition;
  readonly field: Field;
  readonly value: unknown;
  readonly row: Priced;
}) {
  const { resource, field, value } = props;
  if (value === null || value === undefined) return '—';
  const isTyped = typeof value === 'string' && TYPED.includes(field.type);
  return isTyped ? <bdi>{value}</bdi> : <FieldValue {...props} resource={resource.name} />;
}
