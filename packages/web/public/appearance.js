// Before the first paint, so that a dark page never flashes light.
(() => {
  try {
    const theme = localStorage.getItem("sevenfold.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    for (const [name, choice] of [
      ["values", "hidden"],
      ["shortcuts", "off"],
    ])
      if (localStorage.getItem(`sevenfold.${name}`) === choice)
        document.documentElement.dataset[name] = choice;
    const palette = localStorage.getItem("sevenfold.palette");
    if (palette === "blue-orange") document.documentElement.dataset.palette = palette;
  } catch {
    // Storage is closed to us: the system's preference holds.
  }
})();
