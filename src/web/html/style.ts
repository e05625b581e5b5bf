// The one style sheet. floatwatch serves it itself, and its path is named after its content, so that it can be cached for
// ever.
import { asset, CHART_STYLE } from './assets.ts';
import { DESK_STYLE, PRINT_STYLE } from './style-desk.ts';

export const STYLE = `${CHART_STYLE}
:root {
  color-scheme: light dark;
  --ground: #f6f7f6; --card: #fff; --ink: #1b2422; --quiet: #5a6763; --line: #e1e6e4; --edge: #8b9792; --accent: #0f6b63;
  --fine: #18794e; --pending: #8a5300; --unknown: #5b4b9a; --firing: #b3261e;
  --fine-wash: #e9f5ee; --pending-wash: #fdf3e0; --unknown-wash: #f0edf9; --firing-wash: #fcebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101514; --card: #181f1d; --ink: #e6ecea; --quiet: #9aa8a4; --line: #2a3431; --edge: #6d7c77; --accent: #5cc8bb;
    --fine: #5cc992; --pending: #f0b45a; --unknown: #b4a5f0; --firing: #ff8a80;
    --fine-wash: #14261d; --pending-wash: #2b2212; --unknown-wash: #211d33; --firing-wash: #331a18;
  }
}
* { box-sizing: border-box; } main { overflow-wrap: break-word; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .3rem .6rem; }
header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding-top: 1rem; padding-bottom: 1rem; }
.name { display: inline-flex; gap: .5rem; align-items: center; font-weight: 650; color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.name svg { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: .25rem; margin-left: auto; }
nav a { padding: .3rem .7rem; border-radius: 6px; text-decoration: none; color: var(--quiet); }
nav a:hover { color: var(--ink); background: var(--line); }
nav a[aria-current] { color: var(--ink); background: var(--line); font-weight: 550; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; margin: 0; text-wrap: balance; }
h2 { font-size: 1rem; font-weight: 650; margin: 0 0 .6rem; }
p { margin: .25rem 0 0; }
.quiet { color: var(--quiet); font-size: .867rem; }
.verdict { display: flex; gap: 1rem; align-items: flex-start; padding: 1.4rem 1.5rem; border-radius: 14px; margin: .25rem 0 1.25rem; }
.verdict > div { min-width: 0; }
.verdict > .icon { flex: none; width: 30px; height: 30px; margin-top: .15rem; }
.verdict .quiet { color: inherit; opacity: .85; }
.verdict.fine { background: var(--fine-wash); } .verdict.pending { background: var(--pending-wash); }
.verdict.unknown { background: var(--unknown-wash); } .verdict.firing { background: var(--firing-wash); }
.icon { flex: none; vertical-align: -.15em; }
.icon.fine { color: var(--fine); } .icon.pending { color: var(--pending); }
.icon.unknown { color: var(--unknown); } .icon.firing { color: var(--firing); }
.icon .ink { fill: none; stroke: var(--card); stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.1rem 1.25rem; margin: 0 0 1.25rem; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; font-weight: 650; padding-bottom: .5rem; }
thead th { font-size: .8rem; font-weight: 550; color: var(--quiet); text-align: left; padding: .3rem .75rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
tbody th, td { text-align: left; font-weight: 400; padding: .6rem .75rem; border-bottom: 1px solid var(--line); vertical-align: middle; }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { padding-left: 0; } th:last-child, td:last-child { padding-right: 0; }
tbody th .quiet, td .quiet { display: block; }
tbody th { overflow-wrap: break-word; } tbody th a { color: var(--ink); text-decoration-color: var(--line); }
tbody th a:hover { text-decoration-color: currentColor; }
th.num, td.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.amount { font-weight: 600; }
.amount .quiet { font-weight: 400; }
.gone { color: var(--unknown); font-weight: 550; }
.word { display: inline-flex; gap: .45rem; align-items: center; }
tr.firing .word { color: var(--firing); font-weight: 600; } tr.pending .word { color: var(--pending); } tr.unknown .word { color: var(--unknown); }
.seen { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--quiet); }
.spark { display: block; overflow: visible; }
.spark .line { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
.spark .limit { stroke: var(--firing); stroke-width: 1; stroke-dasharray: 3 3; opacity: .7; }
.spark .now { fill: none; stroke: var(--accent); stroke-width: 4; stroke-linecap: round; } .spark .zero { stroke: var(--line); stroke-width: 1; }
.spark { max-width: 100%; height: auto; } .spark * { vector-effect: non-scaling-stroke; }
.head { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
.head { flex-wrap: wrap; } .head nav { margin: 0; font-size: .867rem; }
.amounts { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; margin: 0; } .amounts div { flex: 1 1 auto; min-width: 8.5rem; max-width: 100%; }
.amounts dt { color: var(--quiet); font-size: .867rem; } .amounts dd { margin: 0; font-size: 1.1rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
.wide { overflow-x: auto; margin-top: 1rem; } .figures th, .figures td { padding-top: .3rem; padding-bottom: .3rem; font-size: .9rem; white-space: nowrap; }
.figures tbody th { color: var(--quiet); font-variant-numeric: tabular-nums; } .figures caption { font-weight: 400; }
.line { display: block; } .chart-wide { margin-top: .6rem; } .chart-wide .spark { width: 100%; height: 11rem; }
.legend { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1rem; margin-top: .3rem; }
.prose { max-width: 46rem; } .prose h2 { margin-top: 1.8rem; scroll-margin-top: 1rem; } .prose h2:target { color: var(--accent); }
.prose p, .prose li { margin: .5rem 0; } code { font: .9em ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
.plain { margin: .5rem 0 0; padding-left: 1.2rem; }
.problems ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
.problems li { display: flex; gap: .6rem; align-items: baseline; }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: space-between; padding-top: .5rem; padding-bottom: 2rem; color: var(--quiet); font-size: .867rem; }
footer p { margin: 0; } footer a + a { margin-left: .8rem; }
${DESK_STYLE}
@media screen and (max-width: 50rem) {
  .boxes fieldset { position: static; }
  table[role], table[role] tbody, table[role] caption { display: block; }
  table[role] thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table[role] tbody tr { display: grid; grid-template-columns: minmax(8.5rem, 1fr) auto; gap: .15rem 1rem; padding: .8rem 0; border-bottom: 1px solid var(--line); }
  table[role] tbody tr:last-child { border-bottom: 0; }
  table[role] tbody th, table[role] td { border: 0; padding: 0; }
  table[role] td.amount { align-self: start; } table[role] td.num { white-space: normal; overflow-wrap: anywhere; }
  td[data-name] { display: flex; gap: .5rem; justify-content: space-between; grid-column: 1 / -1; }
  td[data-name]::before { content: attr(data-name); color: var(--quiet); font-size: .867rem; }
  .stack td[data-name] { display: none; } .stack td.num.limit { display: block; grid-area: 3 / 2; text-align: right; color: var(--quiet); font-size: .867rem; } .stack td.num.limit::before { content: "against "; }
  td[data-name] > * { text-align: right; }
  td[data-name]:empty { display: none; } td.whole { grid-column: 1 / -1; }
  td.chart { grid-column: 1; } td.state { grid-column: 1; } td.seen { text-align: right; align-self: end; }
  td.chart { grid-column: 1 / -1; }
  tr.fine td.chart .quiet { display: none; }
  .stack td.seen { grid-area: 1 / 2; align-self: start; } .stack td.seen + td.seen { grid-area: 2 / 2; }
  .stack td.num { grid-area: 2 / 2; } .stack td.num ~ td.lasted { grid-area: 4 / 2; }
  .stack td.lasted::before { content: "for "; } .stack td.next::before { content: "next "; }
  .changes tbody th, .changes td:not(.num) { grid-column: 1 / -1; } .changes td.seen, .changes td.num { text-align: left; }
  table.changes tbody tr { grid-template-columns: auto 1fr; } .changes td.num:has(+ .num)::after { content: " →"; color: var(--quiet); }
  .statement tfoot { display: block; } .statement table :is(tbody, tfoot) tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: .3rem 1rem; padding: .7rem 0; }
  .statement tfoot tr { border-top: 2px solid var(--line); } .statement :is(tbody, tfoot) th { grid-column: 1 / -1; border: 0; padding: 0; font-weight: 600; color: var(--ink); } .statement td[data-name].num { display: block; grid-column: auto; border: 0; padding: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; } .statement td[data-name]::before { display: block; }
  .legend span:nth-child(2) { order: -1; flex-basis: 100%; }
  .stack td.whole { grid-column: 1 / -1; margin-top: .3rem; }
}
@media screen and (max-width: 30rem) {
  table[role] tbody tr { grid-template-columns: minmax(8rem, 1fr) auto; }
  body { font-size: 14.5px; }
  header, main, footer { padding-left: .9rem; padding-right: .9rem; }
  h1 { font-size: 1.3rem; }
  .verdict { padding: 1.1rem; } .card { padding: .9rem 1rem; }
  header nav { margin-left: -.5rem; } header nav a { padding: .3rem .5rem; }
}
${PRINT_STYLE}`;

export const STYLE_PATH = asset('style', 'css', STYLE).path;
