import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dutyQuery } from '../../api/duties.ts';
import { useText } from '../../i18n/language.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { useCan } from '../../ui/page.tsx';

/** Warns that critical alerts of the farm have no recipient; empty otherwise. */
export function Reach({ farmId }: { readonly farmId: string }): ReactNode {
  const text = useText();
  const can = useCan();
  const duty = useQuery({ ...dutyQuery(farmId), enabled: can('read:alerts') });
  if (duty.data?.reach !== 'nobody') return null;
  return (
    <Card withBorder padding="md" mb="md" role="note">
      {text('notices.nobodyReachable')}{' '}
      <Link to="/notices" search={preserveFarm}>
        {text('today.setUpNotices')}
      </Link>
    </Card>
  );
}
