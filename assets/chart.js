// Draws the chart of a wallet over the server's own drawing: axes, the line with lowest and highest, the threshold,
// hatched gaps, top-ups, alerts as bars, and the forecast as a fan up to the moment when the wallet is empty. Dragging
// chooses a range, which changes the address. Amounts are exact text; they become numbers for pixels only.
(() => {
  const MS = 1_000;
  const words = JSON.parse(document.body.dataset.words);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const { lang } = document.documentElement;
  const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',').replace(/^-/, '\u2212');
  const short = new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 3 });

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const drawn = new Map();
  const drawAll = () => {
    for (const box of drawn.keys()) if (!box.isConnected) letGo(box);
    document.querySelectorAll('[data-chart]').forEach(draw);
  };
  drawAll();
  document.addEventListener('floatwatch:shown', drawAll);
  dark.addEventListener('change', drawAll);

  function draw(box) {
    const { chart, marks: marked, from, to, threshold } = box.dataset;
    const key = [chart, marked, from, to, threshold, dark.matches].join(' ');
    if (drawn.get(box)?.key === key) return;
    letGo(box);
    box.querySelector('svg')?.remove();
    box.querySelector('.tip')?.remove();
    const tip = document.createElement('div');
    tip.className = 'tip';
    tip.hidden = true;
    const points = read(chart);
    const marks = JSON.parse(marked);
    const plot = new window.uPlot(options(box, tip, points, marks), columns(points, marks.fan), box);
    box.append(tip);
    const resized = new ResizeObserver(() => plot.width !== box.clientWidth && plot.setSize(sizeOf(box)));
    resized.observe(box);
    drawn.set(box, { key, plot, resized });
  }

  /** Destroys a plot, which would otherwise be kept for as long as the page is open. */
  function letGo(box) {
    const { plot, resized } = drawn.get(box) ?? {};
    resized?.disconnect();
    plot?.destroy();
    drawn.delete(box);
  }

  function read(text) {
    return text.split('\n').map((line) => {
      const [at, amount = '', lowest = amount, highest = amount] = line.split(',');
      return { at: Number(at), amount, lowest, highest };
    });
  }

  /** For drawing only: the number may lose digits. */
  function numberFor(text) {
    return text === '' ? null : Number(text);
  }

  /** The data as uPlot takes it: the times, then a column for each of the series in {@link options}. */
  function columns(points, fan) {
    const ahead = fan?.points ?? [];
    const none = ahead.map(() => null);
    const before = points.map(() => null);
    const past = (of) => [...points.map((point) => numberFor(point[of])), ...none];
    return [
      [...points.map(({ at }) => at / MS), ...ahead.map(([at]) => at / MS)],
      ...['amount', 'lowest', 'highest'].map(past),
      ...[1, 2, 3].map((i) => [...before, ...ahead.map((point) => point[i])]),
    ];
  }

  function sizeOf(box) {
    return { width: box.clientWidth, height: box.clientWidth < 500 ? 220 : 280 };
  }

  function colours() {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(`--${name}`).trim();
    return {
      line: of('accent'),
      grid: of('line'),
      ink: of('quiet'),
      limit: of('firing'),
      blind: of('unknown'),
      text: of('ink'),
    };
  }

  function options(box, tip, points, marks) {
    const { from, to, zone, threshold, zoom } = box.dataset;
    const colour = colours();
    const fan = marks.fan;
    const end = fan ? Math.max(Number(to), fan.points.at(-1)[0]) : Number(to);
    const limit = threshold === undefined ? null : Number(threshold);
    const axis = {
      stroke: colour.ink,
      grid: { stroke: colour.grid, width: 1 },
      ticks: { stroke: colour.grid, width: 1 },
      font: '12px system-ui, sans-serif',
    };
    const hidden = { points: { show: false }, width: 0, spanGaps: false };
    const isAlone = points.filter(({ amount }) => amount !== '').length === 1; // there is no line through it
    const fanned = { ...hidden, stroke: colour.line };
    return {
      ...sizeOf(box),
      tzDate: (at) => window.uPlot.tzDate(new Date(at * MS), zone),
      scales: {
        x: { time: true, range: () => [Number(from) / MS, end / MS] },
        y: { range: (_, low, high) => around(low, high, limit) },
      },
      axes: [
        { ...axis, space: 70, values: timeTicks() },
        {
          ...axis,
          size: 62,
          values: (_, ticks) => ticks.map((tick) => short.format(tick).replace('-', '\u2212')),
        },
      ],
      series: [
        {},
        { stroke: colour.line, width: 1.8, points: { show: isAlone, fill: colour.line }, spanGaps: false },
        hidden,
        hidden,
        { ...fanned },
        { ...fanned, width: 1.5, dash: [4, 4] },
        { ...fanned },
      ],
      bands: [
        { series: [3, 2], fill: `color-mix(in srgb, ${colour.line} 22%, transparent)` },
        { series: [6, 4], fill: `color-mix(in srgb, ${colour.line} 14%, transparent)` },
      ],
      legend: { show: false },
      cursor: { y: false, points: { size: 7 }, drag: { x: zoom === '1', y: false, setScale: false } },
      hooks: {
        drawClear: [(plot) => under(plot, marks, colour, Number(to))],
        draw: [(plot) => over(plot, { marks, limit, colour })],
        setCursor: [(plot) => tell(plot, { box, tip, points, marks })],
        setSelect: [(plot) => choose(plot, zoom)],
      },
    };
  }

  /**
   * Hours by a 24-hour clock, and days by date. The rows are uPlot's formats, each from so many seconds between ticks on.
   */
  function timeTicks() {
    return [
      [86_400 * 28, '{MMM} {YYYY}', null, null, null, null, null, null, 1],
      [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
      [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
    ];
  }

  function around(low, high, limit) {
    const values = [low, high, limit, 0].filter((each) => each !== null);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = (most - least || 1) * 0.06;
    return [least < 0 ? least - margin : 0, most + margin];
  }

  /** Draws gaps and alerts below the line. Those that last end where the seen part ends, and not in the forecast. */
  function under(plot, { gaps, alerts }, colour, end) {
    const { ctx, bbox } = plot;
    const begin = plot.scales.x.min * MS;
    const place = (at) => plot.valToPos(Math.max(begin, Math.min(end, at)) / MS, 'x', true);
    const shown = ([since, until]) => since < end && (until ?? end) > begin;
    ctx.save();
    for (const [since, until] of gaps.filter(shown))
      hatch(ctx, { left: place(since), right: place(until ?? end), bbox, colour: colour.blind });
    ctx.fillStyle = colour.limit;
    for (const [since, until] of alerts.filter(shown)) {
      const left = place(since);
      const width = Math.max(2, place(until ?? end) - left);
      ctx.globalAlpha = 0.1;
      ctx.fillRect(left, bbox.top, width, bbox.height);
      ctx.globalAlpha = 1;
      ctx.fillRect(left, bbox.top, width, 4 * devicePixelRatio);
    }
    ctx.restore();
  }

  function hatch(ctx, { left, right, bbox, colour }) {
    const width = Math.max(3, right - left);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, width, bbox.height);
    ctx.clip();
    ctx.globalAlpha = 0.45;
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    for (let x = left - bbox.height; x < left + width; x += 8 * devicePixelRatio) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }

  /** Draws the threshold, the moment of emptiness and top-ups above the line. */
  function over(plot, { marks: { rises, fan }, limit, colour }) {
    const { ctx, bbox } = plot;
    const right = bbox.left + bbox.width;
    ctx.save();
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    if (limit !== null) {
      const y = plot.valToPos(limit, 'y', true);
      line(ctx, { from: [bbox.left, y], to: [right, y], colour: colour.limit, dash: true });
      label(ctx, {
        text: fill(words.threshold, { amount: short.format(limit) }),
        x: right,
        // Below the line where there is no room above it: alerts are bars at the top.
        y: y - bbox.top < 22 * devicePixelRatio ? y + 13 * devicePixelRatio : y - 5 * devicePixelRatio,
        align: 'right',
        colour: colour.limit,
      });
    }
    if (fan?.empty) {
      const x = plot.valToPos(fan.empty / MS, 'x', true);
      if (x < right)
        line(ctx, { from: [x, bbox.top], to: [x, bbox.top + bbox.height], colour: colour.limit, dash: true });
      if (x < right)
        label(ctx, {
          text: words.empty,
          x: x - 4 * devicePixelRatio,
          y: bbox.top + 16 * devicePixelRatio,
          align: 'right',
          colour: colour.limit,
        });
    }
    let free = Number.NEGATIVE_INFINITY;
    for (const [at, by] of rises) {
      const x = plot.valToPos(at / MS, 'x', true);
      const y = bbox.top + bbox.height;
      ctx.fillStyle = colour.line;
      ctx.beginPath();
      ctx.moveTo(x, y - 9 * devicePixelRatio);
      ctx.lineTo(x - 5 * devicePixelRatio, y);
      ctx.lineTo(x + 5 * devicePixelRatio, y);
      ctx.fill();
      const text = `+${short.format(Number(by))}`;
      if (x - ctx.measureText(text).width / 2 < free) continue;
      label(ctx, { text, x, y: y - 13 * devicePixelRatio, align: 'center', colour: colour.text });
      free = x + ctx.measureText(text).width / 2 + 6 * devicePixelRatio;
    }
    ctx.restore();
  }

  function line(ctx, { from, to, colour, dash }) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash(dash ? [5 * devicePixelRatio, 4 * devicePixelRatio] : []);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  function label(ctx, { text, x, y, align, colour }) {
    ctx.fillStyle = colour;
    ctx.textAlign = align;
    ctx.fillText(text, x, y);
  }

  /** Fills the box beside the cursor, or hides it. */
  function tell(plot, { box, tip, points, marks }) {
    const { idx, left } = plot.cursor;
    tip.hidden = idx === null || idx === undefined || left < 0;
    if (tip.hidden) return;
    const at = plot.data[0][idx] * MS;
    const time = new Intl.DateTimeFormat(words.locale, {
      timeZone: box.dataset.zone,
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(at);
    const lines = [time, ...wordsOf(points[idx], marks, at, idx - points.length)];
    tip.replaceChildren(
      ...lines.map((text, i) =>
        Object.assign(document.createElement(i === 1 ? 'b' : 'span'), { textContent: text }),
      ),
    );
    const right = left > plot.over.clientWidth / 2;
    const x = plot.over.offsetLeft + left + (right ? -tip.offsetWidth - 12 : 12);
    tip.style.left = `${Math.max(0, x)}px`;
  }

  function wordsOf(point, { alerts, rises, gaps, fan }, at, ahead) {
    if (!point) {
      const [, low, middle, high] = fan.points[ahead];
      const round = (each) => short.format(each);
      return [
        fill(words.expected, { amount: round(middle) }),
        fill(words.between, { low: round(low), high: round(high) }),
      ];
    }
    if (point.amount === '') return [words.notSeen];
    const band =
      point.lowest === point.highest
        ? []
        : [
            fill(words.lowest, { amount: grouped(point.lowest) }),
            fill(words.highest, { amount: grouped(point.highest) }),
          ];
    const rose = rises
      .filter(([when]) => when === at)
      .map(([, by]) => fill(words.cameIn, { amount: grouped(by) }));
    const fired = alerts
      .filter(([since, until]) => since <= at && at <= (until ?? at))
      .map(([, , rule]) => rule);
    const blind = gaps.some(([since, until]) => since < at && at < (until ?? at)) ? [words.inAGap] : [];
    return [grouped(point.amount), ...band, ...rose, ...fired, ...blind];
  }

  /** Puts the chosen range into the address; a click alone chooses nothing. */
  function choose(plot, zoom) {
    const { left, width } = plot.select;
    if (zoom !== '1' || width < 8) return;
    const iso = (x) => `${new Date(plot.posToVal(x, 'x') * MS).toISOString().slice(0, 19)}Z`;
    const zone = new URLSearchParams(location.search).get('zone'); // stays as it was asked for
    const asked = zone === null ? '' : `&zone=${encodeURIComponent(zone)}`;
    const address = `${location.pathname}?from=${iso(left)}&to=${iso(left + width)}${asked}`;
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    window.floatwatchGo(address);
  }
})();
