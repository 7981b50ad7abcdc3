import { findExpired } from '../gaps/medicine-gaps.ts';
import type { AlertRule } from './alert-rule.ts';

/**
 * Medicine that has expired and is still in the store: somebody may give it to the birds. That
 * there is little of one is a gap and no alert, since an order closes it and no bird suffers.
 */
export const medicineRule: AlertRule = {
  rule: 'medicine_expired',
  category: 'medicine',
  closesAfter: 1,
  find(snapshot) {
    const expired = new Map(findExpired(snapshot).map((found) => [found.subject, found]));
    return snapshot.medicine.map(({ id, name, expiryDate }) => {
      const found = expired.get(id);
      const wasUsed = found?.severity === 'critical';
      return {
        subject: id,
        barnId: null,
        flockId: null,
        severity: !found ? null : wasUsed ? 'critical' : 'warning',
        why: !found ? 'fits' : wasUsed ? 'used' : 'message',
        params: { medicine: name, day: found?.params['day'] ?? '' },
        evidence: { medicineId: id, expiryDate },
      };
    });
  },
};
