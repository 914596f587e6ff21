const LINES = 50;
const form = document.getElementById("form");
const text = document.getElementById("text");
const log = document.getElementById("log");
const state = document.getElementById("state");
const send = document.getElementById("send");
const socket = new WebSocket(new URL("sockets/echo", location.href).href.replace(/^http/, "ws"));
const sent = []; // when, in the order of the answers

socket.onopen = () => {
  state.textContent = "Connected" + (socket.extensions ? ", with " + socket.extensions : "") + ".";
  send.disabled = false;
};
socket.onmessage = event => {
  const item = document.createElement("li");
  const millis = (performance.now() - sent.shift()).toFixed(1);
  item.textContent = event.data + " (" + millis + " ms)";
  log.append(item);
  if (log.children.length > LINES) {
    log.firstElementChild.remove();
  }
  item.scrollIntoView({ block: "nearest" });
};
socket.onclose = event => {
  state.textContent = "The connection has ended. " + event.reason;
  send.disabled = true;
};
form.onsubmit = event => {
  event.preventDefault();
  if (!send.disabled) {
    sent.push(performance.now());
    socket.send(text.value);
    text.value = "";
  }
};
