/** Of every answer: which build of the web pages the server has, where it has one. */
export const BUILD_HEADER = "Sevenfold-Build";

/** The build that a page's script belongs to: its name changes with whatever it is made of. */
export const buildOf = (scriptAddress: string): string | undefined =>
  /\/assets\/([\w-]+)\.js$/.exec(scriptAddress)?.[1];
