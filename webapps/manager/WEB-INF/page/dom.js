/* Elements, numbers and questions to the server. What comes from there is text, never markup. */

/**
 * An element. Of `given`, `text` is its text, `on` listeners by event, the others are attributes;
 * null and false leave one out.
 */
export function el(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'text') element.textContent = value;
    else if (key === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Replaces what an element has. What was open stays open, and the focus where it was (`data-key`). */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const open = new Set([...element.querySelectorAll('details[open]')].map((each) => each.dataset.key));
  element.classList.remove('wait');
  element.replaceChildren(...children.flat().filter(Boolean));
  for (const each of element.querySelectorAll('details')) each.open = open.has(each.dataset.key);
  if (focused !== undefined) [...element.querySelectorAll('[data-key]')].find((each) => each.dataset.key === focused)?.focus();
}

const lastDrawn = new WeakMap();

/** Fills only if the data are others than the last time. */
export function fillIfNew(element, data, draw) {
  const key = JSON.stringify(data);
  if (lastDrawn.get(element) === key) return;
  lastDrawn.set(element, key);
  fill(element, draw());
}

/** A table that keeps its roles where a narrow screen shows its rows as blocks. `rows` of cells: {text} or {content}. */
export function table(caption, heads, rows) {
  return el('table', { role: 'table' },
    el('caption', { text: caption }),
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' },
      heads.map((head) => el('th', { scope: 'col', role: 'columnheader', text: head })))),
    el('tbody', { role: 'rowgroup' }, rows.map((row) => el('tr', { role: 'row', class: row.class },
      row.cells.map((cell, i) => el(i === 0 ? 'th' : 'td', {
        scope: i === 0 ? 'row' : null,
        role: i === 0 ? 'rowheader' : 'cell',
        'data-label': i === 0 ? null : heads[i],
        class: cell.class,
      }, ...[cell.content ?? String(cell.text ?? '')].flat()))))));
}

export const nameOf = (text) => el('bdi', { text });
export const known = (value) => value !== null && value !== undefined;
export const count = (value) => (known(value) ? value.toLocaleString('en') : 'not counted');

export const several = (value, of) => `${count(value)} ${of}${value === 1 ? '' : 's'}`;

export function bytes(value) {
  if (!known(value)) return 'not counted';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let i = 0;
  let rest = value;
  while (rest >= 1024 && i < units.length - 1) {
    rest /= 1024;
    i++;
  }
  return `${rest < 10 && i > 0 ? rest.toFixed(1) : Math.round(rest)} ${units[i]}`;
}

export function span(millis) {
  if (!known(millis)) return 'not counted';
  const seconds = millis / 1000;
  if (seconds < 1) return `${Math.round(millis)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

export const moment = (iso) => (iso ? new Date(iso).toLocaleString('en-GB') : 'never');
export const time = (iso) => el('time', { datetime: iso, text: moment(iso) });

/** What went wrong, in words for people. */
export class Trouble extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Of the page's own address, without a name and password that somebody may have written into it. */
const JSON_FORM = new URL('../json/', location.origin + location.pathname);

const NO_ANSWER = 'The server does not answer. It may be stopping or starting again, or the network is down. The page keeps trying.';

export function inWords(status, body) {
  if (body && body.message) return body.cause ? `${body.message}\n${body.cause}` : body.message;
  switch (status) {
    case 401: return 'You are not logged in. Reload the page to log in. A user is made by: bin/serval.sh user add NAME --role manager-gui';
    case 403: return 'You may not do this: it needs the role manager-gui, and an address that is allowed. A user is made by: bin/serval.sh user add NAME --role manager-gui';
    case 404: return 'This is not there any more.';
    case 413: return 'The file is larger than the manager takes (maxUpload in WEB-INF/web.xml of the manager).';
    case 503: return 'The manager is stopped or not ready yet.';
    default: return `The server answered with status ${status}.`;
  }
}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(new URL(path, JSON_FORM), { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (e) {
    throw new Trouble(e.name === 'TimeoutError' ? 'The server has not answered in time.' : NO_ANSWER, 0);
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    // The container's own pages are no JSON: the status says enough.
  }
  if (!response.ok || body === null) throw new Trouble(inWords(response.status, body), response.status);
  return body;
}

export const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => known(value))).toString();
export const get = (path, values = {}) => ask(`${path}?${query(values)}`, { signal: AbortSignal.timeout(15000) });
export const post = (path, values) => ask(`${path}?${query(values)}`, { method: 'POST', headers: { 'X-Serval-Manager': '1' }, signal: AbortSignal.timeout(300000) });

/** Sends a file; `progress` is told the part that has gone. Returns how to give up and the answer to come. */
export function put(path, values, file, progress) {
  const request = new XMLHttpRequest();
  const answer = new Promise((resolve, reject) => {
    request.open('PUT', new URL(`${path}?${query(values)}`, JSON_FORM));
    request.setRequestHeader('X-Serval-Manager', '1');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.responseType = 'text';
    request.upload.onprogress = (event) => event.lengthComputable && event.total > 0 && progress(event.loaded / event.total);
    request.onabort = () => reject(new Trouble('The upload was cancelled.', 0));
    request.onerror = () => reject(new Trouble('The connection ended during the upload. Is the file still there, and smaller than the manager takes?', 0));
    request.onload = () => {
      let body = null;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // as above
      }
      if (request.status === 200 && body) resolve(body);
      else reject(new Trouble(inWords(request.status, body), request.status));
    };
    request.send(file);
  });
  return { answer, cancel: () => request.abort() };
}
