// What ws of Node hears: sockets.js URI CERTIFICATE, which is "-" without TLS.
const assert = require('assert');
const crypto = require('crypto');
const events = require('events');
const fs = require('fs');
const WebSocket = require('ws');

const [base, certificate] = process.argv.slice(2);
const trust = certificate === '-' ? {} : { ca: fs.readFileSync(certificate) };
const SIZES = [0, 1, 125, 126, 127, 65535, 65536, 200000];
const MODES = {
  'plain': false,
  'deflate': { threshold: 0 },
  'without context':
    { threshold: 0, serverNoContextTakeover: true, clientNoContextTakeover: true },
  'small window': { threshold: 0, clientMaxWindowBits: 9 },
  "server's window": { threshold: 0, serverMaxWindowBits: 10 },
};

async function connect(path, options = {}, protocols = []) {
  const socket = new WebSocket(base + path, protocols, { ...trust, ...options });
  await events.once(socket, 'open');
  return socket;
}

async function ask(socket, message) {
  const next = events.once(socket, 'message');
  socket.send(message);
  return next;
}

async function echoes(mode, perMessageDeflate) {
  const socket = await connect('/echo', { perMessageDeflate });
  let count = 0;
  for (const size of SIZES) {
    const messages =
      ['\u00e9'.repeat(size), 'ab'.repeat(size), crypto.randomBytes(size), Buffer.alloc(size)];
    for (const message of messages) {
      const [data, binary] = await ask(socket, message);
      assert.strictEqual(binary, typeof message !== 'string');
      assert(data.equals(Buffer.from(message)), `${size}`);
      count++;
    }
  }
  const pong = events.once(socket, 'pong');
  const whole = events.once(socket, 'message');
  socket.send('one ', { fin: false });
  socket.ping(Buffer.alloc(125, 'p'));
  socket.send('two ', { fin: false });
  socket.send('three', { fin: true });
  assert.strictEqual((await pong)[0].length, 125);
  assert.strictEqual((await whole)[0].toString(), 'one two three');
  const bytes = events.once(socket, 'message');
  socket.send(Buffer.from('1'), { fin: false });
  socket.send(Buffer.alloc(0), { fin: false });
  socket.send(Buffer.from('2'), { fin: true });
  assert.strictEqual((await bytes)[0].toString(), '12');
  const closed = events.once(socket, 'close');
  socket.close(1000);
  console.log(mode, socket.extensions === '' ? 0 : 1, count, 'closed', (await closed)[0]);
}

async function ends() {
  const observer = await connect('/log');
  const ours = await connect('/log');
  const first = events.once(ours, 'close');
  ours.close(4002, 'bye');
  console.log('closed', (await first)[0]);
  console.log('the server heard', (await ask(observer, 'ends'))[0].toString());
  const theirs = await connect('/log');
  const second = events.once(theirs, 'close');
  theirs.send('close');
  const [code, reason] = await second;
  console.log('heard', code, reason.toString());
  console.log('the server heard', (await ask(observer, 'ends'))[0].toString());
  observer.terminate();
}

async function main() {
  for (const [mode, deflate] of Object.entries(MODES)) {
    await echoes(mode, deflate);
  }
  await ends();
  const socket = await connect('/facts/a/1', { headers: { 'X-Agent': 'me' } }, ['x', 'two', 'one']);
  console.log('protocol', socket.protocol);
  socket.terminate();
}

main();
