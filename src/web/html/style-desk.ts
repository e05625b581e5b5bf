// The style of forms, statements and coverage, and of every page on paper. `style.ts` puts it into the one style sheet.

export const DESK_STYLE = `.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.ask { display: flex; flex-wrap: wrap; gap: .6rem .7rem; align-items: flex-end; margin: 0 0 1rem; }
h1 + .ask, .lead { margin: .75rem 0 1rem; }
.field { display: grid; gap: .15rem; font-size: .867rem; color: var(--quiet); min-width: 0; }
.field input, .field select { font: inherit; font-size: .95rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .4rem .55rem; min-height: 2.4rem; max-width: 100%; min-width: 0; } .field input[type=search] { width: 11rem; }
.boxes { display: block; position: relative; } .boxes summary { display: grid; gap: .15rem; color: inherit; list-style: none; } .boxes summary::-webkit-details-marker { display: none; }
.boxes b { font-size: .95rem; font-weight: 400; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .4rem .55rem; min-height: 2.4rem; min-width: 6rem; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .boxes b::after { content: " ▾"; color: var(--quiet); }
.boxes fieldset { position: absolute; z-index: 2; top: 100%; margin: .2rem 0 0; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); padding: .4rem .8rem; max-height: 18rem; overflow-y: auto; display: grid; gap: .1rem; }
.boxes fieldset label { display: flex; gap: .5rem; align-items: center; min-height: 1.8rem; color: var(--ink); white-space: nowrap; } .boxes [type=checkbox] { min-height: 0; accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: 0; }
.ask button, .button { font: inherit; font-weight: 550; color: var(--card); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; padding: .4rem 1rem; min-height: 2.4rem; cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
.button { padding: .1rem .8rem; min-height: 2rem; }
.ask :focus-visible, .button:focus-visible, .wide:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.mistake { border-left: 4px solid var(--pending); padding: .6rem 1rem; background: var(--pending-wash); border-radius: 6px; margin-bottom: 1rem; }
.pager { margin: .9rem 0 0; } .pager a { padding: .3rem .7rem; border-radius: 6px; text-decoration: none; }
.pager a[aria-current] { background: var(--line); color: var(--ink); font-weight: 550; }
.totals { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0 0; padding-top: .8rem; border-top: 1px solid var(--line); }
.totals dt { font-weight: 600; } .totals dt .quiet { font-weight: 400; } .totals dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.links a + a { margin-left: .9rem; }
.figures tfoot th, .figures tfoot td { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; text-align: left; } .figures tfoot td.num { text-align: right; }
.ask select { max-width: 11rem; } .statement .figures th, .statement .figures td { padding-left: .35rem; padding-right: .35rem; font-size: .867rem; } .statement .figures th:first-child { padding-left: 0; } .statement .figures th:last-child, .statement .figures td:last-child { padding-right: 0; }
.statement h2 .quiet { font-weight: 400; margin-left: .4rem; }
.coverage { display: flex; gap: 2px; list-style: none; margin: 0; padding: 0; height: 2.2rem; }
.coverage li, .coverage-key { flex: 1; border-radius: 3px; background: var(--fine); print-color-adjust: exact; } .coverage i { print-color-adjust: exact; } .coverage-key { display: inline-block; flex: none; width: .9em; height: .9em; vertical-align: -.1em; } .coverage-key + .coverage-key { margin-left: .8rem; }
.coverage .short, .coverage-key.short { background: linear-gradient(to top, var(--unknown) 30%, var(--fine) 30%); }
.coverage .long, .coverage-key.long { background: repeating-linear-gradient(45deg, var(--unknown) 0 4px, var(--unknown-wash) 4px 7px); } .coverage .none, .coverage-key.none { background: var(--line); }
.coverage i { flex: 1; border-radius: 2px; background: var(--fine); } .coverage.small { height: 1.3rem; gap: 1px; min-width: 9rem; margin-bottom: .15rem; } .covered .quiet { display: block; }
.gaps { margin: .8rem 0 0; padding: 0; list-style: none; display: grid; gap: .5rem; }
tbody th .quiet a, td .quiet a, .verdict a { color: inherit; }
.plot { position: relative; } .plot:has(canvas) + .legend { display: none; } .plot .u-select { background: var(--accent); opacity: .15; }
.tip { position: absolute; top: .4rem; z-index: 2; pointer-events: none; display: grid; gap: .05rem; padding: .4rem .6rem; border-radius: 8px; background: var(--card); border: 1px solid var(--edge); font-size: .8rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tip[hidden] { display: none; }
.terms { display: grid; gap: .5rem; margin: 0; } .terms dd { margin: 0; }
#answer { max-width: 72rem; margin: 0 auto .75rem; padding: .6rem 1.25rem; background: var(--unknown-wash); color: var(--unknown); font-weight: 550; }
#answer[hidden] { display: none; } .unanswered main { filter: grayscale(1); }
.plans { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.25rem; } .plan { margin: 0; border-left: 5px solid var(--pending); } .plan.firing { border-left-color: var(--firing); }
.plan h3 { font-size: 1rem; font-weight: 400; margin: 0 0 .4rem; display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: baseline; } .plan h3 a { color: var(--ink); } .plan .do { font-size: 1.15rem; text-wrap: pretty; }
.plan .when { margin: .8rem 0; } .plan .when dd { font-size: 1rem; } .plans + .pager { margin-bottom: 1.25rem; } section > .plans { margin-bottom: 1.25rem; }
summary { cursor: pointer; color: var(--accent); } .sum { margin: .6rem 0; max-width: 40rem; display: grid; gap: .25rem; } .sum div { display: flex; flex-wrap: wrap; gap: .1rem 1rem; justify-content: space-between; } .sum dd { margin: 0 0 0 auto; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; } .sum div:last-child { border-top: 1px solid var(--line); padding-top: .25rem; font-weight: 600; }
.paper { display: none; } .ways { margin: 0 0 1.1rem; } th .nowrap { white-space: nowrap; } .totals.bare { border: 0; margin: 0; padding: 0; }
.head nav { display: flex; flex-wrap: wrap; margin: 0; }`;

export const PRINT_STYLE = `@media print {
  body { background: none; font-size: 11px; } header, main, footer { max-width: none; padding: 0; }
  .quiet, h2 { font-size: 11px; } .card { border: 0; padding: 0; } header, nav, footer a, .ask, .button, .links, .pager, .skip { display: none; }
  .statement .figures td.num { white-space: normal; overflow-wrap: anywhere; } .statement.statement .figures :is(th, td) { font-size: 9px; padding: .1rem .2rem; }
  .statement { break-inside: avoid; } .wide { overflow: visible; } .figures th, .figures td, .statement .figures th, .statement .figures td { padding: .1rem .4rem; font-size: 10px; }
  table { font-size: 10px; } td, tbody th { padding: .25rem .4rem; } thead th { font-size: 9.5px; padding: .2rem .4rem; white-space: normal; } footer, footer p { font-size: 10px; }
  .verdict { padding: .6rem .8rem; } h1 { font-size: 1.2rem; } a { color: inherit; text-decoration: none; }
  .paper { display: inline; } .screen, .head nav { display: none; } .seen { white-space: normal; }
  .age { font-size: 0; } .age::after { content: attr(title); font-size: 10px; }
  .plan { break-inside: avoid; padding: 0 0 0 .6rem; } .plans { gap: .8rem; } .plan .do { font-size: 13px; } .plan .when { margin: .2rem 0; } .plan .when dt, .plan .when dd { font-size: 11px; } details:not([open]) { display: none; }
  thead { display: table-header-group; }
}
`;
