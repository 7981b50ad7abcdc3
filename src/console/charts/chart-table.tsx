import { Button, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { headingOf, unitOf } from '../../i18n/labels.ts';
import { useFormats, useLanguage, useText } from '../i18n/language.tsx';
import classes from './chart.module.css';
import { type ChartSpec, csvOf, type Mark, type Panel } from './chart-spec.ts';

/** All values of a chart, the newest first; unknown ones are empty. */
export function ChartTable(props: {
  readonly spec: ChartSpec;
  readonly panels: readonly Panel[];
  readonly marks: readonly Mark[];
}): ReactNode {
  const { spec, panels, marks } = props;
  const text = useText();
  const formats = useFormats();
  const { wording } = useLanguage();
  const columns = panels.flatMap((panel) => panel.series.map((series) => ({ panel, series })));
  const isAged = spec.moments.some(({ ageDays }) => ageDays !== null);
  const rows = spec.moments.map((moment, index) => ({ moment, index })).toReversed();
  const isMarked = marks.length > 0;
  const happenedOn = (key: string) =>
    marks.flatMap((mark) => (mark.key === key ? [mark.label] : [])).join(', ');
  const timeHeading = text(spec.unit === 'day' ? 'chart.day' : 'chart.time');
  const ageHeading = headingOf(wording.labels, { name: 'ageDays', unit: 'days' });
  const nameOf = ({ panel, series }: (typeof columns)[number]) => `${panel.label}: ${series.label}`;
  const sheet = [
    [
      timeHeading,
      ...(isAged ? [ageHeading] : []),
      ...columns.map((column) => {
        return `${nameOf(column)}, ${unitOf(wording.labels, column.series.unit)}`;
      }),
      ...(isMarked ? [text('chart.marks')] : []),
    ],
    ...rows.map(({ moment, index }) => [
      moment.key,
      ...(isAged ? [moment.ageDays] : []),
      ...columns.map(({ series }) => series.values[index]),
      ...(isMarked ? [happenedOn(moment.key)] : []),
    ]),
  ];
  return (
    <>
      {/* Reached with the keyboard, so that it can be scrolled with the arrow keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
      <section className={classes['table']} tabIndex={0} aria-label={spec.title}>
        <Table stickyHeader>
          <Table.Caption dir="auto">{spec.title}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{timeHeading}</Table.Th>
              {isAged && <Table.Th scope="col">{ageHeading}</Table.Th>}
              {columns.map((column) => (
                <Table.Th scope="col" key={column.series.name}>
                  {nameOf(column)}, <bdi>{unitOf(wording.labels, column.series.unit)}</bdi>
                </Table.Th>
              ))}
              {isMarked && <Table.Th scope="col">{text('chart.marks')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ moment, index }) => (
              <Table.Tr key={moment.key}>
                <Table.Th scope="row">
                  {spec.unit === 'day' ? formats.day(moment.key) : formats.instant(moment.key)}
                </Table.Th>
                {isAged && <Table.Td>{moment.ageDays}</Table.Td>}
                {columns.map(({ series }) => (
                  <Table.Td key={series.name}>
                    {moment.suspect.includes(series.name)
                      ? text('chart.suspect')
                      : written(series.values[index], formats.number)}
                  </Table.Td>
                ))}
                {isMarked && <Table.Td dir="auto">{happenedOn(moment.key)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Button
        component="a"
        variant="default"
        mt="sm"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(sheet))}`}
        download={`${spec.title}.csv`}
      >
        {text('chart.saveCsv')}
      </Button>
    </>
  );
}

function written(value: number | null | undefined, write: (value: number) => string): string {
  return value === null || value === undefined ? '' : write(value);
}
