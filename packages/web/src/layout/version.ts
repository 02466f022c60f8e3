declare const __SEVENFOLD_VERSION__: string | undefined;

/** Put in by the build from package.json. */
export const VERSION =
  typeof __SEVENFOLD_VERSION__ === "undefined" ? "dev" : `v${__SEVENFOLD_VERSION__}`;
