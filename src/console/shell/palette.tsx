import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type ActionType, actionTypes } from '../../model/resources/actions.ts';
import { isResourceName, resourceNames } from '../../model/resources/registry.ts';
import { callRoute } from '../api/answers.ts';
import { ActionDialog } from '../fields/action-dialog.tsx';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFarm } from '../ui/farm.tsx';
import { useCan } from '../ui/page.tsx';
import { useScreens } from './menu.tsx';
import classes from './palette.module.css';

/** Something that can be chosen. */
interface Choice {
  readonly key: string;
  readonly label: string;
  /** What kind of thing it is. */
  readonly kind: string;
  readonly choose: () => void;
}

const MOST_SHOWN = 40;
const FEWEST_LETTERS = 2;
const PAUSE_MILLIS = 200;

/** Finds screens, kinds of records, actions and records of all modules; Enter opens the marked one. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const [action, setAction] = useState<ActionType>();
  const input = useRef<HTMLInputElement>(null);
  // A dialog focuses its first button when it opens.
  useEffect(() => input.current?.focus(), []);
  const local = useLocalChoices({ typed, onClose, onAction: setAction });
  const found = useFoundRecords(typed, onClose);
  const choices = [...local, ...found.choices].slice(0, MOST_SHOWN);
  const at = Math.min(marked, choices.length - 1);
  if (action !== undefined) return <ActionDialog type={action} onClose={onClose} />;
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setMarked((at + step + choices.length) % choices.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choices[at]?.choose();
    }
  };
  return (
    <Dialog title={text('palette.title')} onClose={onClose}>
      <TextInput
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
        aria-label={text('palette.hint')}
        placeholder={text('palette.hint')}
        ref={input}
        dir="auto"
        maxLength={200}
        value={typed}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setMarked(0);
        }}
      />
      <div id={id} role="listbox" aria-label={text('palette.title')} className={classes['list']}>
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes['choice']}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={choice.choose}
            onKeyDown={press}
          >
            <span dir="auto">{choice.label}</span>
            <small>{choice.kind}</small>
          </div>
        ))}
      </div>
      <p role="status" className={classes['status']}>
        {found.isUnreachable && text('error.unreachable')}
        {choices.length === 0 && !found.isPending && text('palette.nothing')}
      </p>
    </Dialog>
  );
}

/** The screens, kinds of records and actions whose names hold all typed words. */
function useLocalChoices(props: {
  readonly typed: string;
  readonly onClose: () => void;
  readonly onAction: (type: ActionType) => void;
}): readonly Choice[] {
  const { text, labels, language } = useLanguage().wording;
  const navigate = useNavigate();
  const can = useCan();
  const farm = useFarm();
  const search = { farm: farm?.id };
  const open = (to: string, params?: Readonly<Record<string, string>>) => () => {
    props.onClose();
    void navigate({ to, search, ...(params ? { params } : {}) });
  };
  const screens = useScreens().map(({ to, name }) => ({
    key: to,
    label: text(name),
    kind: text('palette.screen'),
    choose: open(to),
  }));
  const records = resourceNames
    .filter((resource) => can(`read:${resource}`))
    .map((resource) => ({
      key: resource,
      label: labels.plurals[resource],
      kind: text('nav.records'),
      choose: open('/records/$resource', { resource }),
    }));
  const actions = (can('actions:execute') ? actionTypes : []).map((type) => ({
    key: type,
    label: text(`palette.action.${type}`),
    kind: text('palette.action'),
    choose: () => props.onAction(type),
  }));
  const words = props.typed.toLocaleLowerCase(language).split(/\s+/);
  const isAsked = ({ label }: Choice) =>
    words.every((word) => label.toLocaleLowerCase(language).includes(word));
  return [...screens, ...actions, ...records].filter(isAsked);
}

/** Records of all modules that the service finds. */
function useFoundRecords(typed: string, onClose: () => void) {
  const { labels } = useLanguage().wording;
  const navigate = useNavigate();
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MILLIS);
  const isAsked = asked.length >= FEWEST_LETTERS;
  const search = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => callRoute('GET /search', { query: { q: asked }, signal }),
    enabled: isAsked,
    refetchInterval: false,
    meta: { isPrivate: true },
  });
  const rows = isAsked && typed.trim() !== '' ? (search.data?.data ?? []) : [];
  const choices = rows.flatMap(({ resource, id, title, farmId }): Choice[] => {
    if (!isResourceName(resource)) return [];
    const choose = () => {
      onClose();
      void navigate({
        to: '/records/$resource/$id',
        params: { resource, id },
        search: farmId === null ? {} : { farm: farmId },
      });
    };
    return [{ key: id, label: title, kind: labels.singulars[resource], choose }];
  });
  return { choices, isPending: isAsked && search.isPending, isUnreachable: search.isError };
}
