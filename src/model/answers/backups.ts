import {
  boolean,
  instant,
  integer,
  nullable,
  number,
  object,
  oneOf,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer } from '../api/operation.ts';

/** Why a service cannot back up its database; also the error codes of `POST /os/backups`. */
export const backupObstacles = [
  'no_backup_here',
  'several_organisations',
  'pg_dump_missing',
  'pg_dump_too_old',
] as const;

/** The response of `GET /os/backups`. */
export const backupListAnswer = declareAnswer({
  name: 'BackupList',
  description: 'Known backups of the database, and whether one can be made through the service.',
  schema: object({
    database: oneOf(['sqlite', 'postgresql']),
    obstacle: nullable(
      object(
        { code: oneOf(backupObstacles), message: string('The cause and what to do') },
        'Why no backup can be made through the service; null when no obstacle is known',
      ),
    ),
    schedule: nullable(
      object(
        {
          folder: string('On the server'),
          at: string('Cron expression, in the time zone of the server'),
          keep: integer('Number of backups to retain'),
          nextAt: nullable(instant()),
        },
        'Null when the server was started without scheduled backups, or on PostgreSQL',
      ),
    ),
    lastBackup: nullable(
      object(
        {
          at: instant(),
          ageHours: number(),
          file: string('On the server'),
          bytes: integer(),
          isThere: boolean('Whether the file is still there'),
        },
        'The last backup into a file of the server; null when none is known',
      ),
    ),
    lastFailure: nullable(
      object(
        { at: instant(), message: string() },
        'The last scheduled backup, when it failed; null otherwise',
      ),
    ),
    lastDownload: nullable(
      object(
        { at: instant(), keyId: nullable(string()) },
        'The last backup sent by POST /os/backups; the server does not know whether it was saved',
      ),
    ),
    archive: nullable(
      object(
        {
          isOn: boolean(),
          lastArchivedAt: nullable(instant()),
          lastFailedAt: nullable(instant('When archiving failed, where that is later')),
        },
        'Archive of the write-ahead log of PostgreSQL; null on SQLite',
      ),
    ),
    total: integer('Scheduled backups in the folder'),
    backups: rows(
      {
        name: string('File in the folder of the schedule'),
        at: instant(),
        ageHours: number(),
        bytes: integer(),
        verified: nullable(
          boolean(
            'True: checked when it was made, and its size is unchanged. False: its size has changed. ' +
              'Null: unknown',
          ),
        ),
      },
      'Scheduled backups, newest first, at most 100',
    ),
  }),
  example: {
    database: 'sqlite',
    obstacle: null,
    schedule: {
      folder: '/srv/backups',
      at: '0 3 * * *',
      keep: 14,
      nextAt: '2026-11-22T01:00:00.000Z',
    },
    lastBackup: {
      at: '2026-11-21T01:00:00.000Z',
      ageHours: 8,
      file: '/srv/backups/farmctl-20261121-010000.db',
      bytes: 48_234_496,
      isThere: true,
    },
    lastFailure: null,
    lastDownload: { at: '2026-11-14T09:00:00.000Z', keyId: 'k4T9vQ2mXbZ7' },
    archive: null,
    total: 1,
    backups: [
      {
        name: 'farmctl-20261121-010000.db',
        at: '2026-11-21T01:00:00.000Z',
        ageHours: 8,
        bytes: 48_234_496,
        verified: true,
      },
    ],
  },
});

/** The response of `POST /os/backups`: the backup file. */
export const backupFileAnswer = declareAnswer({
  name: 'BackupFile',
  mediaType: '*/*',
  description: 'The backup: a SQLite file, or an archive of pg_dump in its custom format.',
  schema: { type: 'string', format: 'binary', description: 'The bytes of the file.' },
  example: 'the bytes of the backup',
});
