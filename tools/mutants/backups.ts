import type { MutantGroup } from "./mutant.ts";

const RESTORED = "packages/cli/src/backup/restore-backup.test.ts";
const DISKS = "packages/cli/src/backup/restore-disks.test.ts";
const MADE = "packages/cli/src/backup/make-backup.test.ts";

export const BACKUPS: MutantGroup = {
  breaks: "Backups, and what is brought back of them",
  mutants: [
    {
      name: "A restored database is taken for one that a crash left unfinished",
      file: "packages/cli/src/backup/restore-backup.ts",
      replace: "      forgetMaking(database);\n",
      by: "      void forgetMaking;\n",
      foundBy: {
        [RESTORED]: [
          "is there at the next start, where a first start was killed before it had made a database",
          "is there at the next start, where one was killed with the database half made",
        ],
      },
    },
    {
      name: "A line of a backup ends where a text within it has a separator of lines",
      file: "packages/cli/src/backup/lines-in.ts",
      replace: '.split("\\n")',
      by: ".split(/[\\n\\u2029]/)",
      foundBy: {
        "packages/cli/src/backup/lines-in.test.ts": [
          "reads the lines of a file with some whose texts hold what ends a line elsewhere",
        ],
      },
    },
    {
      name: "A backup of a mistyped folder makes a database there",
      file: "packages/adapters-persistence/src/backup/database-session.ts",
      replace: "if (!hasDatabase(dataFolder))",
      by: "if (hasDatabase === undefined)",
      foundBy: { [MADE]: ["makes no database in a folder in which Sevenfold never ran"] },
    },
    {
      name: "Half a restore is backed up as if it were whole",
      file: "packages/cli/src/backup/make-backup.ts",
      replace: "  requireWholeRestore(dataFolder);\n",
      by: "  void requireWholeRestore;\n",
      foundBy: {
        [MADE]: ["is not made of half a restore, whose books and exchange do not fit together"],
      },
    },
    {
      name: "A restore overlooks a process that has nothing to ask for a while",
      file: "packages/adapters-persistence/src/backup/restore-tables.ts",
      replace: "[POOL_NAME, LISTENER_NAME]",
      by: "[POOL_NAME]",
      foundBy: {
        "packages/adapters-persistence/src/backup/table-dumps.test.ts": [
          "are not written where a process of Sevenfold has nothing to ask for a while",
        ],
      },
    },
    {
      name: "A restored journal is made on the data folder's disk, whichever is its own",
      file: "packages/cli/src/backup/restore-backup.ts",
      replace: "`${journal}.restoring`",
      by: "journal.replace(/disk-2.*/, `disk-1/draft`)",
      foundBy: { [DISKS]: ["puts the exchange's journal on another disk than the data folder's"] },
    },
    {
      name: "A restore that fails lets half of the one before it start",
      file: "packages/cli/src/backup/restore-backup.ts",
      replace: "if (wasCutShort) await",
      by: "if (wasCutShort && journal === undefined) await",
      foundBy: {
        [DISKS]: ["of which one before was cut short lets nothing start where it fails too"],
      },
    },
  ],
};
