const shown = (number) => Math.round(number).toLocaleString("en-US");
const row = (name, figure) => `  ${name.padEnd(44)} ${figure.padStart(14)}`;

/** What a batch came to, line by line. */
export function batchTable({ tally, seconds, faultKinds, missing, ...runs }) {
  const { again, eventsAgain, differing, failures } = runs;
  const families = Object.entries(faultKinds).filter(([, kinds]) => 0 < kinds.length);
  return [
    row("seeds", shown(tally.plans)),
    row("simulated days", shown(tally.days)),
    row("events", shown(tally.events)),
    row("events per second of one core", shown((tally.events + eventsAgain) / seconds)),
    row("runs repeated", shown(again)),
    row("… and not the same", shown(differing.length)),
    row("seeds that failed", shown(failures.length)),
    "",
    "Faults met",
    ...families.flatMap(([place, kinds]) => [
      row(place, shown(kinds.reduce((sum, kind) => sum + metOf(tally, place, kind), 0))),
      ...kinds.map((kind) => row(`  ${kind}`, shown(metOf(tally, place, kind)))),
    ]),
    "",
    "States reached",
    ...[...tally.reached]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([state, count]) => row(state, shown(count))),
    ...(missing.length === 0
      ? []
      : ["", "States NOT reached", ...missing.map((state) => `  ${state}`)]),
  ];
}

/** A kind is counted by its name, or by place and name where two places share it. */
const metOf = ({ met }, place, kind) => met.get(`${place} ${kind}`) ?? met.get(kind) ?? 0;
