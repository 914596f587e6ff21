const LAST = "10";
const events = document.getElementById("events");
const state = document.getElementById("state");
const source = new EventSource("events");

source.onopen = () => { state.textContent = "Connected."; };
source.onerror = () => { state.textContent = "The connection is lost; trying again …"; };
source.onmessage = event => {
  const item = document.createElement("li");
  item.textContent = event.data;
  events.append(item);
  if (event.lastEventId === LAST) {
    source.close(); // else the browser would ask again
    state.textContent = "That was all.";
  }
};
