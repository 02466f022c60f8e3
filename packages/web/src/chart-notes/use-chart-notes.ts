import type {
  IChartApi,
  ISeriesMarkersPluginApi,
  SeriesMarker,
  UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useState } from "react";
import { chartTime, resolvedColor } from "../ui/chart-canvas.ts";
import type { ChartNote } from "./chart-notes.ts";

/** A note that is pointed at, and where. */
export interface HoveredNote {
  readonly note: ChartNote;
  readonly x: number;
  readonly y: number;
}

/** A chart, and what marks one of its series. */
export interface MarkedChart {
  readonly chart: IChartApi;
  readonly markers: ISeriesMarkersPluginApi<UTCTimestamp>;
}

/** Marks the notes on the chart; answers the one that is pointed at. */
export function useChartNotes(
  parts: MarkedChart | undefined,
  notes: readonly ChartNote[],
  appearance: string,
): HoveredNote | undefined {
  const [hovered, setHovered] = useState<HoveredNote>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours, new marks.
  useEffect(() => {
    parts?.markers.setMarkers(notes.map(markOf).sort((left, right) => left.time - right.time));
  }, [parts, notes, appearance]);

  useEffect(() => {
    if (parts === undefined) return;
    const onMove: Parameters<typeof parts.chart.subscribeCrosshairMove>[0] = (param) => {
      const note = notes.find(({ id }) => id === param.hoveredObjectId);
      setHovered(note && param.point ? { note, x: param.point.x, y: param.point.y } : undefined);
    };
    parts.chart.subscribeCrosshairMove(onMove);
    return () => {
      parts.chart.unsubscribeCrosshairMove(onMove);
      setHovered(undefined);
    };
  }, [parts, notes]);

  return hovered;
}

const LOOKS = {
  entry: { position: "belowBar", shape: "arrowUp", color: "accent", size: 1 },
  exit: { position: "aboveBar", shape: "arrowDown", color: "accent", size: 1 },
  pattern: { position: "belowBar", shape: "circle", color: "amber", size: 0.6 },
} as const;

function markOf({ id, kind, label, start }: ChartNote): SeriesMarker<UTCTimestamp> {
  const { color, ...look } = LOOKS[kind];
  return {
    id,
    time: chartTime(start),
    color: resolvedColor(color),
    ...look,
    ...(label !== "" && { text: label }),
  };
}
