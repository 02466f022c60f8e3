import { type Markup, markup } from "./markup.ts";

/**
 * Charts over the same time that are looked at together: by dragging across one, by buttons, or by
 * keys once a chart is focused. Without its script they stand as they are, and no control shows.
 */
export const zoomed = (label: string, charts: Markup): Markup =>
  markup`<div class="zoomed" data-zoom><div class="bar zoom-bar" role="group" aria-label="${label}: the days shown" hidden>${BUTTONS.map(
    ([action, text, name]) =>
      markup`<button type="button" data-zoom-action="${action}" aria-label="${name}">${text}</button>`,
  )}<output></output></div>
${charts}
<p class="note zoom-hint" hidden>Drag across a chart to look closer. With a chart focused: ← and → read it day by day, + and − zoom, Page Up and Page Down move, Home shows all.</p></div>`;

const BUTTONS = [
  ["all", "All", "Show all days"],
  ["in", "Zoom in", "Zoom in"],
  ["out", "Zoom out", "Zoom out"],
  ["earlier", "Earlier", "Move to earlier days"],
  ["later", "Later", "Move to later days"],
] as const;
