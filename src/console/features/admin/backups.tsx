import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type AnswerOf, callRoute, meQuery } from '../../api/answers.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { leftToRight } from '../../i18n/formats.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Refusal } from '../../ui/act.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import classes from './admin.module.css';
import { downloadBackup, refusalAs } from './download-backup.ts';

type BackupStatus = AnswerOf<'GET /os/backups'>;
type Scheduled = BackupStatus['backups'][number];

const OLD_HOURS = 7 * 24;

/** Existing backups of the database, a download of a new one, and instructions for a restore. */
export function Backups(): ReactNode {
  const text = useText();
  const can = useCan();
  const { data: me } = useQuery(meQuery);
  const mayManage = can('admin:*');
  const isWhole = me?.allFarms === true;
  const status = useQuery({
    queryKey: ['backups', 'list'],
    queryFn: ({ signal }) => callRoute('GET /os/backups', { signal }),
    meta: { isPrivate: true },
    enabled: mayManage && isWhole,
  });
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Page title={text('nav.backups')}>
      {isWhole ? (
        <Answered query={status}>{(answer) => <Content status={answer} />}</Answered>
      ) : (
        <Empty>{text('backups.allFarms')}</Empty>
      )}
    </Page>
  );
}

function Content({ status }: { readonly status: BackupStatus }) {
  const text = useText();
  const can = useCan();
  return (
    <>
      <State status={status} />
      {can('read:*') && <BackUpNow obstacle={status.obstacle} />}
      {status.schedule && (
        <Section title={text('backups.scheduled')}>
          {status.backups.length === 0 ? (
            <Empty>{text('backups.noneYet')}</Empty>
          ) : (
            <BackupTable backups={status.backups} />
          )}
          {status.total > status.backups.length && (
            <p className={classes['hint']}>
              {text('backups.more', { shown: status.backups.length, total: status.total })}
            </p>
          )}
        </Section>
      )}
      <Restore database={status.database} />
    </>
  );
}

/** State of the last backups; unknown values are displayed as unknown. */
function State({ status }: { readonly status: BackupStatus }) {
  const text = useText();
  const formats = useFormats();
  const { lastBackup, lastFailure, lastDownload, schedule, archive } = status;
  return (
    <>
      {lastFailure && (
        <p role="alert">
          <SeverityMark severity="critical" isShort />{' '}
          {text('backups.failed', { at: formats.instant(lastFailure.at) })}{' '}
          <bdi>{lastFailure.message}</bdi>
        </p>
      )}
      <Warning status={status} />
      <Facts
        of={[
          [
            text('backups.last'),
            lastBackup ? formats.instant(lastBackup.at) : text('backups.unknown'),
          ],
          [
            text('backups.lastDownload'),
            lastDownload ? formats.instant(lastDownload.at) : text('backups.unknown'),
          ],
          [
            text('backups.schedule'),
            schedule ? (
              <>
                <code dir="ltr">{schedule.at}</code> · <code dir="ltr">{schedule.folder}</code>
              </>
            ) : (
              text('backups.noSchedule')
            ),
          ],
          [text('backups.next'), schedule?.nextAt ? formats.instant(schedule.nextAt) : null],
          [text('backups.archive'), archive && archiveText(archive, text, formats.instant)],
        ]}
      />
      {lastDownload && <p className={classes['hint']}>{text('backups.downloadNote')}</p>}
    </>
  );
}

function archiveText(
  { isOn, lastArchivedAt, lastFailedAt }: NonNullable<BackupStatus['archive']>,
  text: ReturnType<typeof useText>,
  instant: (at: string) => string,
): string {
  if (!isOn) return text('backups.archiveOff');
  if (lastFailedAt !== null) return text('backups.archiveFailed', { at: instant(lastFailedAt) });
  if (lastArchivedAt === null) return text('backups.archiveEmpty');
  return text('backups.archived', { at: instant(lastArchivedAt) });
}

/** Warns that there is no recent backup, by the rule of `farmctl doctor`. */
function Warning({ status: { lastBackup, archive, obstacle } }: { readonly status: BackupStatus }) {
  const text = useText();
  if (archive?.isOn || obstacle?.code === 'no_backup_here') return null;
  const isRecent = lastBackup?.isThere === true && lastBackup.ageHours <= OLD_HOURS;
  if (isRecent) return null;
  const name = lastBackup ? (lastBackup.isThere ? 'backups.old' : 'backups.gone') : 'backups.none';
  return (
    <p>
      <SeverityMark severity="warning" isShort /> {text(name)}
    </p>
  );
}

