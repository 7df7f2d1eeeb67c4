"""The style sheet of the HTML report.

Light and dark, narrow and wide, screen and paper. Every section of claims has a border of its own
(solid, double, dotted, dashed), an icon and a label in words, so that nothing is said by colour alone.
"""

STYLE = """\
:root {
  color-scheme: light dark;
  --bg: #fdfdfb; --card: #ffffff; --text: #1b1e22; --muted: #565d66; --line: #d8dad5; --tint: #f3f4f0;
  --formal: #17683a; --enumerated: #1d5ba3; --conditions: #6a459f; --not_formalised: #705400;
  --not_checked: #a83800; --problem: #b00020;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14171a; --card: #1b1f23; --text: #e7e9eb; --muted: #a3abb4; --line: #363c43; --tint: #23282d;
    --formal: #74d396; --enumerated: #82bcf6; --conditions: #c5aaf3; --not_formalised: #e2c46a;
    --not_checked: #ffa270; --problem: #ff8592;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 68rem; background: var(--bg); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: .2rem 0 .6rem; }
h2 { font-size: 1.25rem; margin: 0 0 .4rem; }
h3 { font-size: 1rem; margin: 0 0 .3rem; }
p { margin: .4rem 0; max-width: 48rem; }
a { color: inherit; text-decoration-thickness: 1px; text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
  outline: 3px solid var(--enumerated); outline-offset: 2px;
}
code, pre {
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: .875em;
}
code { overflow-wrap: anywhere; }
pre {
  overflow-x: auto; background: var(--tint); border: 1px solid var(--line); padding: .6rem .75rem;
  margin: .5rem 0;
}
.kicker, .muted { color: var(--muted); }
.kicker { margin: 0; letter-spacing: .02em; }
.icon { display: inline-block; min-width: 1.3em; font-weight: 700; text-align: center; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem; }

.summary { border: 2px solid; padding: .6rem .8rem; max-width: none; background: var(--card); }
.summary strong { display: block; }
.summary span { color: var(--text); }
.summary.good { color: var(--formal); }
.summary.incomplete { color: var(--not_checked); border-style: dashed; }
.summary.bad { color: var(--problem); border-width: 4px; border-style: double; }

.tally {
  list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: .6rem;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
}
.tally a {
  display: block; height: 100%; padding: .5rem .7rem; text-decoration: none; background: var(--card);
  border: 1px solid var(--line);
}
.tally a:hover > span { text-decoration: underline; }
.tally b { display: block; font-size: 1.5rem; line-height: 1.2; color: var(--accent); }
.tally .none b { color: var(--muted); font-weight: 400; }
.tally .icon { min-width: 1em; margin-right: .15em; color: var(--accent); text-align: left; }

.formal { --accent: var(--formal); --style: solid; }
.enumerated { --accent: var(--enumerated); --style: double; }
.conditions { --accent: var(--conditions); --style: dotted; }
.not_formalised { --accent: var(--not_formalised); --style: dashed; }
.not_checked { --accent: var(--not_checked); --style: dashed; }
.problems { --accent: var(--problem); --style: double; }
.tally li > a { border-left: 6px var(--style, solid) var(--accent, var(--line)); }

section { margin: 2.2rem 0; }
section.claims, section.problems { border-left: 6px var(--style) var(--accent); padding-left: 1rem; }
section.claims > h2, section.problems > h2 { color: var(--accent); }
section.not_checked {
  background: repeating-linear-gradient(135deg, var(--tint) 0 10px, transparent 10px 20px);
  padding: .75rem; padding-left: 1rem;
}
article {
  background: var(--card); border: 1px var(--style, solid) var(--line); border-color: var(--line);
  padding: .7rem .9rem; margin: .8rem 0;
}
.enumerated article { border: 3px double var(--line); }
article h3 {
  display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline;
  justify-content: space-between;
}
article:target { outline: 3px solid var(--accent); }

.badge {
  font: 600 .85rem/1.4 system-ui, sans-serif; padding: .05rem .5rem; border: 1.5px solid;
  border-radius: 1rem; white-space: nowrap;
}
.badge.decided { color: var(--text); border-color: var(--muted); }
.badge.formal { color: var(--formal); border-color: currentColor; }
.badge.not_formalised, .badge.not_checked { color: var(--accent); border-style: dashed; }
.badge.problem { color: var(--problem); border: 3px double; border-radius: 0; white-space: normal; }

dl.facts {
  margin: .5rem 0 0; display: grid; gap: .35rem 1.4rem;
  grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr));
}
dl.facts > div.wide { grid-column: 1 / -1; }
dt { color: var(--muted); font-size: .82rem; }
dd { margin: 0; }
dd ul { margin: 0; padding-left: 1.1rem; }
details { margin-top: .5rem; }
summary { cursor: pointer; color: var(--muted); }

.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; margin: .5rem 0; background: var(--card); }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
thead th, tbody th[scope=row] { background: var(--tint); font-weight: 600; }
td.number { text-align: right; }
th.span { text-align: center; color: var(--muted); font-weight: 400; }
.tables { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: flex-start; }
.graphs {
  display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
}
figure { margin: 0; background: var(--card); border: 1px solid var(--line); padding: .6rem; }
figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
figcaption { font-size: .9rem; }

table.overview { width: 100%; }
table.overview code { font-size: .8em; }
table.overview td:nth-child(n+3):nth-child(-n+4) { white-space: nowrap; }
table.overview tbody th[scope=row] {
  background: none; font-weight: 400; border-left: 6px var(--style) var(--accent);
}
table.overview th[scope=rowgroup] {
  color: var(--accent); background: var(--tint); border-left: 6px var(--style) var(--accent);
}
table.overview tr.problem td, table.overview tr.problem th { font-weight: 600; }
tr.problem .result { color: var(--problem); }
.overview .proved { color: var(--formal); font-weight: 600; }

@media (min-width: 40rem) {
  .tables caption { white-space: nowrap; }
  #trust-base tbody th { width: 19rem; }
}
@media (max-width: 40rem) {
  .scroll tbody th { max-width: 9.5rem; overflow-wrap: anywhere; }
  body { padding: 1rem .8rem 3rem; }
  h1 { font-size: 1.35rem; }
  section.claims, section.problems { padding-left: .6rem; }
  .tally { grid-template-columns: 1fr 1fr; }
  table.overview thead { position: absolute; left: -100rem; }
  table.overview, table.overview caption, table.overview tbody, table.overview td, table.overview th {
    display: block;
  }
  table.overview tr {
    display: grid; grid-template-columns: 1fr 1fr; margin-bottom: .4rem; padding: .2rem 0;
    border: 1px solid var(--line); border-left: 6px var(--style) var(--accent); background: var(--card);
  }
  table.overview tr th, table.overview tr td { border: 0 !important; padding: .1rem .6rem; }
  table.overview tr th { grid-column: 1 / -1; background: none; }
  table.overview td::before {
    content: attr(data-label); display: block; color: var(--muted); font-size: .82rem; font-weight: 400;
  }
}
@media print {
  :root {
    color-scheme: light; --bg: #fff; --card: #fff; --text: #000; --muted: #444; --line: #999; --tint: #f2f2f2;
    --formal: #17683a; --enumerated: #1d5ba3; --conditions: #6a459f; --not_formalised: #705400;
    --not_checked: #a83800; --problem: #b00020;
  }
  body { max-width: none; padding: 0; font-size: 9pt; }
  .skip, nav { display: none; }
  tr, figure, .summary, dl.facts > div { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  pre { white-space: pre-wrap; }
}
"""
