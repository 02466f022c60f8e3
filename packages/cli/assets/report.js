// What a report can do beyond being read: values under the pointer, and candles to move and zoom.
(() => {
  const valuesOf = (root) => JSON.parse(root.querySelector('script[type="application/json"]').text);
  const color = (name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };

  const number = (value, options) => value.toLocaleString("en-US", options).replace("-", "−");
  const WRITTEN = {
    dollars: (value) => number(value, { style: "currency", currency: "USD" }),
    percent: (value) => `${number(value * 100, { maximumFractionDigits: 2 })}%`,
    ratio: (value) => number(value, { maximumFractionDigits: 2 }),
    count: (value) => number(value, { maximumFractionDigits: 2 }),
  };
  const DAY = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: "medium",
  });

  function nearest(times, at) {
    let [from, to] = [0, times.length - 1];
    while (1 < to - from) {
      const middle = (from + to) >> 1;
      if (times[middle] <= at) from = middle;
      else to = middle;
    }
    return at - times[from] < times[to] - at ? from : to;
  }

  function followPointer(chart) {
    const { times, lines, unit } = valuesOf(chart);
    if (times.length < 2) return;
    const plot = chart.querySelector(".plot");
    const cursor = chart.querySelector(".cursor");
    const box = cursor.appendChild(document.createElement("div"));
    plot.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = plot.getBoundingClientRect();
      // Where the chart is looked at closer, it says which days it shows.
      const first = Number(chart.dataset.from ?? times[0]);
      const last = Number(chart.dataset.to ?? times.at(-1));
      const share = Math.min(1, Math.max(0, (clientX - left) / width));
      const index = nearest(times, first + share * (last - first));
      const place = (times[index] - first) / (last - first);
      box.replaceChildren(
        ...[
          DAY.format(times[index]),
          ...lines.map(({ name, values }) =>
            values[index] === null ? `${name} –` : `${name} ${WRITTEN[unit](values[index])}`,
          ),
        ].map((text) => {
          const line = document.createElement("span");
          line.style.display = "block";
          line.textContent = text;
          return line;
        }),
      );
      cursor.style.left = `${place * 100}%`;
      cursor.classList.toggle("left", 0.6 < place);
      cursor.hidden = false;
    });
    plot.addEventListener("pointerleave", () => {
      cursor.hidden = true;
    });
  }

  // Hollow up, filled down: the body says the direction without its color.
  const candleLooks = () => ({
    upColor: color("surface"),
    borderUpColor: color("gain"),
    wickUpColor: color("gain"),
    downColor: color("loss"),
    borderDownColor: color("loss"),
    wickDownColor: color("loss"),
  });

  const looks = () => ({
    layout: {
      background: { color: color("surface") },
      textColor: color("muted"),
      fontFamily: getComputedStyle(document.body).fontFamily,
    },
    grid: {
      vertLines: { visible: false },
      horzLines: { color: color("line") },
    },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false },
  });

  const LATEST = 220;

  const markersOf = (rows, trades) =>
    trades.map(([row, isBuy]) => ({
      time: rows[row][0],
      position: isBuy ? "belowBar" : "aboveBar",
      shape: isBuy ? "arrowUp" : "arrowDown",
      color: color(isBuy ? "gain" : "loss"),
      size: 1,
    }));

  function drawCandles(root) {
    const { CandlestickSeries, createChart, createSeriesMarkers } = window.LightweightCharts;
    const all = valuesOf(root);
    const select = root.querySelector("select");
    const legend = root.querySelector("output");
    const chart = createChart(root.querySelector(".canvas"), { autoSize: true, ...looks() });
    const series = chart.addSeries(CandlestickSeries, {
      ...candleLooks(),
      priceLineVisible: false,
      lastValueVisible: false,
    });
    const markers = createSeriesMarkers(series, []);
    let shown = all[0];

    function show() {
      shown = all[select.selectedIndex] ?? all[0];
      chart.applyOptions({ timeScale: { timeVisible: !shown.isDaily } });
      series.setData(
        shown.rows.map(([time, open, high, low, close]) => ({ time, open, high, low, close })),
      );
      markers.setMarkers(markersOf(shown.rows, shown.trades));
      showLatest();
    }

    // A mark for every trade of years side by side is a blur: the latest candles come first.
    function showLatest() {
      const count = shown.rows.length;
      if (count <= LATEST * 1.5) chart.timeScale().fitContent();
      else chart.timeScale().setVisibleLogicalRange({ from: count - LATEST, to: count + 3 });
    }

    chart.subscribeCrosshairMove(({ logical }) => {
      const row = logical === undefined ? undefined : shown.rows[logical];
      if (row === undefined) {
        legend.textContent = "";
        return;
      }
      const [time, open, high, low, close] = row;
      const at = new Date(time * 1000).toISOString();
      const when = shown.isDaily ? at.slice(0, 10) : at.slice(0, 16).replace("T", " ");
      const fills = shown.trades
        .filter(([candle]) => candle === logical)
        .map(
          ([, isBuy, shares, price, reason]) =>
            `${isBuy ? "▲ bought" : "▼ sold"} ${shares} at ${price} (${reason})`,
        );
      legend.textContent = [
        `${when}  open ${open}  high ${high}  low ${low}  close ${close}`,
        ...fills.slice(0, 3),
      ].join(" · ");
    });

    select.addEventListener("change", show);
    const [latest, whole] = root.querySelectorAll("button");
    latest.addEventListener("click", showLatest);
    whole.addEventListener("click", () => chart.timeScale().fitContent());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      chart.applyOptions(looks());
      series.applyOptions(candleLooks());
      show();
    });
    show();
  }

  for (const chart of document.querySelectorAll("[data-chart]")) followPointer(chart);
  for (const root of document.querySelectorAll("[data-candles]")) drawCandles(root);
})();
