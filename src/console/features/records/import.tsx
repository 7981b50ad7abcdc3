import { Button, FileInput, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { importParameters } from '../../../model/core/fields.ts';
import { type ResourceDefinition, writableFields } from '../../../model/core/resource.ts';
import { getResource, isResourceName } from '../../../model/resources/registry.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { newKey } from '../../api/http.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import { ImportFindings, ImportSummary } from './import-report.tsx';
import classes from './records.module.css';
import {
  type ImportProgress,
  type ImportReport,
  importEndings,
  sendImport,
} from './send-import.ts';

/** Imports a file of rows: a dry run first, then the import after the user has reviewed it. */
export function ImportScreen(): ReactNode {
  const { resource } = useParams({ from: '/records/$resource/import' });
  const text = useText();
  const can = useCan();
  const { wording } = useLanguage();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  const definition = getResource(resource);
  if (definition.readOnly) return <Empty>{text('form.readOnly')}</Empty>;
  if (!can(`write:${resource}`)) return <Forbidden scope={`write:${resource}`} />;
  return (
    <Page
      title={text('import.title', { records: wording.labels.plurals[resource] })}
      aside={
        <Link to="/records/$resource" params={{ resource }} search={({ farm }) => ({ farm })}>
          {wording.labels.plurals[resource]}
        </Link>
      }
    >
      <Import key={resource} resource={definition} />
    </Page>
  );
}

/** Options for reading a file and for invalid rows. */
interface Options {
  readonly onError: string;
  readonly onDuplicate: string;
  readonly decimal: string;
  readonly dateFormat: string;
  readonly map: Readonly<Record<string, string>>;
}

const INITIAL: Options = {
  onError: 'skip',
  onDuplicate: 'error',
  decimal: '',
  dateFormat: '',
  map: {},
};

function Import({ resource }: { readonly resource: ResourceDefinition }) {
  const text = useText();
  const texts = useErrorTexts();
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState(INITIAL);
  const check = useImport(resource, true);
  const store = useImport(resource, false);
  const recheck = (next: File | null, changed: Options) => {
    setFile(next);
    setOptions(changed);
    store.reset();
    check.reset();
    if (next) check.mutate({ file: next, options: changed });
  };
  const unknown = unknownHeadings(check.error);
  const report = store.data ?? check.data;
  const failure = store.error ?? check.error;
  const taken = check.data ? check.data.stored + check.data.updated : 0;
  return (
    <>
      <FileInput
        label={text('import.file')}
        description={text('import.fileHint')}
        placeholder={text('import.choose')}
        accept={importEndings.join(',')}
        value={file}
        onChange={(next) => recheck(next, INITIAL)}
        className={classes['choice'] as string}
      />
      <p>
        <Button variant="default" onClick={() => downloadTemplate(resource)}>
          {text('import.template')}
        </Button>
      </p>
      <Busy check={check} store={store} />
      {failure && unknown.length === 0 && <p role="alert">{texts?.ofError(failure)}</p>}
      {unknown.length > 0 && <p role="alert">{text('import.unknownColumns')}</p>}
      {headingProblems(failure, texts).map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      {report && <ImportSummary report={report} isStored={store.data !== undefined} />}
      {report && <ImportFindings report={report} />}
      {file && !store.data && (
        <>
          <OptionFields options={options} onOptions={(next) => recheck(file, next)} />
          <Mapping
            key={unknown.join()}
            resource={resource}
            columns={
              check.data?.columns ?? unknown.map((heading) => ({ heading, field: undefined }))
            }
            onMap={(map) => recheck(file, { ...options, map: { ...options.map, ...map } })}
          />
        </>
      )}
      {file && check.data && !store.data && (
        <DialogButtons>
          <Button
            disabled={taken === 0 || (options.onError === 'abort' && !check.data.ok)}
            loading={store.isPending}
            onClick={() => store.mutate({ file, options })}
          >
            {text('import.store', { count: taken })}
          </Button>
        </DialogButtons>
      )}
    </>
  );
}

/** Downloads an empty table with a column for every field. */
function downloadTemplate(resource: ResourceDefinition): void {
  const headings = writableFields(resource).map(([name]) => name);
  const address = URL.createObjectURL(
    new Blob([`${headings.join(',')}\r\n`], { type: 'text/csv' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = `${resource.name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

/** One step of an import, and its progress. */
function useImport(resource: ResourceDefinition, dryRun: boolean) {
  const farm = useFarm();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress>();
  // A file that is sent again after a lost connection is resumed.
  const sent = useRef({ content: '', key: '' });
  const mutation = useMutation<
    ImportReport,
    Error,
    { readonly file: File; readonly options: Options }
  >({
    mutationFn: ({ file, options }) => {
      const { map, ...rest } = options;
      const query = {
        farmId: resource.farm.kind === 'farm' ? farm?.id : undefined,
        dryRun,
        ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
        ...(Object.keys(map).length > 0 ? { map: JSON.stringify(map) } : {}),
      };
      const content = JSON.stringify([file.name, file.size, file.lastModified, query]);
      if (sent.current.content !== content || dryRun) {
        sent.current = { content, key: newKey() };
      }
      setProgress(undefined);
      const request = { resource: resource.name, file, query, idempotencyKey: sent.current.key };
      return sendImport(request, setProgress);
    },
    onSuccess: async () => {
      if (!dryRun) await queries.invalidateQueries();
    },
  });
  return { ...mutation, progress };
}

type Step = ReturnType<typeof useImport>;

function Busy({ check, store }: { readonly check: Step; readonly store: Step }) {
  const text = useText();
  const active = store.isPending ? store : check;
  if (!active.isPending) return null;
  const label = text(store.isPending ? 'import.storing' : 'import.checking');
  const { done, rows } = active.progress ?? {};
  return (
    <div role="status" className={classes['progress']}>
      <span>{label}</span>
      <progress aria-label={label} {...(rows ? { value: done ?? 0, max: rows } : {})} />
    </div>
  );
}

function OptionFields(props: {
  readonly options: Options;
  readonly onOptions: (options: Options) => void;
}) {
  const text = useText();
  const { options, onOptions } = props;
  const select = (
    name: 'onError' | 'onDuplicate' | 'decimal' | 'dateFormat',
    choices: readonly (readonly [value: string, label: string])[],
  ) => (
    <NativeSelect
      label={text(`import.${name}`)}
      value={options[name]}
      data={choices.map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => onOptions({ ...options, [name]: currentTarget.value })}
    />
  );
  const automatic = ['', text('import.automatic')] as const;
  const { dateFormat, decimal } = importParameters;
  return (
    <div className={classes['fields']}>
      {select('onError', [
        ['skip', text('import.onError.skip')],
        ['abort', text('import.onError.abort')],
      ])}
      {select('onDuplicate', [
        ['error', text('import.onDuplicate.error')],
        ['skip', text('import.onDuplicate.skip')],
        ['update', text('import.onDuplicate.update')],
      ])}
      {select('decimal', [
        automatic,
        ...decimal.vocabulary.words.map((sign) => [sign, `1${sign}5`] as const),
      ])}
      {select('dateFormat', [
        automatic,
        ...dateFormat.vocabulary.words.map((form) => [form, DATE_FORMS[form]] as const),
      ])}
    </div>
  );
}

/** The last day of a year in every date format. */
const DATE_FORMS = {
  dmy: '31/12/2026',
  mdy: '12/31/2026',
  ymd: '2026-12-31',
  excel: '46387',
} as const;

/**
 * Headings that match no field, match the same field as another one, or have another unit; the file
 * is not read until each has a field or is left out.
 */
function unknownHeadings(error: unknown): readonly string[] {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  const headings = issues.flatMap(({ path, code, reason }) => {
    const { first, column } = reason?.params ?? {};
    if (column !== undefined) return [path];
    if (code === 'duplicate_key' && first !== undefined) return [first, path];
    return code === 'not_allowed' ? [path] : [];
  });
  return [...new Set(headings)];
}

/** Problems of recognised headings. */
function headingProblems(error: unknown, texts: ReturnType<typeof useErrorTexts>) {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  return issues.filter(({ reason }) => reason !== undefined).map((issue) => texts?.ofIssue(issue));
}

interface Column {
  readonly heading: string;
  /** Null: left out; undefined: unknown. */
  readonly field?: unknown;
}

/** The field of each column. */
function Mapping(props: {
  readonly resource: ResourceDefinition;
  readonly columns: readonly Column[];
  readonly onMap: (map: Readonly<Record<string, string>>) => void;
}) {
  const { wording } = useLanguage();
  const { resource, columns, onMap } = props;
  const fields = writableFields(resource).map(([name]) => ({
    value: name,
    label: labelOf(wording.labels, name),
  }));
  if (columns.length === 0) return null;
  return (
    <Section title={wording.text('import.columns')}>
      <div className={classes['fields']}>
        {columns.map(({ heading, field }) => {
          const value = typeof field === 'string' ? field : '';
          const isKnown = value === '' || fields.some((choice) => choice.value === value);
          return (
            <NativeSelect
              key={heading}
              label={<bdi>{heading}</bdi>}
              value={field === undefined ? UNDECIDED : value}
              data={[
                ...(field === undefined
                  ? [{ value: UNDECIDED, label: wording.text('import.chooseField') }]
                  : []),
                { value: '', label: wording.text('import.leaveOut') },
                ...(isKnown ? [] : [{ value, label: wordOf(wording.labels, value) }]),
                ...fields,
              ]}
              onChange={({ currentTarget }) => onMap({ [heading]: currentTarget.value })}
            />
          );
        })}
      </div>
    </Section>
  );
}

const UNDECIDED = '?';
