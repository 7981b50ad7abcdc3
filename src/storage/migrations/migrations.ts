import postgres0001 from './postgres/0001-initial-schema.sql';
import postgres0002 from './postgres/0002-intelligence.sql';
import postgres0003 from './postgres/0003-webhooks.sql';
import postgres0004 from './postgres/0004-vision.sql';
import postgres0005 from './postgres/0005-actions.sql';
import postgres0006 from './postgres/0006-brain.sql';
import postgres0007 from './postgres/0007-case-files.sql';
import postgres0008 from './postgres/0008-risk-ledger.sql';
import postgres0009 from './postgres/0009-automations.sql';
import postgres0010 from './postgres/0010-integrations.sql';
import postgres0011 from './postgres/0011-media.sql';
import postgres0012 from './postgres/0012-history.sql';
import postgres0013 from './postgres/0013-access-paths.sql';
import postgres0014 from './postgres/0014-counted-by.sql';
import postgres0015 from './postgres/0015-checksums.sql';
import postgres0016 from './postgres/0016-webhook-owners.sql';
import postgres0017 from './postgres/0017-automation-editors.sql';
import postgres0018 from './postgres/0018-audit-anchors.sql';
import postgres0019 from './postgres/0019-model-questions.sql';
import postgres0020 from './postgres/0020-sensor-names.sql';
import postgres0021 from './postgres/0021-ask-conversations.sql';
import postgres0022 from './postgres/0022-weight-trust.sql';
import postgres0023 from './postgres/0023-sign-in.sql';
import postgres0024 from './postgres/0024-notices.sql';
import postgres0025 from './postgres/0025-passkeys.sql';
import postgres0026 from './postgres/0026-provider-sign-in.sql';
import postgres0027 from './postgres/0027-notice-digests.sql';
import postgres0028 from './postgres/0028-farm-changes.sql';
import sqlite0001 from './sqlite/0001-initial-schema.sql';
import sqlite0002 from './sqlite/0002-intelligence.sql';
import sqlite0003 from './sqlite/0003-webhooks.sql';
import sqlite0004 from './sqlite/0004-vision.sql';
import sqlite0005 from './sqlite/0005-actions.sql';
import sqlite0006 from './sqlite/0006-brain.sql';
import sqlite0007 from './sqlite/0007-case-files.sql';
import sqlite0008 from './sqlite/0008-risk-ledger.sql';
import sqlite0009 from './sqlite/0009-automations.sql';
import sqlite0010 from './sqlite/0010-integrations.sql';
import sqlite0011 from './sqlite/0011-media.sql';
import sqlite0012 from './sqlite/0012-history.sql';
import sqlite0013 from './sqlite/0013-access-paths.sql';
import sqlite0014 from './sqlite/0014-counted-by.sql';
import sqlite0015 from './sqlite/0015-checksums.sql';
import sqlite0016 from './sqlite/0016-webhook-owners.sql';
import sqlite0017 from './sqlite/0017-automation-editors.sql';
import sqlite0018 from './sqlite/0018-audit-anchors.sql';
import sqlite0019 from './sqlite/0019-model-questions.sql';
import sqlite0020 from './sqlite/0020-sensor-names.sql';
import sqlite0021 from './sqlite/0021-ask-conversations.sql';
import sqlite0022 from './sqlite/0022-weight-trust.sql';
import sqlite0023 from './sqlite/0023-sign-in.sql';
import sqlite0024 from './sqlite/0024-notices.sql';
import sqlite0025 from './sqlite/0025-passkeys.sql';
import sqlite0026 from './sqlite/0026-provider-sign-in.sql';
import sqlite0027 from './sqlite/0027-notice-digests.sql';
import sqlite0028 from './sqlite/0028-farm-changes.sql';

/** One step of the schema: literal DDL for each database, never changed once released. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
}

/** All migrations in order. A script is frozen once it has run on a released database. */
export const MIGRATIONS: readonly Migration[] = [
  migration(1, 'initial schema', sqlite0001, postgres0001),
  migration(2, 'intelligence', sqlite0002, postgres0002),
  migration(3, 'webhooks', sqlite0003, postgres0003),
  migration(4, 'vision', sqlite0004, postgres0004),
  migration(5, 'actions', sqlite0005, postgres0005),
  migration(6, 'brain', sqlite0006, postgres0006),
  migration(7, 'case-files', sqlite0007, postgres0007),
  migration(8, 'risk-ledger', sqlite0008, postgres0008),
  migration(9, 'automations', sqlite0009, postgres0009),
  migration(10, 'integrations', sqlite0010, postgres0010),
  migration(11, 'media', sqlite0011, postgres0011),
  migration(12, 'history', sqlite0012, postgres0012),
  migration(13, 'access-paths', sqlite0013, postgres0013),
  migration(14, 'counted-by', sqlite0014, postgres0014),
  migration(15, 'checksums', sqlite0015, postgres0015),
  migration(16, 'webhook-owners', sqlite0016, postgres0016),
  migration(17, 'automation-editors', sqlite0017, postgres0017),
  migration(18, 'audit-anchors', sqlite0018, postgres0018),
  migration(19, 'model-questions', sqlite0019, postgres0019),
  migration(20, 'sensor-names', sqlite0020, postgres0020),
  migration(21, 'ask-conversations', sqlite0021, postgres0021),
  migration(22, 'weight-trust', sqlite0022, postgres0022),
  migration(23, 'sign-in', sqlite0023, postgres0023),
  migration(24, 'notices', sqlite0024, postgres0024),
  migration(25, 'passkeys', sqlite0025, postgres0025),
  migration(26, 'provider-sign-in', sqlite0026, postgres0026),
  migration(27, 'notice-digests', sqlite0027, postgres0027),
  migration(28, 'farm-changes', sqlite0028, postgres0028),
];

/** A migration from its two files. The first line of a file describes it and is not part of the script. */
function migration(version: number, name: string, sqlite: string, postgres: string): Migration {
  return { version, name, sqlite: withoutTitle(sqlite), postgres: withoutTitle(postgres) };
}

/** Checksums cover the script with the line break before it, and none of a checkout's carriage returns. */
function withoutTitle(file: string): string {
  const text = file.replaceAll('\r\n', '\n');
  return text.slice(text.indexOf('\n'));
}
