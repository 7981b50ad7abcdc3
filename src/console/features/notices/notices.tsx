import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { FarmClock, useFarm } from '../../ui/farm.tsx';
import { Empty, Forbidden, Page, useCan } from '../../ui/page.tsx';
import { Channels } from './channels.tsx';
import { Deliveries } from './deliveries.tsx';
import { DigestTime } from './digest-time.tsx';
import { Duty } from './duty.tsx';
import { Simulation } from './simulation.tsx';

/** Notifications: duty plan, channels of the user, sent messages, and a simulation. */
export function Notices(): ReactNode {
  const text = useText();
  const farm = useFarm();
  if (!useCan()('read:alerts')) return <Forbidden scope="read:alerts" />;
  if (!farm) return <Empty />;
  return (
    <FarmClock key={farm.id} farmId={farm.id}>
      <Page title={text('nav.notices')}>
        <Duty farmId={farm.id} />
        <Channels />
        <DigestTime />
        <Deliveries farmId={farm.id} />
        <Simulation farmId={farm.id} />
      </Page>
    </FarmClock>
  );
}
