// Keeps an open page up to date. Content is replaced in place, so that focus, scroll and a half-filled form stay; ages
// grow. When the server doesn't answer, the last figures stay and a line says so. Pages work without this script.
(() => {
  const { body } = document;
  const words = JSON.parse(body.dataset.words);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const everyMs = Number(body.dataset.refresh ?? 0) * 1_000;
  let serverAhead = Number(body.dataset.now) - Date.now(); // ages follow the server's clock
  let path = location.pathname + location.search;
  let loading;
  let lookedAt = performance.now();
  const isSeen = () => document.visibilityState === 'visible';
  // Less often in the background: people see only the icon and the title of the tab.
  const isDue = () => isSeen() || performance.now() - lookedAt > 3.5 * everyMs;

  setInterval(tellAges, 1_000);
  if (everyMs > 0) setInterval(() => isDue() && !loading && load(path), everyMs);
  document.addEventListener('visibilitychange', () => everyMs > 0 && isSeen() && load(path));
  addEventListener('popstate', () => {
    const address = location.pathname + location.search;
    if (address !== path) void load(address); // else it is another place on the same page
  });

  /** Shows another address of the same kind of page, without leaving it. Used by chart.js. */
  window.floatwatchGo = (address) => {
    history.pushState(null, '', address);
    void load(address);
  };

  async function load(address) {
    lookedAt = performance.now();
    path = address; // even if this load fails: the next one asks for the address that was wanted last
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    const { signal } = mine;
    let late;
    const wait = () => {
      clearTimeout(late);
      late = setTimeout(() => mine.abort('late'), 10_000);
    };
    try {
      wait();
      const answer = await window.fetch(address, { headers: { accept: 'text/html' }, signal });
      const next = new DOMParser().parseFromString(await textOf(answer, wait), 'text/html');
      // A login page, a refusal or a proxy's error page isn't a page of ours, so nothing new is known.
      if (next.body.dataset.now === undefined) throw new Error(String(answer.status));
      show(next);
      answered();
    } catch (error) {
      if (!signal.aborted || signal.reason === 'late' || error.name !== 'AbortError') unanswered();
    } finally {
      clearTimeout(late);
      if (loading === mine) loading = undefined;
    }
  }

  /** The text of the answer. The line may be slow: each part that comes allows more time for the next one. */
  async function textOf({ body: bytes }, wait) {
    const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      wait();
      text += value;
    }
  }

  function show(next) {
    const focused = document.activeElement?.getAttribute?.('href');
    serverAhead = Number(next.body.dataset.now) - Date.now();
    document.title = next.title;
    const icon = document.querySelector('link[rel=icon]');
    const newIcon = next.querySelector('link[rel=icon]')?.getAttribute('href');
    if (newIcon && icon.getAttribute('href') !== newIcon) icon.setAttribute('href', newIcon);
    const details = (root) => [...root.querySelectorAll('main details')];
    const before = new Map(details(document).map(({ id, open }) => [id, open]));
    morph(document.querySelector('main'), next.querySelector('main'));
    // Details that somebody has opened stay open, even when they have moved.
    for (const each of details(document)) each.open = before.get(each.id) ?? each.open;
    // Rows may have changed places: the focus follows its link.
    if (focused && document.activeElement?.getAttribute('href') !== focused)
      document.querySelector(`main a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    document.dispatchEvent(new Event('floatwatch:shown'));
  }

  /** Makes one element like another, and keeps the parts that are the same. Forms stay: somebody may be filling them in. */
  function morph(old, next) {
    if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName)
      return old.replaceWith(next.cloneNode(true));
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
      return;
    }
    if (old.matches('form')) return;
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes)
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.dataset.chart !== undefined) return; // drawn by chart.js
    const children = [...next.childNodes];
    const named = new Set(children.map(nameOf).filter((name) => name !== ''));
    let mine = old.firstChild;
    for (const child of children) {
      const same = nameOf(child) === '' ? mine : firstNamed(nameOf(child), mine);
      // A node without a name takes the place of any node, except one that is needed further on.
      if (!same || (nameOf(child) === '' && named.has(nameOf(same)))) {
        old.insertBefore(child.cloneNode(true), mine);
        continue;
      }
      while (mine !== same) mine = removed(mine);
      mine = same.nextSibling;
      morph(same, child);
    }
    while (mine) mine = removed(mine);
  }

  /** The name by which a part of a page is the same one wherever it stands; empty for a part without a name. */
  function nameOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    const name = ['id', 'aria-labelledby', 'aria-label'].map((each) => node.getAttribute(each)).find(Boolean);
    const chart = node.dataset.chart === undefined ? '' : 'chart';
    return (name ?? chart) && `${node.nodeName} ${name ?? chart}`;
  }

  /** The first node of that name, from `node` on. */
  function firstNamed(name, node) {
    for (let each = node; each; each = each.nextSibling) if (nameOf(each) === name) return each;
    return null;
  }

  /** Removes a node, and gives the next one. */
  function removed(node) {
    const { nextSibling } = node;
    node.remove();
    return nextSibling;
  }

  function answered() {
    body.classList.remove('unanswered');
    const state = document.querySelector('#answer');
    if (state && !state.hidden) Object.assign(state, { hidden: true, textContent: '' });
    delete body.dataset.since;
  }

  function unanswered() {
    const state = document.querySelector('#answer');
    body.dataset.since ??= new Date().toLocaleTimeString([], {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    body.classList.add('unanswered');
    const text = fill(words.noAnswer, { time: body.dataset.since });
    document.title = text;
    if (state && state.textContent !== text) Object.assign(state, { hidden: false, textContent: text });
  }

  function tellAges() {
    const now = Date.now() + serverAhead;
    for (const time of document.querySelectorAll('time.age')) {
      const text = distance(Date.parse(time.dateTime) - now);
      if (time.textContent !== text) time.textContent = text;
    }
  }

  function distance(ms) {
    if (ms > 0) return fill(words.ahead, { span: span(ms) });
    return ms > -1_000 ? words.justNow : fill(words.ago, { span: span(-ms) });
  }

  /** As the server writes it: at most two units, rounded down. */
  function span(ms) {
    const s = Math.floor(ms / 1_000);
    const [min, h, d] = [Math.floor(s / 60), Math.floor(s / 3_600), Math.floor(s / 86_400)];
    if (s < 60) return fill(words.seconds, { s });
    if (min < 60) return fill(words.minutes, { min });
    const both = { h: h % 24, min: min % 60, d };
    if (h < 24) return fill(min % 60 === 0 || h >= 10 ? words.hours : words.hoursAndMinutes, both);
    return fill(h % 24 === 0 || d >= 10 ? words.days : words.daysAndHours, both);
  }
})();
