import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { labelOf, wordOf } from '../../i18n/labels.ts';
import type { Field } from '../../model/core/fields.ts';
import { isResourceName } from '../../model/resources/registry.ts';
import { useErrorTexts } from '../api/error-texts.ts';
import { capitalised, toHeading } from '../i18n/heading.ts';
import { useLanguage } from '../i18n/language.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import classes from './field-input.module.css';
import { PersonPicker, ReferencePicker } from './reference-picker.tsx';
import { type Priced, useCurrency } from './use-currency.ts';

/** Properties of a field's input. */
export interface InputProps {
  readonly name: string;
  readonly field: Field;
  /** The resource of the field, for grammatical agreement of words. */
  readonly resource?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error?: string | undefined;
  /** The available words, where they are restricted. */
  readonly words?: readonly string[] | undefined;
  /** The record being written, for the currency of its amounts. */
  readonly row?: Priced | undefined;
}

/** The input of a field, with its label, unit and error. */
export function FieldInput(props: InputProps): ReactNode {
  const Input = PEOPLE.includes(props.name) ? PersonInput : INPUTS[props.field.type];
  return <Input {...props} />;
}

/** Focuses the first field with an issue, whenever there are new ones. */
export function useFocusOnIssues(issues: readonly unknown[]) {
  const element = useRef<HTMLFormElement>(null);
  const texts = useErrorTexts();
  const isShown = texts !== undefined && issues.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new issues move the focus again
  useEffect(() => {
    if (isShown) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isShown, issues]);
  return element;
}

/** Text fields with a person: a user, a contact, or any name. */
const PEOPLE: readonly string[] = ['assignee'];

/** The input of each type; a missing type fails to compile. */
const INPUTS: Readonly<Record<Field['type'], (props: InputProps) => ReactNode>> = {
  text: TextFieldInput,
  word: WordInput,
  reference: ReferenceInput,
  number: NumberFieldInput,
  integer: NumberFieldInput,
  money: MoneyInput,
  date: (props) => <PlainInput {...props} type="date" />,
  timestamp: (props) => <PlainInput {...props} type="datetime-local" />,
  boolean: BooleanInput,
  list: ListInput,
  json: JsonInput,
};

/** Common properties of all inputs. */
function useCommon({ name, field, text, onText, error }: InputProps) {
  const { wording } = useLanguage();
  return {
    name,
    label: labelOf(wording.labels, name),
    required: field.required === true,
    // The form reports missing values itself, in the language of the console.
    'aria-required': field.required === true,
    error,
    value: text,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  };
}

type PlainType = 'text' | 'date' | 'datetime-local' | 'email' | 'tel' | 'url';

function PlainInput(props: InputProps & { readonly type: PlainType; readonly hint?: string }) {
  const isText = props.type === 'text';
  return (
    <TextInput
      {...useCommon(props)}
      type={props.type}
      {...(isText ? { dir: 'auto' } : {})}
      {...(props.type === 'datetime-local' ? { step: 1 } : {})}
      description={props.hint}
      autoComplete="off"
    />
  );
}

const TEXT_TYPES: Readonly<Record<string, PlainType>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
};

function TextFieldInput(props: InputProps) {
  const { field } = props;
  const common = useCommon(props);
  if (field.type !== 'text') return null;
  if (field.multiline)
    return <Textarea {...common} dir="auto" rows={3} className={classes['wide'] as string} />;
  return <PlainInput {...props} type={TEXT_TYPES[field.format ?? ''] ?? 'text'} />;
}

function MoneyInput(props: InputProps) {
  return <NumberFieldInput {...props} unit={useCurrency(props.row)} />;
}

function NumberFieldInput(props: InputProps & { readonly unit?: string | undefined }) {
  const { wording } = useLanguage();
  const { name, field, text, onText, unit = field.unit } = props;
  const { value: _, onChange: _change, ...common } = useCommon(props);
  return (
    <NumberInput
      {...common}
      label={toHeading(wording.labels, { name, unit })}
      isWhole={field.type === 'integer'}
      text={text}
      onText={onText}
    />
  );
}

function BooleanInput(props: InputProps) {
  const { wording } = useLanguage();
  const { yes, no } = wording.labels.flags;
  const isOptional = props.field.required !== true && props.field.default === undefined;
  return (
    <NativeSelect
      {...useCommon(props)}
      data={[
        ...(isOptional ? [{ value: '', label: '—' }] : []),
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
    />
  );
}

/** In lists of words: the entry for typing another word. */
const OTHER = ' ';

function WordInput(props: InputProps) {
  const { wording } = useLanguage();
  const common = useCommon(props);
  const { field, text, onText, words } = props;
  const [isTyped, setIsTyped] = useState(false);
  if (field.type !== 'word') return null;
  const { vocabulary } = field;
  if (isTyped) {
    return (
      <TextInput
        {...common}
        dir="auto"
        autoFocus
        rightSectionWidth={44}
        rightSection={
          <Button
            variant="subtle"
            px={0}
            aria-label={wording.text('field.chooseFromList')}
            onClick={() => {
              onText('');
              setIsTyped(false);
            }}
          >
            ▾
          </Button>
        }
      />
    );
  }
  const listed = words ?? vocabulary.words;
  const shown = text === '' || listed.includes(text) ? listed : [text, ...listed];
  return (
    <NativeSelect
      {...common}
      onChange={({ currentTarget: { value } }) => {
        if (value !== OTHER) return onText(value);
        onText('');
        setIsTyped(true);
      }}
      data={[
        ...(text === '' || field.required !== true ? [{ value: '', label: '—' }] : []),
        ...shown.map((value) => ({
          value,
          label: capitalised(wordOf(wording.labels, value, props.resource)),
        })),
        ...(vocabulary.open && !words
          ? [{ value: OTHER, label: wording.text('field.otherWord') }]
          : []),
      ]}
    />
  );
}

function ReferenceInput(props: InputProps) {
  const { value, onChange: _, ...common } = useCommon(props);
  const { field, onText } = props;
  if (field.type !== 'reference' || !isResourceName(field.to))
    return <PlainInput {...props} type="text" />;
  return <ReferencePicker {...common} resource={field.to} id={value} onId={onText} />;
}

function PersonInput(props: InputProps) {
  const { value, onChange: _, ...common } = useCommon(props);
  return <PersonPicker {...common} id={value} onId={props.onText} />;
}

function ListInput(props: InputProps) {
  const { wording } = useLanguage();
  return <PlainInput {...props} type="text" hint={wording.text('field.commas')} />;
}

function JsonInput(props: InputProps) {
  return (
    <Textarea
      {...useCommon(props)}
      dir="ltr"
      rows={4}
      spellCheck={false}
      className={classes['wide'] as string}
      classNames={{ input: classes['code'] as string }}
    />
  );
}
