import type { BarPrice, IChartApi, ISeriesApi, SeriesType } from "lightweight-charts";

/** As high as a label on the axis, in pixels. */
const LABEL_PX = 16;

/** Leaves the axis' own figures out where a label would lie on them. */
export function keepTicksClear(
  chart: IChartApi,
  series: ISeriesApi<SeriesType>,
  labelled: () => readonly (number | undefined)[],
  textOf: (value: number) => string,
): void {
  const yOf = (value: number | undefined) =>
    value === undefined ? null : series.priceToCoordinate(value);
  const tickTexts = (ticks: BarPrice[]): string[] => {
    const labels = labelled()
      .map(yOf)
      .filter((y) => y !== null);
    return ticks.map((tick) => {
      const y = yOf(tick);
      return y !== null && labels.some((label) => Math.abs(label - y) < LABEL_PX)
        ? ""
        : textOf(tick);
    });
  };
  chart.applyOptions({ localization: { tickmarksPriceFormatter: tickTexts } });
}
