const LINES = 200;
const join = document.getElementById("join");
const say = document.getElementById("say");
const text = document.getElementById("text");
const log = document.getElementById("log");
const state = document.getElementById("state");
let socket;

join.onsubmit = event => {
  event.preventDefault();
  const url = new URL("sockets/chat", location.href);
  url.searchParams.set("name", document.getElementById("name").value);
  socket = new WebSocket(url.href.replace(/^http/, "ws"));
  log.replaceChildren();
  state.textContent = "Connecting …";
  join.hidden = true;
  socket.onopen = () => {
    state.textContent = "You have joined.";
    say.hidden = false;
    text.focus();
  };
  socket.onmessage = message => message.data.split("\n").forEach(add);
  socket.onclose = end => {
    state.textContent = "The connection has ended. " + end.reason;
    say.hidden = true;
    join.hidden = false;
  };
};
say.onsubmit = event => {
  event.preventDefault();
  socket.send(text.value);
  text.value = "";
};

function add(line) {
  const item = document.createElement("li");
  item.textContent = line; // never innerHTML: others have written it
  log.append(item);
  if (log.children.length > LINES) {
    log.firstElementChild.remove();
  }
  item.scrollIntoView({ block: "nearest" });
}
