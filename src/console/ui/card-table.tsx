import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-table.module.css';

/** A column of a card table: its heading, and the rendering of a row. */
export interface CardColumn<R> {
  readonly heading: string;
  readonly isNumber?: boolean | undefined;
  /** Its texts are long: in a card they are on a separate line. */
  readonly isLong?: boolean | undefined;
  /** It has long words or amounts, which a card of three columns would break. */
  readonly isBroad?: boolean | undefined;
  /** For a sortable column: its current order, and the handler that changes it. */
  readonly sorts?: { readonly order: 'ascending' | 'descending' | 'none'; onSort: () => void };
  readonly of: (row: R) => ReactNode;
}

/** Maximum number of columns that fit on a phone. */
const MAX_NARROW = 3;

const SIGNS = { ascending: '▲', descending: '▼', none: '' } as const;

/**
 * A table; where it has too little room for its columns, each row is a card titled by its first
 * cell.
 */
export function CardTable<R>(props: {
  readonly label: string;
  readonly rows: readonly R[];
  readonly columns: readonly CardColumn<R>[];
  readonly keyOf: (row: R, index: number) => string;
  readonly className?: string | undefined;
}): ReactNode {
  const { columns, keyOf, className = '' } = props;
  // Explicit roles: a browser drops those of a table whose rows are displayed as cards.
  return (
    <div className={classes['around']} ref={watchFit}>
      <Table
        verticalSpacing="xs"
        role="table"
        aria-label={props.label}
        className={`${classes['table']} ${className}`}
        data-wide={columns.length > MAX_NARROW || undefined}
        data-broad={columns.some(({ isBroad }) => isBroad) || undefined}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ heading, isNumber, sorts }) => (
              <Table.Th
                key={heading}
                role="columnheader"
                scope="col"
                data-number={isNumber || undefined}
                {...(sorts ? { 'aria-sort': sorts.order } : {})}
              >
                {sorts ? (
                  <button type="button" className={classes['sort']} onClick={sorts.onSort}>
                    {heading} <span aria-hidden="true">{SIGNS[sorts.order]}</span>
                  </button>
                ) : (
                  heading
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {props.rows.map((row, at) => (
            <Table.Tr key={keyOf(row, at)} role="row">
              {columns.map(({ heading, isNumber, isLong, of }, index) =>
                index === 0 ? (
                  <Table.Th key={heading} role="rowheader" scope="row">
                    {of(row)}
                  </Table.Th>
                ) : (
                  <Table.Td
                    key={heading}
                    role="cell"
                    data-label={heading}
                    data-long={isLong || undefined}
                    data-number={isNumber || undefined}
                  >
                    <div className={classes['value']}>{of(row)}</div>
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

/**
 * Sets `data-fits` on a box while its table fits in it: the box then does not scroll by itself, and
 * the headings stay below the bar while the page scrolls.
 */
function watchFit(box: HTMLDivElement): () => void {
  const table = box.firstElementChild;
  const observer = new ResizeObserver(() => {
    box.toggleAttribute('data-fits', table !== null && table.scrollWidth <= box.clientWidth);
  });
  for (const seen of [box, table]) if (seen) observer.observe(seen);
  return () => observer.disconnect();
}
