import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ActionType } from '../../../model/resources/actions.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { findSection, type Insights, insightsQuery, type SectionName } from '../../api/insights.ts';
import { ActionDialog } from '../../fields/action-dialog.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { pageLabelsQuery } from '../../i18n/page-labels.ts';
import type { SectionProps } from '../../sections/section-parts.tsx';
import { FarmClock, preserveFarm, useFarm } from '../../ui/farm.tsx';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import classes from './business.module.css';

/** A screen about the business of a farm, based on sections of the insights. */
export function BusinessPage(props: {
  readonly title: string;
  /** The permission required for the screen. */
  readonly scope: string;
  readonly include: readonly SectionName[];
  readonly aside?: ReactNode;
  readonly children: (insights: Insights, farmId: string) => ReactNode;
}): ReactNode {
  const { scope, title } = props;
  const maySee = useCan();
  const farm = useFarm();
  if (!maySee(scope) || !maySee('read:*')) {
    return <Forbidden scope={maySee(scope) ? 'read:*' : scope} />;
  }
  if (!farm) return <Empty />;
  return (
    <FarmClock key={farm.id} farmId={farm.id}>
      <Page title={title} aside={<div className={classes['buttons']}>{props.aside}</div>}>
        <FarmBusiness {...props} farmId={farm.id} />
      </Page>
    </FarmClock>
  );
}

function FarmBusiness(
  props: Parameters<typeof BusinessPage>[0] & { readonly farmId: string },
): ReactNode {
  const { farmId, include } = props;
  const { language } = useLanguage().wording;
  const formats = useFormats();
  const insights = useQuery(insightsQuery({ farmId, include: include.join(',') }, language));
  const labels = useQuery(pageLabelsQuery(language));
  if (!labels.data) return <Answered query={labels}>{() => null}</Answered>;
  return (
    <Answered query={insights}>
      {(answer) => (
        <>
          <time className={classes['asOf']} dateTime={answer.asOf}>
            {formats.instant(answer.asOf)}
          </time>
          {props.children(answer, farmId)}
        </>
      )}
    </Answered>
  );
}

/** A section of the insights on a screen; a failed section displays the reason. */
export function InsightPart<S extends SectionName>(props: {
  readonly title: string;
  readonly name: S;
  readonly insights: Insights;
  readonly aside?: ReactNode;
  /** A component declared at module level: an inline function would be remounted on each render. */
  readonly view: (props: SectionProps<S>) => ReactNode;
}): ReactNode {
  const { name, insights, view: View } = props;
  const text = useText();
  const section = findSection(insights, name);
  const answered = insights.sections[name];
  return (
    <Section title={props.title} aside={props.aside}>
      {section ? (
        <View of={section} currency={insights.currency} />
      ) : (
        <Empty>
          {answered && 'error' in answered && answered.error
            ? answered.error.message
            : text('error.title')}
        </Empty>
      )}
    </Section>
  );
}

/** A button that opens the form of an action, with some values filled in. */
export function ActionButton(props: {
  readonly type: ActionType;
  readonly label?: string;
  readonly about?: string;
  readonly initial?: Readonly<Record<string, unknown>>;
}): ReactNode {
  const { type, initial = {} } = props;
  const text = useText();
  const mayRun = useCan()('actions:execute');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayRun) return null;
  const label = props.label ?? text(`palette.action.${type}`);
  return (
    <>
      <Button
        variant="default"
        aria-label={[label, props.about].filter(Boolean).join(' ')}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ActionDialog type={type} initial={initial} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Link to all records of a resource. */
export function AllRecords({ resource }: { readonly resource: ResourceName }): ReactNode {
  const { labels } = useLanguage().wording;
  return (
    <Link to="/records/$resource" params={{ resource }} search={preserveFarm}>
      {labels.plurals[resource]}
    </Link>
  );
}
