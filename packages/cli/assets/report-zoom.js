// Charts over the same time, looked at together: drag, buttons or keys choose the days shown.
(() => {
  const DAY_MS = 86_400_000;
  const DAYS_LEAST = 7;
  const [WIDTH, HEIGHT] = [1_000, 100];
  const DAY = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: "medium",
  });
  const MONTH = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    month: "short",
    year: "numeric",
  });
  const SHORT = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    day: "numeric",
    month: "short",
  });
  const minus = (text) => text.replace("-", "−");
  const WRITTEN = {
    dollars: (value) =>
      minus(value.toLocaleString("en-US", { style: "currency", currency: "USD" })).replace(
        /\.00$/,
        "",
      ),
    percent: (value) => minus(`${Number((value * 100).toPrecision(6)).toLocaleString("en-US")}%`),
    ratio: (value) => minus(value.toLocaleString("en-US", { maximumFractionDigits: 4 })),
    count: (value) => minus(value.toLocaleString("en-US")),
  };

  /** Round values about so many that hold the lowest and the highest. */
  function ticksOf(values, count) {
    let [low, high] = [Math.min(...values), Math.max(...values)];
    if (high - low < 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-9))
      [low, high] = [low - 1, high + 1];
    const rough = (high - low) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 2.5, 5, 10].find((each) => rough <= each * power * (1 + 1e-9)) * power;
    const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
    return Array.from({ length: last - first + 1 }, (_, at) =>
      Number(((first + at) * step).toPrecision(12)),
    );
  }

  function openChart(figure) {
    const data = JSON.parse(figure.querySelector('script[type="application/json"]').text);
    const plot = figure.querySelector(".plot");
    const svg = plot.querySelector("svg");
    const times = figure.querySelector(".times");
    const whole = { svg: svg.innerHTML, times: times.innerHTML };
    const labels = [...plot.querySelectorAll(".y")];

    /** Days from one instant to another; all of them as they were drawn first. */
    function show(from, to, isAll) {
      figure.dataset.from = from;
      figure.dataset.to = to;
      for (const label of plot.querySelectorAll(".y")) label.remove();
      if (isAll) {
        svg.innerHTML = whole.svg;
        times.innerHTML = whole.times;
        plot.append(...labels);
        return;
      }
      const inside = data.times.flatMap((at, index) => (from <= at && at <= to ? [index] : []));
      const seen = data.lines.flatMap(({ values }) =>
        inside.map((index) => values[index]).filter((value) => value !== null),
      );
      if (seen.length === 0) return;
      // A filled line keeps its ground in sight only where it is near: closer is what was asked for.
      const ground = data.floor === 0 ? [0] : [];
      const ticks = ticksOf([...seen, ...ground], data.ticks);
      const [low, high] = [ticks[0], ticks.at(-1)];
      const y = (value) => HEIGHT * (1 - (value - low) / (high - low));
      const x = (at) => (WIDTH * (at - from)) / (to - from);
      const parts = ticks.map((tick) => {
        const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
        line.setAttribute("class", tick === 0 ? "zero" : "grid");
        for (const [name, value] of [
          ["x1", 0],
          ["x2", WIDTH],
          ["y1", y(tick)],
          ["y2", y(tick)],
        ])
          line.setAttribute(name, value);
        return line;
      });
      for (const { values, look, filledTo } of data.lines) {
        let path = "";
        let isDown = false;
        for (const index of inside) {
          if (values[index] === null) isDown = false;
          else {
            path += `${isDown ? "L" : "M"}${x(data.times[index])} ${y(values[index])}`;
            isDown = true;
          }
        }
        if (path === "") continue;
        if (filledTo !== undefined) {
          const bottom = Math.min(HEIGHT, Math.max(0, y(filledTo)));
          const ends = [inside.at(-1), inside[0]].map(
            (index) => `L${x(data.times[index])} ${bottom}`,
          );
          parts.push(pathOf(`area ${look}`, `${path}${ends.join("")}Z`));
        }
        parts.push(pathOf(`line ${look}`, path));
      }
      svg.replaceChildren(...parts);
      plot.append(
        ...ticks.map((tick) =>
          labelOf("y", WRITTEN[data.unit](tick), "bottom", (tick - low) / (high - low)),
        ),
      );
      times.replaceChildren(...timesOf(from, to));
    }

    function pathOf(look, d) {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", look);
      path.setAttribute("d", d);
      return path;
    }

    return { data, figure, plot, show };
  }

  function labelOf(look, text, side, share) {
    const label = document.createElement("span");
    label.className = look;
    label.textContent = text;
    label.style[side] = `${share * 100}%`;
    return label;
  }

  function timesOf(from, to) {
    const count = innerWidth < 640 ? 3 : 6;
    const style = to - from < 200 * DAY_MS ? SHORT : MONTH;
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 0.5) / count;
      return labelOf("", style.format(from + share * (to - from)), "left", share);
    });
  }

  function openZoom(root) {
    const charts = [...root.querySelectorAll("[data-chart]")].map(openChart);
    const [first] = charts;
    if (first === undefined || first.data.times.length < 3) return;
    const bounds = [first.data.times[0], first.data.times.at(-1)];
    const least = Math.min(DAYS_LEAST * DAY_MS, bounds[1] - bounds[0]);
    const told = root.querySelector("output");
    const buttons = [...root.querySelectorAll("[data-zoom-action]")];
    let [from, to] = bounds;
    let read;

    function show(nextFrom, nextTo) {
      const width = Math.min(bounds[1] - bounds[0], Math.max(least, nextTo - nextFrom));
      from = Math.min(Math.max(bounds[0], nextFrom), bounds[1] - width);
      to = from + width;
      const isAll = from === bounds[0] && to === bounds[1];
      for (const chart of charts) chart.show(from, to, isAll);
      const off = {
        all: isAll,
        out: isAll,
        in: width <= least,
        earlier: from === bounds[0],
        later: to === bounds[1],
      };
      for (const button of buttons) button.disabled = off[button.dataset.zoomAction] === true;
      tell(`${DAY.format(from)} to ${DAY.format(to)}`);
    }

    const tell = (text) => {
      told.textContent = text;
    };
    const middle = () => (from + to) / 2;
    const by = (factor, around = middle()) =>
      show(around - (around - from) * factor, around + (to - around) * factor);
    const move = (share) => show(from + (to - from) * share, to + (to - from) * share);
    const ACTIONS = {
      all: () => show(...bounds),
      in: () => by(0.5),
      out: () => by(2),
      earlier: () => move(-0.5),
      later: () => move(0.5),
    };
    for (const button of buttons)
      button.addEventListener("click", () => {
        ACTIONS[button.dataset.zoomAction]();
        // A button that has just been switched off would lose the focus to nowhere.
        if (button.disabled) buttons.find(({ disabled }) => !disabled)?.focus();
      });

    /** Values of the day that is read, said aloud and pointed at. */
    function readDay({ data, plot, figure }, step) {
      const { times } = data;
      const inside = times.flatMap((at, index) => (from <= at && at <= to ? [index] : []));
      const place = inside.indexOf(read);
      const next = place < 0 ? (step < 0 ? inside.length - 1 : 0) : place + step;
      read = inside[Math.min(inside.length - 1, Math.max(0, next))];
      if (read === undefined) return;
      const words = data.lines.map(
        ({ name, values }) =>
          `${name} ${values[read] === null ? "–" : WRITTEN[data.unit](values[read])}`,
      );
      tell([DAY.format(times[read]), ...words].join(", "));
      const { left, top, width } = plot.getBoundingClientRect();
      const clientX = left + (width * (times[read] - from)) / (to - from);
      plot.dispatchEvent(
        new PointerEvent("pointermove", { clientX, clientY: top, pointerType: "keys" }),
      );
      figure.dataset.read = read;
    }

    const KEYS = {
      "+": ACTIONS.in,
      "=": ACTIONS.in,
      "-": ACTIONS.out,
      PageUp: ACTIONS.earlier,
      PageDown: ACTIONS.later,
      Home: ACTIONS.all,
    };
    for (const chart of charts) {
      const { plot } = chart;
      plot.tabIndex = 0;
      plot.setAttribute("aria-roledescription", "chart that can be read by arrow keys");
      plot.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "ArrowLeft" || event.key === "ArrowRight")
          readDay(chart, event.key === "ArrowLeft" ? -1 : 1);
        else if (KEYS[event.key] !== undefined) KEYS[event.key]();
        else return;
        event.preventDefault();
      });
      plot.addEventListener("blur", () => plot.dispatchEvent(new PointerEvent("pointerleave")));
      dragOn(plot);
    }

    function dragOn(plot) {
      let began;
      let span;
      const shareAt = ({ clientX }) => {
        const { left, width } = plot.getBoundingClientRect();
        return Math.min(1, Math.max(0, (clientX - left) / width));
      };
      const end = () => {
        span?.remove();
        [began, span] = [undefined, undefined];
      };
      plot.addEventListener("pointerdown", (event) => {
        // A finger scrolls the page; the buttons zoom.
        if (event.pointerType !== "mouse" || event.button !== 0) return;
        began = shareAt(event);
        plot.setPointerCapture(event.pointerId);
      });
      plot.addEventListener("pointermove", (event) => {
        if (began === undefined || event.pointerType === "keys") return;
        span ??= plot.appendChild(
          Object.assign(document.createElement("div"), { className: "zoom-span" }),
        );
        const [low, high] = [began, shareAt(event)].sort((one, other) => one - other);
        span.style.left = `${low * 100}%`;
        span.style.width = `${(high - low) * 100}%`;
      });
      plot.addEventListener("pointerup", (event) => {
        if (began === undefined) return;
        const [low, high] = [began, shareAt(event)].sort((one, other) => one - other);
        end();
        if (0.01 < high - low) show(from + low * (to - from), from + high * (to - from));
      });
      plot.addEventListener("pointercancel", end);
    }

    told.setAttribute("role", "status");
    for (const hidden of root.querySelectorAll(".zoom-bar, .zoom-hint")) hidden.hidden = false;
    show(...bounds);
  }

  for (const root of document.querySelectorAll("[data-zoom]")) openZoom(root);
})();
