import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { message } from '../../model/core/message.ts';
import { contacts } from '../../model/resources/contacts.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { wordFact } from './fact-of.ts';
import { answerList, type ListItem } from './rows.ts';

/** Contact details: of a named person, of everybody of a kind, or of all. */
export const contact = {
  parts: ['contacts'],
  per: 'farm',
  aggregations: ['value', 'list', 'count'],
  slots: { person: 'person', kind: contacts.fields.kind.vocabulary.words },
  compute: listContacts,
} as const satisfies MeasureDefinition<'contacts'>;

function listContacts(
  { contacts: allContacts, farm, today }: FarmSnapshot<'contacts'>,
  question: MeasureQuestion,
): MeasureAnswer {
  const { person, kind } = question.slots;
  const found = allContacts.filter(
    (row) => (person === undefined || row.id === person) && isOfKind(row, kind),
  );
  const body = { farmId: farm.id, kind: kind ?? null, name: null, phone: null };
  const missing =
    found.length > 0
      ? []
      : [
          {
            code: 'no_contact',
            message: message('ask.noContact'),
            resource: 'contacts',
            need: 1,
            have: 0,
            fix: { method: 'POST', path: '/contacts', body, action: 'create_contact' } as const,
          },
        ];
  return answerList(
    found.map(contactItem),
    {
      label: 'Contacts',
      text: 'ask.contacts',
      asOf: today,
      source: { resource: 'contacts', ids: found.map(({ id }) => id) },
      missing,
    },
    question,
  );
}

/** Suppliers are of several kinds. */
function isOfKind({ kind }: StoredOf<'contacts'>, wanted: string | undefined): boolean {
  return (
    wanted === undefined ||
    kind === wanted ||
    (wanted === 'supplier' && (kind ?? '').endsWith('_supplier'))
  );
}

function contactItem({ id, name, company, phone, email }: StoredOf<'contacts'>): ListItem {
  const source = { resource: 'contacts', ids: [id] } as const;
  const line = message('ask.contact', {
    name,
    hasCompany: company === null ? 'no' : 'yes',
    company: company ?? '',
    hasPhone: phone === null ? 'no' : 'yes',
    phone: phone ?? '',
    hasEmail: email === null ? 'no' : 'yes',
    email: email ?? '',
  });
  const details = { Contact: name, Phone: phone, Email: email };
  return {
    facts: Object.entries(details).flatMap(([label, value]) =>
      value === null
        ? []
        : [wordFact(label === 'Contact' ? label : `${label}, ${name}`, value, { source })],
    ),
    lines: [line],
  };
}
