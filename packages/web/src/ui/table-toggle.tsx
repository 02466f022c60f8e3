interface TableToggleProps {
  readonly isTable: boolean;
  readonly onChange: (isTable: boolean) => void;
}

/** A chart's figures as a table, and back; its words name what a press shows. */
export const TableToggle = ({ isTable, onChange }: TableToggleProps) => (
  <button
    type="button"
    className="rounded-[5px] text-13 font-medium text-accent underline-offset-4 hover:underline"
    onClick={() => onChange(!isTable)}
  >
    {isTable ? "View as chart" : "View as table"}
  </button>
);
