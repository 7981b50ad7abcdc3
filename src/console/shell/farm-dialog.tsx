import { type ReactNode, useMemo, useState } from 'react';
import type { Language } from '../../model/core/message.ts';
import { useLanguage } from '../i18n/language.tsx';
import { type Farm, useAllFarms } from '../ui/farm.tsx';
import { NewLink } from '../ui/fix-link.tsx';
import { Empty, Page, useCan } from '../ui/page.tsx';
import { ChoiceDialog, containsWords } from './choice-dialog.tsx';

/** Selects one of many farms by name. */
export function FarmDialog(props: {
  readonly onChoose: (farmId: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { text, language } = useLanguage().wording;
  const [typed, setTyped] = useState('');
  const matches = containsWords(typed, language);
  const all = useAllFarms();
  const farms = useMemo(() => inOrder(all, language), [all, language]);
  return (
    <ChoiceDialog
      title={text('farm.choose')}
      hint={text('records.search')}
      typed={typed}
      onTyped={setTyped}
      choices={farms
        .filter(({ name }) => matches(name))
        .map(({ id, name }) => ({
          key: id,
          label: name,
          kind: '',
          choose: () => {
            props.onClose();
            props.onChoose(id);
          },
        }))}
      onClose={props.onClose}
    />
  );
}

/** Replaces the screens of farms while the session has no farm. */
export function NoFarm(): ReactNode {
  const { text } = useLanguage().wording;
  const mayCreate = useCan()('write:farms');
  return (
    <Page title={text('farm.none')}>
      <Empty>
        {text(mayCreate ? 'farm.noneText' : 'farm.noAccess')}
        <NewLink resource="farms" />
      </Empty>
    </Page>
  );
}

/** By name in numeric order: Farm 2 is before Farm 10. */
function inOrder(farms: readonly Farm[], language: Language): readonly Farm[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return farms.toSorted((one, other) => compare(one.name, other.name));
}
