import type { MutantGroup } from "./mutant.ts";

const CLI = "packages/cli/src";

export const COMMAND_LINES: MutantGroup = {
  breaks: "What is typed and set, and what a process does that nobody reads",
  mutants: [
    {
      name: "A process that stays up ends where nobody reads what it prints",
      file: `${CLI}/lost-reader.ts`,
      replace: "    if (staysUp) return;\n",
      by: "",
      foundBy: {
        [`${CLI}/lost-reader.test.ts`]: [
          "goes on where it stays up, until it is asked to end: EPIPE",
        ],
      },
    },
    {
      name: "A process ends where nobody reads its warnings",
      file: `${CLI}/lost-reader.ts`,
      replace: '  stderr.on("error", () => undefined);\n',
      by: "",
      foundBy: {
        [`${CLI}/lost-reader.test.ts`]: [
          "goes on without whoever read its warnings (stays up: false)",
        ],
      },
    },
    {
      name: "Lines of the log that a full disk did not take are forgotten",
      file: `${CLI}/system/line-writer.ts`,
      replace: "if (error) pause();\n      else rest = rest.subarray(count);",
      by: "rest = rest.subarray(error ? rest.length : count);",
      foundBy: {
        [`${CLI}/system/line-writer.test.ts`]: [
          "neither throws nor forgets where the disk is full for a time",
        ],
      },
    },
    {
      name: "Lines of the log that nobody takes pile up",
      file: `${CLI}/system/line-writer.ts`,
      replace: "if (WAITING_MAX < waiting + line.length) return;",
      by: "",
      foundBy: {
        [`${CLI}/system/line-writer.test.ts`]: [
          "holds no more than a megabyte of what nobody takes",
        ],
      },
    },
    {
      name: "Sweeps that run side by side mix the lines of their ledger",
      file: `${CLI}/sweep/trial-ledger.ts`,
      replace: "    appendFileSync(path, text);",
      by: '    await import("node:fs/promises").then(({ appendFile }) => appendFile(path, text));',
      foundBy: {
        [`${CLI}/sweep/trial-ledger.test.ts`]: [
          "mixes no lines of sweeps that are told side by side, however long they are",
        ],
      },
    },
    {
      name: "Trials are written behind the bars that --ledger names by mistake",
      file: `${CLI}/sweep/trial-ledger.ts`,
      replace: "if (readTo === 0) checkBeginning(",
      by: "if (readTo < 0) checkBeginning(",
      foundBy: {
        [`${CLI}/sweep/trial-ledger.test.ts`]: ["writes nothing to a file that is none: bars"],
      },
    },
    {
      name: "An archive beside the runs is taken for the latest run",
      file: `${CLI}/run/find-run.ts`,
      replace: "(await isFile(config)) ? ",
      by: "true || (await isFile(config)) ? ",
      foundBy: {
        [`${CLI}/run/find-run.test.ts`]: ["is no archive of it, no notes and no empty folder"],
      },
    },
    {
      name: "An empty value of a config file leaves its flag the next word",
      file: `${CLI}/commands/config-file.ts`,
      replace: 'isSwitch && (value === true || value === "")',
      by: 'value === true || value === ""',
      foundBy: {
        [`${CLI}/commands/config-file.test.ts`]: [
          "repeats a run whose variables were not set: what was empty stays so",
        ],
      },
    },
    {
      name: "A strategy is not taken away while its account waits for the broker",
      file: `${CLI}/commands/strategy-install.ts`,
      replace: "const all = await read.accounts.all();",
      by: "const all = await read.accounts.active();",
      foundBy: {
        [`${CLI}/commands/strategy-install.test.ts`]: [
          "lists and takes away also where the account waits for its broker's sign-in",
        ],
      },
    },
    {
      name: "A percent sign that begins no escape is found where the log is opened",
      file: `${CLI}/compose/database-setting.ts`,
      replace: "    return false;",
      by: "    return true;",
      foundBy: {
        [`${CLI}/compose/configuration.test.ts`]: [
          "is an address whose percent sign says nothing: DATABASE_URL=postgres://h/d%",
        ],
      },
    },
    {
      name: "A key that another process is just writing is read as none",
      file: "packages/cli/src/compose/local-keys.ts",
      replace: 'if (text !== "") return text;',
      by: "return text;",
      foundBy: {
        "packages/cli/src/compose/local-keys.test.ts": [
          "is waited for where another process has made the file and not written it yet",
        ],
      },
    },
  ],
};
