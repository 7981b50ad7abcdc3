import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-table.module.css';

/** A column of a table of cards: its heading, and what it shows of a row. */
export interface CardColumn<R> {
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly of: (row: R) => ReactNode;
}

/** A table; on a narrow screen each row is a card that its first cell names. */
export function CardTable<R>(props: {
  readonly label: string;
  readonly rows: readonly R[];
  readonly columns: readonly CardColumn<R>[];
  readonly keyOf: (row: R) => string;
}): ReactNode {
  const { columns, keyOf } = props;
  // The roles are named: a browser drops those of a table whose rows are displayed as cards.
  return (
    <div className={classes['around']}>
      <Table
        verticalSpacing="xs"
        role="table"
        aria-label={props.label}
        className={classes['table']}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ heading, isNumber }) => (
              <Table.Th key={heading} role="columnheader" scope="col" data-number={isNumber}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {props.rows.map((row) => (
            <Table.Tr key={keyOf(row)} role="row">
              {columns.map(({ heading, isNumber, of }, index) =>
                index === 0 ? (
                  <Table.Th key={heading} role="rowheader" scope="row">
                    {of(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={heading} role="cell" data-label={heading} data-number={isNumber}>
                    {of(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
