/* The page of the manager: its views, what they ask for, and what people do with them. */

import { byId, bytes, count, el, fill, fillIfNew, get, known, moment, nameOf, post, put, query, several, span, table, time } from './dom.js';
import { Charts } from './live.js';

const EVERY = 2000;
const MOST_LINES = 2000;

let me = null;
let paused = false;
let shown = '';
let asked = new URLSearchParams();
let timer = 0;
let turn = 0;

// ---- outcomes

function tell(message, good) {
  const place = byId('outcome');
  place.classList.toggle('bad', !good);
  place.replaceChildren(
    el('p', { text: `${good ? '' : 'Failed: '}${message}` }),
    el('button', { type: 'button', text: 'Close', 'aria-label': 'Close this message', on: { click: () => place.replaceChildren() } }));
}

/** What keeps a view from being shown; null when it is over. Said once, not at each attempt. */
function trouble(message) {
  const place = byId('trouble');
  if (message === null) {
    place.hidden = true;
    place.replaceChildren();
  } else if (place.textContent !== message) {
    place.replaceChildren(el('p', { text: message }));
    place.hidden = false;
  }
}

function confirmed(title, text, yes) {
  const dialog = byId('confirm');
  byId('confirm-title').replaceChildren(...title);
  byId('confirm-text').textContent = text;
  byId('confirm-yes').textContent = yes;
  return new Promise((resolve) => {
    dialog.returnValue = 'no';
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    dialog.showModal();
    byId('confirm-no').focus();
  });
}

async function change(path, values) {
  try {
    tell((await post(path, values)).message, true);
  } catch (e) {
    tell(e.message, false);
  }
  again();
}

// ---- applications

const DOES = {
  start: ['Start', 'It takes requests from then on.'],
  stop: ['Stop', 'Its address answers 404 until it is started again.'],
  reload: ['Reload', 'A new instance starts beside the old one, which ends when its requests have ended.'],
  undeploy: ['Undeploy', 'It is stopped, and its files are deleted from the server.'],
};

const keyOf = (application) => ({ host: application.host, path: application.path, version: application.version || null });

async function act(action, application) {
  const [name, effect] = DOES[action];
  if (await confirmed([`${name} `, nameOf(application.display), '?'], `Host ${application.host}. ${effect}`, name)) {
    await change(action, keyOf(application));
  }
}

function stateOf(application) {
  const failure = application.failure;
  return [
    el('span', { class: `state ${application.state}`, text: application.state }),
    failure ? el('p', { class: 'cause' },
      el('strong', { text: application.state === 'failed' || application.state === 'stopped' ? 'Could not start: ' : 'Last failure: ' }),
      `${failure.code ? `${failure.code} ` : ''}${failure.message}`,
      el('br'), el('span', { class: 'soft', text: moment(failure.at) })) : null,
  ].filter(Boolean);
}

function applicationRow(application, i, all) {
  const id = `${application.host}|${application.display}`;
  const next = all[i + 1];
  const actions = application.actions.filter((action) => DOES[action]);
  const link = application.state === 'started'
    ? el('a', { href: `${location.protocol}//${location.host}${encodeURI(application.path || '/')}`, rel: 'noreferrer', 'data-key': `${id}|open` }, nameOf(application.path || '/'))
    : nameOf(application.path || '/');
  return {
    class: next && next.host === application.host && next.path === application.path ? 'same' : null,
    cells: [
      { class: 'name', content: [
        application.host === me?.host ? link : nameOf(application.path || '/'),
        application.displayName ? el('small', {}, nameOf(application.displayName)) : null,
        application.host === me?.host ? null : el('small', { text: `host ${application.host}` }),
        application.self ? el('small', { text: 'this manager' }) : null,
        application.changeable ? null : el('small', { text: 'declared in server.xml' }),
      ].filter(Boolean) },
      { text: application.version || 'none' },
      { content: stateOf(application) },
      { class: 'number', content: application.actions.includes('sessions')
        ? el('a', { href: `#sessions?${query(keyOf(application))}`, 'data-key': `${id}|sessions`, 'aria-label': `${several(application.sessions, 'session')} of ${application.display}`, text: count(application.sessions) })
        : count(application.sessions) },
      { class: 'number', text: count(application.requests) },
      { class: 'do', content: el('div', {}, actions.map((action) => el('button', {
        type: 'button', text: DOES[action][0], 'data-key': `${id}|${action}`, 'data-action': action,
        'aria-label': `${DOES[action][0]} ${application.display}`, on: { click: () => act(action, application) },
      }))) },
    ],
  };
}

