import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Dashboard, dashboardQuery } from '../../api/answers.ts';
import { periodicRefresh, recordQuery } from '../../api/queries.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { BarnCards } from '../../ui/barn-cards.tsx';
import { FarmClock, preserveFarm } from '../../ui/farm.tsx';
import { Figures } from '../../ui/figures.tsx';
import { OpenAlerts } from '../../ui/open-alerts.tsx';
import { Answered, Page, Section } from '../../ui/page.tsx';

/** A farm: the numbers of the day, a card for each barn, and open items. */
export function FarmScreen(): ReactNode {
  const { id } = useParams({ from: '/farms/$id' });
  return (
    <FarmClock key={id} farmId={id}>
      <Farm id={id} />
    </FarmClock>
  );
}

function Farm({ id }: { readonly id: string }) {
  const { wording } = useLanguage();
  const farm = useQuery({ ...recordQuery('farms', id), ...periodicRefresh });
  const dashboard = useQuery(dashboardQuery(id, wording.language));
  return (
    <Answered query={farm} title={wordKind(wording.labels, 'farms')}>
      {({ name, location }) => (
        <Page title={name} aside={<Links id={id} location={location} />}>
          <Answered query={dashboard}>
            {(answer) => (
              <>
                <Figures figures={answer.figures} />
                <Barns dashboard={answer} />
              </>
            )}
          </Answered>
          <OpenAlerts of={{ farmId: id }} />
        </Page>
      )}
    </Answered>
  );
}

function Barns({ dashboard: { barns, asOf } }: { readonly dashboard: Dashboard }) {
  const text = useText();
  const formats = useFormats();
  return (
    <Section
      title={text('today.barns')}
      aside={<time dateTime={asOf}>{formats.instant(asOf)}</time>}
    >
      <BarnCards barns={barns} />
    </Section>
  );
}

function Links(props: { readonly id: string; readonly location: string | null }) {
  const text = useText();
  return (
    <span>
      {props.location !== null && (
        <>
          <bdi>{props.location}</bdi>
          {' · '}
        </>
      )}
      <Link
        to="/records/$resource/$id"
        params={{ resource: 'farms', id: props.id }}
        search={preserveFarm}
      >
        {text('record.all')}
      </Link>
    </span>
  );
}
