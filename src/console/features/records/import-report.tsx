import { Button, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { labelOf } from '../../../i18n/labels.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/page.tsx';
import classes from './records.module.css';
import type { ImportReport } from './send-import.ts';

const WARNINGS = {
  other_farm: 'import.otherFarm',
  implausible: 'import.doubtful',
  left_out: 'import.leftOut',
} as const;

/** The result of an import or of its dry run. */
export function ImportSummary(props: {
  readonly report: ImportReport;
  readonly isStored: boolean;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const texts = useErrorTexts();
  const { report, isStored } = props;
  const counts = (['rows', 'stored', 'updated', 'skipped', 'rejected'] as const).filter(
    (name) => name === 'rows' || report[name] > 0,
  );
  return (
    <div role="status">
      <p>
        <strong>{text(isStored ? 'import.done' : 'import.checked')}</strong>
      </p>
      <dl className={classes['counts']}>
        {counts.map((name) => (
          <div key={name} data-kind={name}>
            <dt>{text(`import.count.${name}`)}</dt>
            <dd>{formats.number(report[name], 0)}</dd>
          </div>
        ))}
      </dl>
      {report.warnings.map(({ code, rows }) => (
        <p key={code}>{text(WARNINGS[code], { count: rows })}</p>
      ))}
      <ul>
        {report.leftOut.map(({ line, kind, text: row }) => (
          <li key={line}>{text('import.leftOutLine', { line, kind, text: row })}</li>
        ))}
        {report.doubts.map((doubt) => (
          <li key={`${doubt.line} ${doubt.path}`}>
            {text('import.line')} {doubt.line}:{' '}
            {doubt.reason && texts ? texts.ofIssue(doubt) : doubt.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of problems shown at first: below them are the options and the button. */
const INITIAL_LINES = 10;

/** The reasons for rejected rows, in the order of the file. */
export function ImportFindings({ report }: { readonly report: ImportReport }): ReactNode {
  const { wording } = useLanguage();
  const texts = useErrorTexts();
  const [isWhole, setIsWhole] = useState(false);
  if (report.issues.length === 0 || !texts) return null;
  const issues = isWhole ? report.issues : report.issues.slice(0, INITIAL_LINES);
  const hidden = report.issues.length - issues.length;
  return (
    <Section title={wording.text('import.problems', { count: report.rejected })}>
      <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{wording.text('import.line')}</Table.Th>
              <Table.Th scope="col">{wording.text('import.column')}</Table.Th>
              <Table.Th scope="col">{wording.text('import.problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {issues.map((issue) => (
              <Table.Tr key={`${issue.row} ${issue.path} ${issue.code}`}>
                <Table.Th scope="row">{issue.line}</Table.Th>
                <Table.Td>
                  <bdi>{issue.column ?? labelOf(wording.labels, issue.path)}</bdi>
                </Table.Td>
                <Table.Td>
                  {texts.ofIssue(issue)}
                  {/* The service's details are in English. */}
                  {wording.language === 'en' && <small dir="ltr">{issue.message}</small>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          {wording.text('today.moreActions', { count: hidden })}
        </Button>
      )}
      {hidden === 0 && report.issuesOmitted > 0 && (
        <p>{wording.text('import.omitted', { count: report.issuesOmitted })}</p>
      )}
    </Section>
  );
}
