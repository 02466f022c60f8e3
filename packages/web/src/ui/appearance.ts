import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";
export type Palette = "green-red" | "blue-orange";

const listeners = new Set<() => void>();
const root = () => document.documentElement;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTheme = (): Theme =>
  useSyncExternalStore(subscribe, () => (root().dataset.theme as Theme | undefined) ?? "system");

export const usePalette = (): Palette =>
  useSyncExternalStore(
    subscribe,
    () => (root().dataset.palette as Palette | undefined) ?? "green-red",
  );

/** Whether the account's own amounts are covered, for whoever looks over the shoulder. */
export const useValuesHidden = (): boolean => useSyncExternalStore(subscribe, areValuesHidden);
export const areValuesHidden = (): boolean => root().dataset.values === "hidden";

/** Single keys that do something outside of fields; they can be switched off (WCAG 2.1.4). */
export const useShortcutKeys = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn);
export const areShortcutsOn = (): boolean => root().dataset.shortcuts !== "off";

export function chooseTheme(theme: Theme): void {
  choose("theme", theme === "system" ? undefined : theme);
}

export function choosePalette(palette: Palette): void {
  choose("palette", palette === "green-red" ? undefined : palette);
}

export const hideValues = (isHidden: boolean): void =>
  choose("values", isHidden ? "hidden" : undefined);

export const switchShortcuts = (isOn: boolean): void =>
  choose("shortcuts", isOn ? undefined : "off");

/** Calls back whenever colours or what is shown change, by choice or by the system. For what paints on a canvas. */
export function onAppearance(listener: () => void): () => void {
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", listener);
  const stop = subscribe(listener);
  return () => {
    media.removeEventListener("change", listener);
    stop();
  };
}

/** Changes whenever the colours do: for effects that paint on a canvas. */
export const useAppearance = (): string =>
  useSyncExternalStore(onAppearance, () =>
    [
      root().dataset.theme,
      root().dataset.palette,
      matchMedia("(prefers-color-scheme: dark)").matches,
    ].join(),
  );

/** Kept in the browser, and read before the first paint by appearance.js. */
function choose(
  name: "theme" | "palette" | "values" | "shortcuts",
  choice: string | undefined,
): void {
  if (choice === undefined) delete root().dataset[name];
  else root().dataset[name] = choice;
  try {
    if (choice === undefined) localStorage.removeItem(`sevenfold.${name}`);
    else localStorage.setItem(`sevenfold.${name}`, choice);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}
