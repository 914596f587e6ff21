const source = new EventSource("events");
source.onmessage = event => {
  const item = document.createElement("li");
  item.textContent = event.data;
  document.getElementById("events").append(item);
  if (event.lastEventId === "10") source.close();
};