type Progress =
  | { readonly kind: 'making' }
  | { readonly kind: 'downloading'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'done'; readonly fileName: string; readonly isVerified: boolean };

function BackUpNow({ obstacle }: { readonly obstacle: BackupStatus['obstacle'] }) {
  const text = useText();
  const queries = useQueryClient();
  const texts = useErrorTexts();
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>();
  const isRunning = progress !== undefined && progress.kind !== 'done';
  const run = () => {
    setError(undefined);
    setProgress({ kind: 'making' });
    downloadBackup((bytes, total) => setProgress({ kind: 'downloading', bytes, total }))
      .then(
        ({ fileName, isVerified }) => setProgress({ kind: 'done', fileName, isVerified }),
        (failure: unknown) => {
          setProgress(undefined);
          setError(failure);
        },
      )
      .finally(() => queries.invalidateQueries({ queryKey: ['backups'] }));
  };
  return (
    <Section title={text('backups.now')}>
      <p className={classes['hint']}>{text('backups.explain')}</p>
      {obstacle ? (
        <p>
          <SeverityMark severity="warning" isShort /> {texts?.ofError(refusalAs(obstacle))}
        </p>
      ) : (
        <Button loading={isRunning} onClick={run}>
          {text('backups.button')}
        </Button>
      )}
      <p role="status">{progress && <ProgressText progress={progress} />}</p>
      <Refusal error={error} />
    </Section>
  );
}

function ProgressText({ progress }: { readonly progress: Progress }) {
  const text = useText();
  const sizeOf = useSizes();
  if (progress.kind === 'making') return text('backups.making');
  if (progress.kind === 'downloading') {
    const { bytes, total } = progress;
    return text('backups.downloading', { bytes: sizeOf(bytes), total: sizeOf(total) });
  }
  return text(progress.isVerified ? 'backups.verified' : 'backups.saved', {
    file: leftToRight(progress.fileName),
  });
}

/** Formats file sizes in megabytes. */
function useSizes(): (bytes: number) => string {
  const formats = useFormats();
  return (bytes) => leftToRight(`${formats.measure(bytes / 1_000_000)} MB`);
}

function BackupTable({ backups }: { readonly backups: readonly Scheduled[] }) {
  const text = useText();
  const formats = useFormats();
  const sizeOf = useSizes();
  return (
    <CardTable
      label={text('nav.backups')}
      rows={backups}
      keyOf={({ name }) => name}
      columns={[
        { heading: text('backups.file'), of: ({ name }) => <bdi dir="ltr">{name}</bdi> },
        { heading: text('backups.made'), of: ({ at }) => formats.instant(at) },
        { heading: text('backups.size'), of: ({ bytes }) => sizeOf(bytes) },
        { heading: text('backups.state'), of: (backup) => <Verified backup={backup} /> },
      ]}
    />
  );
}

function Verified({ backup: { verified } }: { readonly backup: Scheduled }) {
  const text = useText();
  if (verified === null) return text('backups.unverified');
  if (verified) return `✓ ${text('backups.ok')}`;
  return (
    <>
      <SeverityMark severity="warning" isShort /> {text('backups.changed')}
    </>
  );
}

function Restore({ database }: Pick<BackupStatus, 'database'>) {
  const text = useText();
  const isSqlite = database === 'sqlite';
  const command = isSqlite
    ? 'farmctl restore FILE --data FOLDER'
    : 'farmctl restore FILE --database URL --run';
  return (
    <Section title={text('backups.restore')}>
      <ul>
        <li>{text(isSqlite ? 'backups.restoreStop' : 'backups.restoreEmpty')}</li>
        <li>
          {text('backups.restoreRun')}{' '}
          <code dir="ltr">
            <Words>{command}</Words>
          </code>
        </li>
        <li>
          {text('backups.restoreKey')}{' '}
          <code dir="ltr">{isSqlite ? 'farmctl.key' : 'FARMCTL_SECRET_KEY'}</code>
        </li>
      </ul>
    </Section>
  );
}