async function applications() {
  const answer = await get('applications');
  const all = answer.applications;
  const failed = all.filter((each) => each.state === 'failed').length;
  fillIfNew(byId('applications'), all, () => table(
    `${several(all.length, 'application')}${failed > 0 ? `, ${failed} failed` : ''}`,
    ['Application', 'Version', 'State', 'Sessions', 'Requests', 'Actions'], all.map(applicationRow)));
}

// ---- deployment

let file = null;

function choose(chosen) {
  file = chosen ?? null;
  byId('chosen').textContent = file ? `${file.name}, ${bytes(file.size)}` : '';
  if (!file) return;
  const [name, version] = file.name.replace(/\.(war|zip|jar)$/i, '').split('##');
  byId('path').value = name === 'ROOT' ? '/' : `/${name.replaceAll('#', '/')}`;
  byId('version').value = version ?? '';
}

async function deploy(event) {
  event.preventDefault();
  if (!file) {
    tell('No file is chosen yet.', false);
    byId('war').focus();
    return;
  }
  if (me?.maxUpload && file.size > me.maxUpload) {
    tell(`${file.name} has ${bytes(file.size)}; the manager takes ${bytes(me.maxUpload)} at most (maxUpload in its WEB-INF/web.xml).`, false);
    return;
  }
  const given = byId('path').value.trim().replace(/\/+$/, '');
  const path = given === '' || given.startsWith('/') ? given : `/${given}`;
  const bar = byId('progress');
  const says = byId('progress-text');
  const upload = put('deploy', { path, version: byId('version').value.trim() || null, update: byId('update').checked ? 'true' : null }, file, (part) => {
    bar.value = part * 100;
    says.textContent = part < 1 ? `${Math.floor(part * 100)} % sent` : 'sent; the application starts …';
  });
  bar.value = 0;
  bar.hidden = byId('cancel').hidden = false;
  byId('send').disabled = true;
  byId('cancel').onclick = upload.cancel;
  try {
    tell((await upload.answer).message, true);
    byId('deploy').reset();
    choose(null);
  } catch (e) {
    tell(e.message, false);
  }
  bar.hidden = byId('cancel').hidden = true;
  says.textContent = '';
  byId('send').disabled = false;
  again();
}

function prepareDeployment() {
  const drop = byId('drop');
  byId('deploy').addEventListener('submit', deploy);
  byId('war').addEventListener('change', (event) => choose(event.target.files[0]));
  // A file that misses the place would replace the page.
  for (const kind of ['dragover', 'drop']) window.addEventListener(kind, (event) => event.preventDefault());
  drop.addEventListener('dragover', () => drop.classList.add('over'));
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    choose(event.dataTransfer.files[0]);
    byId('send').focus();
  });
}

// ---- sessions

async function sessions() {
  const of = Object.fromEntries(asked);
  const answer = await get('sessions', of);
  byId('title-sessions').replaceChildren('Sessions of ', nameOf(answer.display));
  const seen = answer.sessions.map((each) => [each.id, each.lastAccessed, each.attributes, Math.ceil(each.expiresMillis / 60000)]);
  fillIfNew(byId('sessions'), [of, answer.count, seen], () => table(
    `${several(answer.count, 'session')}${answer.shown < answer.count ? `, the ${count(answer.shown)} used last are shown` : ''}; they end ${known(answer.timeoutMinutes) && answer.timeoutMinutes > 0 ? `after ${answer.timeoutMinutes} minutes without a request` : 'only when they are ended'}`,
    ['Session', 'User', 'Created', 'Last used', 'Ends in', 'Attributes', 'Actions'],
    answer.sessions.map((each) => ({ cells: [
      { content: el('code', { text: each.id }) },
      { content: each.user ? nameOf(each.user) : 'none' },
      { content: time(each.created) },
      { content: time(each.lastAccessed) },
      { text: known(each.expiresMillis) ? `${Math.ceil(each.expiresMillis / 60000)} min` : 'no limit' },
      { class: 'number', text: count(each.attributes) },
      { class: 'do', content: el('div', {},
        el('button', { type: 'button', text: 'Attributes', 'data-key': `${each.id}|show`, 'aria-label': `Attributes of session ${each.id}`, on: { click: () => session(of, each.id) } }),
        el('button', { type: 'button', text: 'End', 'data-key': `${each.id}|end`, 'aria-label': `End session ${each.id}`, on: { click: () => endSession(of, answer.display, each) } })) },
    ] }))));
}

async function session(of, id) {
  try {
    const one = await get('session', { ...of, id });
    fill(byId('session'), el('h2', {}, 'Attributes of ', el('code', { text: id })), table(
      `${several(one.attributes.length, 'attribute')}`, ['Name', 'Type', 'Value'], one.attributes.map((each) => ({ cells: [
        { content: nameOf(each.name) }, { text: each.type }, { content: known(each.text) ? nameOf(each.text) : 'not shown: only simple values are' }] }))));
  } catch (e) {
    tell(e.message, false);
  }
}

