import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import { METRIC_NAMES, type MetricName } from "@sevenfold/application/research/metrics/metric-name";
import { shaped } from "../amounts.ts";
import { isMeasured, type MetricsView } from "../metrics-view.ts";
import { type Markup, markup } from "./markup.ts";

/** Every number with its definition, and why there is none where there is none. */
export function metricSection(view: MetricsView): Markup {
  const names = METRIC_NAMES.filter((name) => isMeasured(view, name));
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Metrics, as a table"><table class="metrics">
<thead><tr><th scope="col">Metric</th><th scope="col">Value</th><th scope="col">Definition</th></tr></thead>
<tbody>${names.map((name) => metricRow(view, name))}</tbody></table></div>
<p class="note">r are simple daily returns, N days, A = 252 days a year, E equity, w the share of trades won. A number without a value says why; “small sample” marks one that rests on fewer than 60 days or 30 trades.</p>`;
}

function metricRow(view: MetricsView, name: MetricName): Markup {
  const { label, shape, formula, id } = definitionOf(name, view.dialect);
  const value = view.metrics[name];
  const sign = value !== null && value < 0 && shape !== "count" ? "loss" : "";
  return markup`<tr id="${name}"><th scope="row">${label}</th><td class="figure ${sign}">${
    value === null ? markup`<span class="none">–</span>` : shaped(value, shape)
  }${noteOf(view, name)}</td><td class="formula">${formula} <code>${id}</code></td></tr>`;
}

const noteOf = (
  { metricNotes, smallSample }: MetricsView,
  name: MetricName,
): Markup | undefined => {
  const note = metricNotes[name] ?? (smallSample.includes(name) ? "small sample" : undefined);
  return note === undefined ? undefined : markup` <small>${note}</small>`;
};
