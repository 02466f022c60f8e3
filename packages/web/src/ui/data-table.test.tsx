// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DataTable, type TableColumn } from "./data-table.tsx";

afterEach(cleanup);

interface Row {
  readonly name: string;
}
const ROWS: readonly Row[] = Array.from({ length: 9 }, (_, number) => ({ name: `row ${number}` }));
const keyOf = ({ name }: Row) => name;

const tableOf = (rows: readonly Row[], columns: readonly TableColumn<Row>[]) => (
  <DataTable label="Rows" rows={rows} keyOf={keyOf} columns={columns} partSize={2} />
);

const shown = () => screen.getAllByRole("rowheader").length;

describe("a long table", () => {
  it("draws no row again that stays as it was", () => {
    const cell = vi.fn(({ name }: Row) => name);
    const columns = [{ heading: "Name", cell }];
    const { rerender } = render(tableOf(ROWS, columns));
    const drawn = cell.mock.calls.length;
    rerender(tableOf([...ROWS], columns));
    rerender(tableOf(ROWS.slice(0, 5), columns));

    expect(cell.mock.calls.length).toBe(drawn);
  });

  it("grows again a part at a time after a filter left few of it", () => {
    const columns = [{ heading: "Name", cell: keyOf }];
    const { rerender } = render(tableOf(ROWS, columns));
    for (const more of ["Show 2 more", "Show 2 more", "Show 2 more", "Show 1 more"])
      fireEvent.click(screen.getByRole("button", { name: more }));
    expect(shown()).toBe(9);
    rerender(tableOf(ROWS.slice(0, 1), columns));
    expect(shown()).toBe(1);
    rerender(tableOf(ROWS, columns));

    expect(shown()).toBe(2);
  });

  it("keeps all that was shown where a row comes to it", () => {
    const columns = [{ heading: "Name", cell: keyOf }];
    const { rerender } = render(tableOf(ROWS.slice(0, 3), columns));
    fireEvent.click(screen.getByRole("button", { name: "Show 1 more" }));
    rerender(tableOf(ROWS.slice(0, 4), columns));

    expect(shown()).toBe(4);
  });
});
