import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type ActionType, actionTypes } from '../../model/resources/actions.ts';
import { isResourceName, resourceNames } from '../../model/resources/registry.ts';
import { callRoute } from '../api/answers.ts';
import { ActionDialog } from '../fields/action-dialog.tsx';
import { useLanguage, useText } from '../i18n/language.tsx';
import { useFarm } from '../ui/farm.tsx';
import { useCan } from '../ui/page.tsx';
import { type Choice, ChoiceDialog, containsWords } from './choice-dialog.tsx';
import { useScreens } from './menu.tsx';

const MIN_LETTERS = 2;
/** Screens that show more of a record than its fields. */
const WITH_SCREENS = ['/farms/$id', '/barns/$id', '/flocks/$id'] as const;
const DEBOUNCE_MILLIS = 200;

/**
 * Finds screens, kinds of records, actions and records of all modules; Enter opens the selected
 * one.
 */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [action, setAction] = useState<ActionType>();
  const local = useLocalChoices({ typed, onClose, onAction: setAction });
  const found = useFoundRecords(typed, onClose);
  if (action !== undefined) return <ActionDialog type={action} onClose={onClose} />;
  return (
    <ChoiceDialog
      title={text('palette.title')}
      hint={text('palette.hint')}
      typed={typed}
      onTyped={setTyped}
      choices={[...local, ...found.choices]}
      isPending={found.isPending}
      onClose={onClose}
    >
      {found.isUnreachable && text('error.unreachable')}
    </ChoiceDialog>
  );
}

/** The screens, kinds of records and actions whose names contain all typed words. */
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
  const matches = containsWords(props.typed, language);
  return [...screens, ...actions, ...records].filter(({ label }) => matches(label));
}

/** Records of all modules found by the service. */
function useFoundRecords(typed: string, onClose: () => void) {
  const { labels } = useLanguage().wording;
  const navigate = useNavigate();
  const [searchText] = useDebouncedValue(typed.trim(), DEBOUNCE_MILLIS);
  const isLongEnough = searchText.length >= MIN_LETTERS;
  const search = useQuery({
    queryKey: ['search', searchText],
    queryFn: ({ signal }) => callRoute('GET /search', { query: { q: searchText }, signal }),
    placeholderData: keepPreviousData,
    enabled: isLongEnough,
    refetchInterval: false,
    meta: { isPrivate: true },
  });
  const rows = isLongEnough && typed.trim() !== '' ? (search.data?.data ?? []) : [];
  const choices = rows.flatMap(({ resource, id, title, farmId }): Choice[] => {
    if (!isResourceName(resource)) return [];
    const choose = () => {
      onClose();
      void navigate({
        to: WITH_SCREENS.find((to) => to === `/${resource}/$id`) ?? '/records/$resource/$id',
        params: { resource, id },
        search: farmId === null ? {} : { farm: farmId },
      });
    };
    return [{ key: id, label: title, kind: labels.singulars[resource], choose }];
  });
  return { choices, isPending: isLongEnough && search.isPending, isUnreachable: search.isError };
}
