/* Charts of the last minutes: small SVGs, each with its numbers as text. */

import { bytes, el, known } from './dom.js';

const MOST = 120;
const WIDTH = 240;
const HEIGHT = 60;
const SVG = 'http://www.w3.org/2000/svg';

const number = (digits, unit) => (value) => `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit}`;
const total = (connectors, name) => {
  const values = connectors.map((each) => each[name]).filter(known);
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0);
};

/** One chart of one or more lines. */
class Chart {
  constructor(id, title, format, names = [''], note = '') {
    this.format = format;
    this.names = names;
    this.note = note;
    this.title = title;
    this.points = [];
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.svg.setAttribute('preserveAspectRatio', 'none');
    this.svg.setAttribute('role', 'img');
    this.area = this.path('area');
    this.lines = names.map((_, i) => this.path(`line${i}`));
    this.value = el('p', { class: names.length > 1 ? 'value many' : 'value' });
    this.below = el('p', { class: 'soft' });
    this.figure = el('figure', { id: `chart-${id}` }, el('figcaption', {}, el('bdi', { text: title })), this.value, this.svg, this.below);
  }

  path(kind) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', kind);
    this.svg.append(path);
    return path;
  }

  /** One value for each line; null where it is not counted. */
  add(values, limit = null) {
    this.points.push(values);
    if (this.points.length > MOST) this.points.shift();
    const all = this.points.flat().filter(known);
    const unknown = !values.some(known);
    this.value.classList.toggle('none', unknown);
    this.value.textContent = unknown
      ? (all.length === 0 && this.points.length < 2 ? 'counting …' : 'not counted')
      : values.map((each, i) => this.named(i, known(each) ? this.format(each) : 'not counted')).join(' · ');
    const highest = all.length === 0 ? 0 : all.reduce((a, b) => Math.max(a, b));
    this.below.textContent = all.length === 0 ? '' : `highest ${this.format(highest)}${known(limit) ? ` of ${this.format(limit)}` : ''}${this.note}`;
    this.svg.setAttribute('aria-label', all.length === 0
      ? `${this.title}: not counted`
      : `${this.title}: now ${this.value.textContent}, ${this.below.textContent}`);
    const top = (highest || 1) * 1.1;
    this.lines.forEach((line, i) => line.setAttribute('d', this.shape(i, top)));
    this.area.setAttribute('d', this.names.length === 1 ? this.filled(top) : '');
  }

  named(i, text) {
    return this.names[i] === '' ? text : `${this.names[i]}\u00a0${text}`;
  }

  at(k, value, top) {
    const x = ((k + MOST - this.points.length) / (MOST - 1)) * WIDTH;
    return `${x.toFixed(1)} ${(HEIGHT - 1 - (value / top) * (HEIGHT - 3)).toFixed(1)}`;
  }

  shape(i, top) {
    let path = '';
    let pen = 'M';
    this.points.forEach((values, k) => {
      if (known(values[i])) {
        path += `${pen}${this.at(k, values[i], top)}`;
        pen = 'L';
      } else {
        pen = 'M';
      }
    });
    return path;
  }

  filled(top) {
    const seen = this.points.map((values, k) => [k, values[0]]).filter(([, value]) => known(value));
    if (seen.length < 2) return '';
    const corner = (k) => this.at(k, 0, top).split(' ')[0];
    return `M${corner(seen[0][0])} ${HEIGHT}L${seen.map(([k, value]) => this.at(k, value, top)).join('L')}L${corner(seen.at(-1)[0])} ${HEIGHT}Z`;
  }
}

/** All charts of the view, which are fed with the answers of json/live. */
export class Charts {
  constructor(place) {
    this.place = place;
    this.charts = new Map();
    this.before = null;
  }

  chart(id, ...more) {
    let chart = this.charts.get(id);
    if (!chart) {
      chart = new Chart(id, ...more);
      this.charts.set(id, chart);
      this.place.append(chart.figure);
    }
    return chart;
  }

  add(now) {
    const seconds = this.before ? (now.uptimeMillis - this.before.uptimeMillis) / 1000 : 0;
    if (seconds < 0) {
      this.charts.forEach((chart) => chart.figure.remove()); // the server is another one
      this.charts.clear();
    }
    const before = seconds > 0 ? this.before : null;
    const rate = (of) => {
      const first = before ? of(before) : null;
      const last = of(now);
      return known(first) && known(last) ? Math.max(0, (last - first) / seconds) : null;
    };
    this.chart('requests', 'Requests per second', number(1, '/s')).add([rate((at) => total(at.connectors, 'requests'))]);
    this.chart('flight', 'Requests in flight', number(0, '')).add([now.requestsInFlight]);
    this.chart('errors', 'Errors per second', number(1, '/s')).add([rate((at) => total(at.connectors, 'errors'))]);
    this.chart('cpu', 'Processor time', number(0, ' %')).add([rate((at) => (known(at.processCpuMillis) ? at.processCpuMillis / 10 / (at.processors || 1) : null))]);
    this.chart('memory', 'Memory (heap)', bytes).add([now.memory?.heapUsed], now.memory?.heapMax);
    this.chart('threads', 'Threads', number(0, '')).add([now.threads?.live]);
    this.chart('sessions', 'Sessions', number(0, '')).add([now.sessions]);
    now.connectors.forEach((each) => {
      const several = now.connectors.length > 1;
      const id = each.name;
      const about = several ? `, ${id}` : '';
      this.chart(`connections-${id}`, `Connections, ${id}`, number(0, '')).add([each.connections], each.maxConnections);
      this.chart(`latency-${id}`, `Latency since the start${about}`, number(1, '\u00a0ms'), ['p50', 'p90', 'p99'], '; p90 dashed, p99 dotted')
        .add([each.latency?.p50, each.latency?.p90, each.latency?.p99]);
      this.chart(`busy-${id}`, `Busy threads, ${id}`, number(0, '')).add([each.threadsBusy], each.maxThreads);
    });
    this.before = now;
  }
}
