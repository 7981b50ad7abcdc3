import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFarm } from '../../ui/farm.tsx';

/** Selects the farm of a record that was opened by its address, for its time zone and records. */
export function useFarmOf(farmId: string | null | undefined): void {
  const farm = useFarm();
  const navigate = useNavigate();
  const isOther =
    farmId !== null && farmId !== undefined && farm !== undefined && farm.id !== farmId;
  useEffect(() => {
    if (!isOther) return;
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, farm: farmId }),
      replace: true,
    });
  }, [isOther, farmId, navigate]);
}