async function endSession(of, display, one) {
  if (await confirmed(['End a session of ', nameOf(display), '?'], `Session ${one.id}${one.user ? ` of ${one.user}` : ''} is lost with what it holds.`, 'End')) {
    fill(byId('session'));
    await change('session/end', { ...of, id: one.id });
  }
}

async function expire(event) {
  event.preventDefault();
  const idle = byId('idle').value;
  const display = byId('title-sessions').querySelector('bdi')?.textContent ?? asked.get('path');
  if (await confirmed(['End sessions of ', nameOf(display), '?'], idle === '0' ? 'All its sessions are lost.' : `Those without a request for ${idle} minutes or more are lost.`, 'End them')) {
    fill(byId('session'));
    await change('expire', { ...Object.fromEntries(asked), idle });
  }
}

// ---- live, requests, log

const charts = new Charts(byId('charts'));
const live = async () => charts.add(await get('live'));

async function requests() {
  const answer = await get('requests');
  fillIfNew(byId('requests'), answer, () => (!answer.available
    ? el('p', { text: 'This server does not track requests: not counted.' })
    : answer.requests.length === 0 ? el('p', { text: 'No request is in flight.' })
      : table(`${several(answer.requests.length, 'request')}, the oldest first`, ['Request', 'Age', 'Client', 'Application', 'Sent', 'Thread'],
        answer.requests.map((each) => ({ cells: [
          { content: el('code', { text: `${each.method ?? ''} ${each.uri ?? ''}` }) },
          { class: 'number', text: span(each.ageMillis) },
          { text: each.client ?? 'unknown' },
          { content: nameOf(each.application ?? 'none') },
          { class: 'number', text: bytes(each.bytesSent) },
          { content: each.stack?.length
            ? el('details', { 'data-key': each.id }, el('summary', { 'data-key': `${each.id}|stack`, text: each.thread ?? 'Stack' }), el('pre', { tabindex: 0, text: each.stack.join('\n') }))
            : each.thread ?? 'none' },
        ] })))));
}

let position = null;

function matches(line) {
  return line.textContent.toLowerCase().includes(byId('filter').value.toLowerCase());
}

async function log() {
  const from = position;
  const answer = await get('log', from === null ? { lines: 300 } : { after: from });
  if (position !== from) return; // another question was faster
  const place = byId('log');
  const first = from === null;
  position = answer.position;
  byId('log-file').textContent = answer.file ? answer.file : 'The server writes no log file.';
  if (answer.truncated && !first) place.append(el('div', { class: 'soft', text: '… lines between were skipped, or the file is a new one …' }));
  for (const text of answer.lines) {
    const line = el('div', { class: / (ERROR|SEVERE) /.test(text) ? 'error' : / WARN(ING)? /.test(text) ? 'warn' : null, text });
    line.hidden = !matches(line);
    place.append(line);
  }
  while (place.childElementCount > MOST_LINES) place.firstElementChild.remove();
  if (byId('follow').checked && answer.lines.length > 0) place.scrollTop = place.scrollHeight;
}

// ---- server

const list = (pairs) => el('dl', { class: 'card' }, pairs.flatMap(([name, value]) => [el('dt', { text: name }), el('dd', {}, value ?? 'unknown')]));

function daysLeft(days) {
  if (!known(days)) return 'not counted';
  const kind = days < 0 ? 'bad' : days < 30 ? 'soon' : 'good';
  return el('span', { class: `state ${kind}`, text: days < 0 ? `ended ${-days} days ago` : `${days} days left` });
}

function certificateRows(connectors) {
  return connectors.flatMap((port) => (port.tls ?? []).flatMap((host) => host.certificates.map((each) => ({ cells: [
    { class: 'name', content: [nameOf(each.subject), el('small', { text: (each.names ?? []).join(', ') })] },
    { text: `${port.name}, ${host.hostName}` },
    { content: nameOf(each.issuer ?? 'unknown') },
    { content: time(each.notAfter) },
    { content: daysLeft(each.daysLeft) },
    { class: 'do', content: el('div', {}, el('button', { type: 'button', text: 'Load again', 'data-key': `${port.name}|${host.hostName}|${each.serial}`, 'aria-label': `Load again the certificates of ${host.hostName}`, on: { click: () => reloadTls(host.hostName) } })) },
  ] }))));
}

async function reloadTls(name) {
  if (await confirmed(['Load the certificates of ', nameOf(name), ' again?'], 'They are read from their files. Connections that are open keep the old ones.', 'Load again')) {
    await change('tls/reload', { name });
  }
}

