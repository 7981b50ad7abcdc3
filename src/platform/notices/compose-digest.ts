import type { Digest } from '../../farming/digest/digest.ts';
import { dueOrdersLine, lateOrdersLine } from '../../farming/digest/work-today.ts';
import { renderMessage, renderValue, type Translator } from '../../i18n/render-message.ts';
import { isLanguage, type Message, type MessageValue, message } from '../../model/core/message.ts';
import type { Database } from '../../storage/core/database.ts';
import { listFarmNames } from '../../storage/records/farms.ts';
import type { StoredNotice } from '../../storage/system/notices.ts';
import { findUserRights } from '../../storage/system/sign-in.ts';
import { findTranslator } from '../core/organisation-setup.ts';
import { DIGEST_SNAPSHOT_PARTS, digestWithWeather } from '../intelligence/farm-questions.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import { type ComposedNotice, composeServiceNotice } from './compose-notice.ts';
import { digestScope } from './digests.ts';

/** Maximum number of farms in one message; the others are counted. */
const MOST_FARMS = 10;
/** Maximum number of rows per list of a farm. */
const MOST_ROWS = 5;

/** The context for composing a digest. */
export interface DigestContext {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly publicUrl: string | undefined;
  /** Called for farms that could not be read. */
  readonly onError: (error: unknown) => void;
}

/**
 * The morning digest of the farms that a user may read, in the user's language; undefined when
 * there are none. Composed outside a transaction: it reads much and changes nothing.
 */
export async function composeDigest(
  context: DigestContext,
  notice: Pick<StoredNotice, 'id' | 'kind' | 'userId'>,
): Promise<ComposedNotice | undefined> {
  const { database, now, publicUrl } = context;
  const [user] = await findUserRights(database, [notice.userId]);
  if (user?.status !== 'active') return undefined;
  const scope = digestScope(user, now);
  const farms = await listFarmNames(database, scope);
  if (farms.length === 0) return undefined;
  const lang = user.lang ?? '';
  const translator = await findTranslator(
    database,
    user.orgId,
    isLanguage(lang) ? lang : undefined,
  );
  const t = (text: Message) => renderMessage(translator, text);
  const parts: string[] = [];
  for (const { id: farmId, name } of farms.slice(0, MOST_FARMS)) {
    const lines = await farmLines(context, { scope, farmId, now }, translator);
    parts.push([name, ...lines].join('\n'));
  }
  const omittedFarms = farms.length - MOST_FARMS;
  if (omittedFarms > 0) parts.push(t(message('notice.digest.more', { count: omittedFarms })));
  const brief = parts.join('\n\n');
  const link = publicUrl === undefined ? '' : `${publicUrl}/`;
  const open = link === '' ? '' : `\n\n${t(message('notice.digest.open', { link }))}`;
  const serviceNotice = composeServiceNotice(notice, translator, {
    title: message('page.digest.title'),
    text: '',
  });
  return { ...serviceNotice, text: brief + open, brief, link, path: '' };
}

async function farmLines(
  { database, onError }: DigestContext,
  input: Parameters<typeof loadFarmSnapshot>[1],
  translator: Translator,
): Promise<readonly string[]> {
  try {
    const snapshot = await loadFarmSnapshot(database, input, DIGEST_SNAPSHOT_PARTS);
    return linesOf(digestWithWeather(snapshot), translator);
  } catch (error) {
    onError(error);
    return [renderMessage(translator, message('notice.digest.unreadable'))];
  }
}

function linesOf(digest: Digest, translator: Translator): readonly string[] {
  const t = (text: MessageValue) => String(renderValue(translator, text));
  const list = (heading: Message, rows: readonly string[]) => {
    if (rows.length === 0) return [];
    const omittedRows = rows.length - MOST_ROWS;
    const listedRows = rows.slice(0, MOST_ROWS).map((row) => `- ${row.replaceAll(/\s+/g, ' ')}`);
    const omittedLine =
      omittedRows > 0 ? [t(message('notice.digest.rows', { count: omittedRows }))] : [];
    return [`${t(heading)}:`, ...listedRows, ...omittedLine];
  };
  return [
    ...digest.headline.map(t),
    ...list(
      message('page.digest.alerts'),
      digest.openAlerts.map(({ title }) => t(title)),
    ),
    ...list(
      message('page.questions'),
      digest.unansweredQuestions.map(({ rawText }) => rawText),
    ),
    ...list(
      message('page.digest.tasks'),
      digest.tasksToday.map(({ title, assignee }) =>
        assignee === null ? title : `${title} (${assignee})`,
      ),
    ),
    ...list(
      message('page.digest.missingLogs'),
      digest.flocksMissingLog.map(({ name }) => name),
    ),
    ...list(
      message('page.lateOrders'),
      digest.feedOrdersLate.flatMap((order) =>
        lateOrdersLine('digest.feedOrdersLate', [order]).map(t),
      ),
    ),
    ...list(
      message('page.dueOrders'),
      digest.feedOrdersDue.flatMap((order) => dueOrdersLine([order]).map(t)),
    ),
    ...list(
      message('page.digest.gaps'),
      digest.gaps.map(({ title }) => t(title)),
    ),
  ];
}
