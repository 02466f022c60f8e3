import {
  type Column,
  createColumnHelper,
  flexRender,
  getCoreRowModel,
  getSortedRowModel,
  type RowData,
  type SortingState,
  useReactTable,
} from "@tanstack/react-table";
import { memo, type ReactNode, useMemo, useState } from "react";
import { classNames } from "./class-names.ts";
import { ShowMore, usePartOfList } from "./part-of-list.tsx";
import { SortHeading } from "./sort-heading.tsx";
import { TABLE_HEAD } from "./table.ts";

export interface TableColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column is sorted by; without it the heading is no button. Unknown comes last. */
  readonly sortBy?: (row: Row) => number | string | null;
  /** Words stand at the left, figures at the right. */
  readonly isText?: boolean;
  /** What can be done with the row, which is nothing on paper. */
  readonly isDeeds?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
  /** A line of words below a row. */
  readonly below?: (row: Row) => ReactNode;
  readonly firstSort?: { readonly heading: string; readonly isDescending: boolean };
  /** Rows shown at a time, of however many are sorted; without it all of them. */
  readonly partSize?: number;
  /** Below the rows, once all of them stand. */
  readonly after?: ReactNode;
}

/** Rows under headings that sort them. The first column names the row. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, keyOf, columns, below, firstSort } = props;
  const [sorting, setSorting] = useState<SortingState>(
    firstSort === undefined ? [] : [{ id: firstSort.heading, desc: firstSort.isDescending }],
  );
  const table = useReactTable({
    data: rows as Row[],
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    state: { sorting },
    onSortingChange: setSorting,
    getRowId: keyOf,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  const part = usePartOfList(table.getRowModel().rows, props.partSize);
  return (
    <>
      <div className="overflow-x-auto border-t border-line print:overflow-visible">
        <table className="w-full" aria-label={label}>
          <thead className={TABLE_HEAD}>
            <tr>
              {table.getFlatHeaders().map(({ id, column }, index) => (
                <Heading key={id} column={column} of={columns[index]!} />
              ))}
            </tr>
          </thead>
          <tbody>
            {part.shown.map((row) => (
              <TableRow key={row.id} row={row.original} columns={columns} below={below} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore part={part} after={props.after} />
    </>
  );
}

function definitionOf<Row extends RowData>({ heading, cell, sortBy }: TableColumn<Row>) {
  return createColumnHelper<Row>().accessor((row) => sortBy?.(row) ?? undefined, {
    id: heading,
    header: heading,
    cell: ({ row }) => cell(row.original),
    enableSorting: sortBy !== undefined,
    sortUndefined: "last",
  });
}

interface HeadingProps<Row> {
  readonly column: Column<Row, unknown>;
  readonly of: TableColumn<Row>;
}

function Heading<Row extends RowData>({ column, of }: HeadingProps<Row>) {
  const heading = flexRender(column.columnDef.header, {} as never);
  if (!column.getCanSort())
    return (
      <th scope="col" className={lookOf(of)}>
        {heading}
      </th>
    );
  return (
    <SortHeading
      sorted={column.getIsSorted() || undefined}
      isText={of.isText === true}
      onPress={() => column.toggleSorting()}
    >
      {heading}
    </SortHeading>
  );
}

const lookOf = <Row,>({ isDeeds, isText }: TableColumn<Row>) =>
  classNames(isText ? "text-left" : "text-right", isDeeds && "print:hidden");

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  readonly below: ((row: Row) => ReactNode) | undefined;
}

/** Drawn anew with what it shows only: a key typed into a filter draws no row again that stays. */
const TableRow = memo(function TableRow<Row>({ row, columns, below }: TableRowProps<Row>) {
  const words = below?.(row);
  return (
    <>
      <tr className="h-10 border-t border-line hover:bg-raised [&>*]:px-2.5 [&>*:first-child]:pl-4 [&>*:last-child]:pr-4">
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.heading} scope="row" className="text-left font-normal">
              {column.cell(row)}
            </th>
          ) : (
            <td key={column.heading} className={lookOf(column)}>
              {column.cell(row)}
            </td>
          ),
        )}
      </tr>
      {words && (
        <tr>
          <td colSpan={columns.length} className="px-4 pb-2.5 text-13 text-muted">
            {words}
          </td>
        </tr>
      )}
    </>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