async function server() {
  const [about, ports, hosts] = await Promise.all([get('server'), get('connectors'), get('hosts')]);
  fillIfNew(byId('server'), about, () => list([
    ['Server', about.name], ['State', about.state], ['Up for', span(about.uptimeMillis)], ['Started', moment(about.started)],
    ['Java', `${about.java}, ${about.javaVendor}`], ['System', `${about.os} ${about.osVersion}, ${about.arch}, ${about.processors} processors`],
    ['Process', String(about.pid)], ['Directory', about.base]]));
  fillIfNew(byId('connectors'), ports, () => table(`${several(ports.connectors.length, 'connector')}`,
    ['Connector', 'Address', 'TLS', 'State', 'Connections', 'Most threads'], ports.connectors.map((each) => ({ cells: [
      { text: each.name }, { text: `${each.address ?? 'all'}, port ${each.port}` }, { text: each.secure ? 'yes' : 'no' },
      { content: el('span', { class: `state ${each.open ? 'good' : 'bad'}`, text: each.open ? 'open' : 'closed' }) },
      { class: 'number', text: `${count(each.connections)} of ${count(each.maxConnections)}` }, { class: 'number', text: count(each.maxThreads) }] }))));
  const rows = certificateRows(ports.connectors);
  fillIfNew(byId('certificates'), ports, () => (rows.length === 0 ? el('p', { text: 'No connector has a certificate.' })
    : table(`${several(rows.length, 'certificate')}`, ['Certificate', 'Connector', 'Issuer', 'Ends', 'Left', 'Actions'], rows)));
  fillIfNew(byId('hosts'), hosts, () => table(`${several(hosts.hosts.length, 'host')}`, ['Host', 'Aliases', 'Directory', 'Applications'],
    hosts.hosts.map((each) => ({ cells: [
      { class: 'name', content: [nameOf(each.name), each.default ? el('small', { text: 'the default' }) : null].filter(Boolean) },
      { text: each.aliases.join(', ') || 'none' }, { text: each.appBase }, { class: 'number', text: count(each.applications) }] }))));
}

// ---- views and their polling

const VIEWS = {
  applications: { draw: applications, every: EVERY },
  sessions: { draw: sessions, every: 5000, under: 'applications' },
  live: { draw: live, every: EVERY, pausable: true },
  requests: { draw: requests, every: EVERY, pausable: true },
  log: { draw: log, every: EVERY, pausable: true },
  server: { draw: server, every: 5000 },
};

/** Asks once, and again after a while, as long as the page is seen and not paused. Never two at a time. */
async function poll(mine) {
  const view = VIEWS[shown];
  if (document.hidden) return;
  if (!(paused && view.pausable)) {
    try {
      me ??= await get('me').then((who) => {
        byId('who').replaceChildren(`${who.server}, logged in as `, nameOf(who.user));
        return who;
      });
      if (mine === turn) await view.draw();
      if (mine === turn) trouble(null);
    } catch (e) {
      if (mine !== turn) return;
      trouble(e.message);
      if (e.status === 401 || e.status === 403) return; // asking on would only ask for passwords
    }
  }
  if (mine === turn) timer = setTimeout(poll, view.every, mine);
}

function again() {
  clearTimeout(timer);
  poll(++turn);
}

function show(first) {
  const [name, values = ''] = location.hash.slice(1).split('?');
  const before = shown;
  shown = Object.hasOwn(VIEWS, name) ? name : 'applications';
  asked = new URLSearchParams(values);
  for (const view of Object.keys(VIEWS)) byId(`view-${view}`).hidden = view !== shown;
  const under = VIEWS[shown].under ?? shown;
  for (const link of document.querySelectorAll('.views a')) {
    if (link.hash === `#${under}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (shown === 'sessions') {
    fill(byId('session'));
    fillIfNew(byId('sessions'), null, () => []);
    byId('title-sessions').textContent = 'Sessions';
  }
  const title = byId(`title-${shown}`);
  document.title = `${title.textContent} · Manager · Serval`;
  if (!first && before !== shown) {
    title.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  trouble(null);
  pause(false);
}

function pause(stop) {
  paused = stop;
  for (const button of document.querySelectorAll('.pause')) button.setAttribute('aria-pressed', String(paused));
  again();
}

prepareDeployment();
byId('expire').addEventListener('submit', expire);
byId('filter').addEventListener('input', () => {
  for (const line of byId('log').children) line.hidden = !matches(line);
});
for (const button of document.querySelectorAll('.pause')) button.addEventListener('click', () => pause(!paused));
window.addEventListener('hashchange', () => show(false));
document.addEventListener('visibilitychange', again);
show(true);
