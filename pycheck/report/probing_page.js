"use strict";
// Shows the games' data, which stand in the page. No text is ever made into markup: names, utterances and
// answers are foreign. No measure is computed here.
(() => {
  const sections = [...document.querySelectorAll("section.game")];
  if (!sections.length) return;

  const make = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "class") made.className = value;
      else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value === true) made.setAttribute(key, "");
      else if (value !== false && value !== null) made.setAttribute(key, value);
    }
    made.append(...children.filter(child => child !== null && child !== ""));
    return made;
  };
  const hidden = words => make("span", { class: "vh" }, words);
  const seen = (...children) => make("span", { "aria-hidden": "true" }, ...children);
  // A table that scrolls by itself; ``key`` says which one it is when it is made anew.
  const scroll = (key, name, table) => make("div", {
    class: "scroll", tabindex: "0", role: "region", "aria-label": name, "data-key": key,
  }, table);

  const MARKS = {
    not_parsed: "not parsed",
    repaired: "repaired",
    wrong_shape: "not of the shape asked for",
    partly: "in part not usable",
    raw_quoted: "raw text quoted in later questions",
    retest: "a retest",
  };
  const percent = share => `${Math.round(100 * share)} %`;

  class Viewer {
    constructor(section) {
      this.section = section;
      this.data = JSON.parse(section.querySelector("script.data").textContent);
      this.items = [...section.querySelectorAll(".steps > li")];
      this.step = 0;
      this.player = 0;
      this.kind = "role_assessment";
      this.build();
    }

    build() {
      const { players, steps } = this.data;
      this.app = this.section.querySelector(".app");
      const button = (sign, words, go) => make("button", { type: "button", "aria-label": words, title: words, onclick: go }, sign);
      this.back = button("‹", "previous step", () => this.go(this.step - 1));
      this.on = button("›", "next step", () => this.go(this.step + 1));
      this.roundBack = button("«", "previous round", () => this.go(this.turned(-1)));
      this.roundOn = button("»", "next round", () => this.go(this.turned(1)));
      this.range = make("input", {
        type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": "step",
        oninput: () => this.go(Number(this.range.value)),
      });
      this.where = make("p", { class: "where", role: "status" });
      this.strip = make("ol", { class: "strip", "aria-label": "Steps" });
      this.ticks = [];
      let round = null;
      const asked = new Set(this.data.answers.map(answer => answer.step));
      steps.forEach((step, number) => {
        const own = step.split(":")[0];
        if (own !== round) this.strip.append(make("li", { class: "round" }, `round ${own}`));
        round = own;
        const words = `step ${step}, ${this.says(number)}`;
        const tick = make("button", {
          type: "button", title: words, "aria-label": words, class: asked.has(number) ? "" : "empty",
          onclick: () => this.go(number),
        }, this.items[number].dataset.sign);
        this.ticks.push(tick);
        this.strip.append(make("li", {}, tick));
      });
      this.now = make("div", { class: "now" });
      const name = `${this.section.id}-kind`;
      const radio = (kind, words) => make("label", {}, make("input", {
        type: "radio", name, checked: kind === this.kind, onchange: () => { this.kind = kind; this.show(); },
      }), ` ${words}`);
      this.select = make("select", { onchange: () => { this.player = Number(this.select.value); this.show(); } },
        ...players.map((player, seat) => make("option", { value: seat }, `${player.name} (${player.role})`)));
      this.matrix = make("div");
      this.expected = make("div");
      this.course = make("div");
      this.answers = make("div");
      this.app.append(
        make("div", { class: "bar" }, this.roundBack, this.back, this.range, this.on, this.roundOn),
        this.where,
        this.strip,
        make("div", { class: "top" },
          make("div", {}, make("h4", {}, "At this step"), this.now),
          make("div", {},
            make("div", { class: "choices" },
              make("fieldset", {}, make("legend", {}, "Matrix of"), radio("role_assessment", "guessed roles"), radio("suspicion_ranking", "suspicion")),
              make("label", {}, "Player ", this.select)),
            this.matrix)),
        this.expected, this.course, this.answers);
      this.app.hidden = false;
      const timeline = this.section.querySelector(".timeline");
      timeline.open = false;
      this.items.forEach((item, number) => item.querySelector(".what a").addEventListener("click", () => this.go(number)));
    }

    // What happens at a step, in a few words.
    says(number) {
      const item = this.items[number];
      const speaker = item.querySelector(".what b");
      const came = [...item.querySelectorAll(".came li")].map(one => one.textContent.replace(/^\S+\s+/, ""));
      return [item.querySelector(".kind").textContent, speaker && speaker.textContent, ...came].filter(Boolean).join("; ");
    }

    // The first step of the next round, or of this one and then of the one before.
    turned(by) {
      const round = number => this.data.steps[number].split(":")[0];
      let to = this.step;
      if (by > 0) {
        while (to < this.data.steps.length - 1 && round(to) === round(this.step)) to += 1;
      } else {
        const from = Math.max(0, this.step - 1);
        to = from;
        while (to > 0 && round(to - 1) === round(from)) to -= 1;
      }
      return to;
    }

    go(number, quiet = false) {
      this.step = Math.min(this.data.steps.length - 1, Math.max(0, number));
      this.show();
      if (!quiet) {
        try { history.replaceState(null, "", `#${this.items[this.step].id}`); } catch { /* a page without an address */ }
      }
    }

    show() {
      const last = this.data.steps.length - 1;
      const step = this.data.steps[this.step];
      this.range.value = this.step;
      this.range.setAttribute("aria-valuetext", `step ${this.step + 1} of ${last + 1}, ${step}`);
      this.back.disabled = this.roundBack.disabled = this.step === 0;
      this.on.disabled = this.roundOn.disabled = this.step === last;
      this.where.textContent = `Step ${this.step + 1} of ${last + 1}: ${step}, ${this.says(this.step)}`;
      this.ticks.forEach((tick, number) => {
        if (number === this.step) tick.setAttribute("aria-current", "step"); else tick.removeAttribute("aria-current");
      });
      const shown = this.items[this.step].cloneNode(true);
      this.now.replaceChildren(...shown.childNodes);
      this.select.value = this.player;
      const kept = this.keep();
      this.matrix.replaceChildren(...this.asMatrix());
      this.expected.replaceChildren(...this.asExpected());
      this.course.replaceChildren(...this.asCourse());
      this.answers.replaceChildren(...this.asAnswers());
      kept();
    }

    // What is made anew keeps its scrolling, what is open in it, and the focus.
    keep() {
      const keyed = () => [...this.app.querySelectorAll("[data-key]")];
      const before = new Map(keyed().map(one => [one.dataset.key, { left: one.scrollLeft, open: one.open }]));
      const focus = this.app.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      return () => {
        for (const one of keyed()) {
          const was = before.get(one.dataset.key);
          if (was) one.scrollLeft = was.left;
          if (was && was.open) one.open = true;
          if (focus !== undefined && one.dataset.key === focus) one.focus({ preventScroll: true });
        }
        const box = this.app.querySelector("[data-key=course]");
        const here = box && box.querySelector("th.here");
        if (!here) return;
        const first = box.querySelector("tbody th").offsetWidth;
        if (here.offsetLeft < box.scrollLeft + first || here.offsetLeft + here.offsetWidth > box.scrollLeft + box.clientWidth) {
          box.scrollLeft = here.offsetLeft - (box.clientWidth + first) / 2;
        }
      };
    }

    at(number) { return this.data.steps[number]; }

    // The answer that stands for a player at a step, and what is to be said of it.
    standing(kind, player, step) {
      const change = this.data.standing[kind][player].findLast(one => one[0] <= step) || [0, -1, -1];
      const [, stands, asked] = change;
      const answer = stands < 0 ? null : this.data.answers[stands];
      const carried = answer !== null && answer.step < step;
      const words = [];
      if (answer === null) words.push("no answer yet");
      else words.push(carried ? `↶ from ${this.at(answer.step)}` : "asked now");
      if (asked !== stands) words.push(`⚠ ${this.at(this.data.answers[asked].step)} not parsed`);
      const marks = answer === null ? [] : answer.marks.filter(mark => mark !== "raw_quoted").map(mark => `⚠ ${MARKS[mark]}`);
      return { answer, carried, words, marks };
    }

    living(player, step) {
      const { gone } = this.data.players[player];
      return gone === null || step < gone;
    }

    heading(seat, attributes, ...more) {
      const { name, role, side } = this.data.players[seat];
      const mafia = side === "mafia" ? " of-mafia" : "";
      return make("th", { ...attributes, class: mafia.trim() }, name, make("small", {}, role), ...more);
    }

    asMatrix() {
      const { players } = this.data;
      const roles = this.kind === "role_assessment";
      const caption = `${roles ? "Guessed roles, with confidence in percent" : "Suspicion, as shares of the living others"}; ${this.at(this.step)}`;
      const head = make("tr", {}, make("th", { scope: "col" }, "observer"), ...players.map((_, seat) => this.heading(seat, { scope: "col" })));
      const body = players.map((_, observer) => this.row(observer));
      const table = make("table", { class: "beliefs" }, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
      const legend = roles
        ? "Under each name stands the true role; a double border is the Mafia. ✓ right, ✗ wrong, ? unknown, · not named, † dead. The bar is the confidence. Dashed and slanted: carried forward from the step that is named. Grey: about oneself."
        : "Under each name stands the true role; a double border is the Mafia. ▲ the top suspect, · not named, † dead. The bar is the share. Dashed and slanted: carried forward from the step that is named.";
      return [scroll("matrix", caption, table), make("p", { class: "legend" }, legend)];
    }

    row(observer) {
      const { players } = this.data;
      const alive = this.living(observer, this.step);
      const { answer, carried, words, marks } = this.standing(this.kind, observer, this.step);
      const status = alive
        ? [...words, ...marks].map(word => make("small", { class: word.startsWith("⚠") ? "marked" : "" }, word))
        : [make("small", {}, "† dead")];
      const { name, role, side } = players[observer];
      const pick = make("button", { type: "button", "data-key": `row-${observer}`, title: `show ${name}`, onclick: () => { this.player = observer; this.show(); } }, name);
      const head = make("th", { scope: "row", class: side === "mafia" ? "of-mafia" : "" }, pick, make("small", {}, role), ...status);
      const cells = players.map((_, target) => {
        if (!alive || !this.living(target, this.step)) return this.cell("gone", "†", `${alive ? players[target].name : name} is dead`);
        if (answer === null) return this.cell("gone", "–", "no answer yet");
        return this.belief(answer, observer, target, carried);
      });
      return make("tr", { class: observer === this.player ? "picked" : "" }, head, ...cells);
    }

    cell(names, shown, words, sure = 0) {
      const made = make("td", { class: names.trim() }, hidden(words), Array.isArray(shown) ? seen(...shown) : seen(shown));
      if (sure > 0) made.style.setProperty("--sure", `${Math.min(100, sure)}%`);
      return made;
    }

    belief(answer, observer, target, carried) {
      const about = this.data.players[target].name;
      const late = carried ? " carried" : "";
      const from = carried ? `, carried forward from ${this.at(answer.step)}` : "";
      const entry = answer.entries.find(one => one[0] === target);
      const own = observer === target ? " self" : "";
      if (!entry) return this.cell(`gone${late}`, "·", `${about} is not named${from}`);
      if (this.kind === "suspicion_ranking") {
        const [, score, share, top] = entry;
        if (share === null) return this.cell(`gone${late}`, "·", `${about}: score ${score}, no share${from}`);
        const words = `${about}: ${percent(share)}, score ${score}${top ? ", top suspect" : ""}${from}`;
        return this.cell((top ? "says-mafia" : "") + late, `${percent(share)}${top ? " ▲" : ""}`, words, 100 * share);
      }
      const [, role, confidence, right] = entry;
      const sure = confidence === null ? "no confidence" : `${confidence}`;
      const verdict = right === null ? "" : right ? "right" : "wrong";
      const words = `${about}: ${role}, ${sure}${verdict && `, ${verdict}`}${own && ", about oneself"}${from}`;
      const shown = role === "Unknown" ? ["?"] : [role[0], make("span", { class: "rest" }, role.slice(1))];
      const sign = right === null ? "" : make("span", { class: "verdict" }, right ? "✓" : "✗");
      const names = `${role === "Mafia" ? "says-mafia " : ""}${verdict}${own}${late}`;
      return this.cell(names, [...shown, ` ${confidence === null ? "–" : confidence}`, sign].filter(Boolean), words, confidence || 0);
    }

    asExpected() {
      const { players } = this.data;
      const name = players[this.player].name;
      const title = make("h4", {}, `What ${name} expects the others to feel, and what they had reported`);
      const { answer, words, marks } = this.standing("social_map", this.player, this.step);
      const says = make("p", { class: "legend" }, [...words, ...marks].join("; "), ". Mafia at 50 or more is “suspects”, an innocent role at 50 or more “trusts”, else “neutral”.");
      if (!this.living(this.player, this.step)) return [title, make("p", {}, `† ${name} is dead.`)];
      if (answer === null || !answer.entries.length) return [title, says];
      const report = heard => heard === null ? "no report yet"
        : `${heard[1]} ${heard[2] === null ? "–" : heard[2]}: ${heard[3]} (${this.at(this.data.answers[heard[0]].step)})`;
      const rows = answer.entries.filter(entry => entry[0] !== this.player).map(([other, expected, earlier, latest, counted]) => {
        const same = !counted ? "not compared: both are of the Mafia" : earlier === null ? "no measure" : earlier[3] === expected ? "agrees" : "differs";
        const verdict = { agrees: "agrees", differs: "differs" }[same] || "";
        return make("tr", { class: verdict }, this.heading(other, { scope: "row" }), make("td", {}, expected), make("td", {}, report(earlier)),
          make("td", { class: verdict }, same), make("td", {}, report(latest)));
      });
      const head = make("tr", {}, ...["other", `${name} expects`, "the other's latest earlier guess of " + name + "'s role", "held together", "the same, a guess of this step counting (as in the measures)"]
        .map(words => make("th", { scope: "col" }, words)));
      const caption = `Expected by ${name} at ${this.at(answer.step)}`;
      const table = make("table", { class: "expected" }, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...rows));
      return [title, says, scroll("expected", caption, table)];
    }

    asCourse() {
      const { players, steps } = this.data;
      const roles = this.kind === "role_assessment";
      const name = players[this.player].name;
      const caption = `${name} over the whole game: ${roles ? "guessed roles (first letter, confidence)" : "suspicion in percent"}`;
      const head = make("tr", {}, make("th", { scope: "col" }, "about"), ...steps.map((step, number) => make("th", {
        scope: "col", class: number === this.step ? "here" : "",
      }, make("button", { type: "button", "data-key": `step-${number}`, onclick: () => this.go(number) }, step))));
      const body = players.map((player, target) => make("tr", {}, make("th", { scope: "row" }, player.name, make("small", {}, player.role)),
        ...steps.map((_, number) => this.moment(target, number, roles))));
      const table = make("table", { class: "course" }, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
      return [make("h4", {}, "Over the whole game"), scroll("course", caption, table)];
    }

    moment(target, step, roles) {
      const here = step === this.step ? "here" : "";
      if (!this.living(target, step) || !this.living(this.player, step)) return make("td", { class: here }, "†");
      const { answer, carried } = this.standing(this.kind, this.player, step);
      const entry = answer && answer.entries.find(one => one[0] === target);
      if (!entry) return make("td", { class: here }, answer ? "·" : "–");
      const names = `${here} ${carried ? "carried" : ""} ${roles && entry[1] === "Mafia" ? "says-mafia" : ""}`;
      if (!roles) return make("td", { class: names }, entry[2] === null ? "·" : `${Math.round(100 * entry[2])}`);
      return make("td", { class: names }, entry[1] === "Unknown" ? "?" : entry[1][0], make("small", {}, entry[2] === null ? "–" : `${entry[2]}`));
    }

    asAnswers() {
      const { players, probes, answers } = this.data;
      const name = players[this.player].name;
      const own = answers.filter(answer => answer.step === this.step && answer.by === this.player);
      const title = make("h4", {}, `${name}'s answers at ${this.at(this.step)}`);
      if (!own.length) return [title, make("p", {}, `${name} was not asked at this step.`)];
      return [title, ...own.map(answer => {
        const marks = answer.marks.map(mark => make("span", { class: "badge not_checked" }, `⚠ ${MARKS[mark]}`));
        const cut = answer.cut ? make("p", { class: "muted" }, `${answer.cut} more characters are left out.`) : "";
        return make("details", { class: "one-answer", "data-key": `answer-${answer.probe}` },
          make("summary", {}, `${probes[answer.probe]}: text is ${answer.form} `, ...marks),
          answer.raw === null ? make("p", { class: "muted" }, "The text is left out of this page.") : make("pre", {}, answer.raw), cut);
      })];
    }
  }

  const viewers = new Map();
  let current = null;
  const open = (section, step = null) => {
    for (const other of sections) other.hidden = other !== section;
    if (picker) picker.value = section.id;
    // A game without a setup has what was said, and no data.
    if (!viewers.has(section)) viewers.set(section, section.querySelector("script.data") ? new Viewer(section) : null);
    current = viewers.get(section);
    if (current) current.go(step === null ? current.step : step, true);
  };
  // A link into the page: to a game, to one of its steps, or to something else.
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    const section = target && target.closest("section.game");
    if (!section) return false;
    const step = [...section.querySelectorAll(".steps > li")].indexOf(target);
    open(section, step < 0 ? null : step);
    return true;
  };

  let picker = null;
  if (sections.length > 1) {
    picker = make("select", { id: "picker", onchange: () => open(document.getElementById(picker.value)) },
      ...sections.map(section => make("option", { value: section.id }, section.querySelector("h3").textContent)));
    sections[0].before(make("p", { class: "picker" }, make("label", {}, "Shown here: ", picker)));
  }
  if (!follow()) open(sections[0]);
  addEventListener("hashchange", () => { if (follow() && current) current.section.scrollIntoView(); });
  addEventListener("keydown", event => {
    if (!current || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const focus = event.target;
    if (focus instanceof Element && focus.matches("input, select, textarea, [tabindex='0']")) return;
    const by = event.key === "ArrowLeft" ? -1 : 1;
    current.go(event.shiftKey ? current.turned(by) : current.step + by);
    event.preventDefault();
  });
})();
