import type { MutantGroup } from "./mutant.ts";

const RESTORED = "packages/cli/src/backup/restore-backup.test.ts";

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
  ],
};
