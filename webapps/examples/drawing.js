const COLOURS = ["#1d1d1f", "#c62828", "#1565c0", "#2e7d32", "#f9a825", "#ffffff"];
const STEPS = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8] };
const board = document.getElementById("board");
const cursor = document.getElementById("cursor");
const colour = document.getElementById("colour");
const thickness = document.getElementById("thickness");
const state = document.getElementById("state");
const pen = board.getContext("2d");
const socket = new WebSocket(new URL("sockets/drawing", location.href).href.replace(/^http/, "ws"));
let place = [board.width / 2, board.height / 2];
let down = false;

pen.lineCap = "round";
socket.onopen = () => { state.textContent = "Connected."; };
socket.onclose = event => { state.textContent = "The connection has ended. " + event.reason; };
// Own strokes, too, are drawn when the server tells of them: all boards have them in one order.
socket.onmessage = event => event.data.split("\n").forEach(draw);

function draw(line) {
  const [number, width, fromX, fromY, toX, toY] = line.split(" ").map(Number);
  pen.strokeStyle = COLOURS[number];
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(fromX, fromY);
  pen.lineTo(toX, toY);
  pen.stroke();
}

function go(x, y, drawing) {
  const to = [inside(x, board.width), inside(y, board.height)];
  if (drawing && socket.readyState === WebSocket.OPEN) {
    socket.send([colour.value, thickness.value, ...place, ...to].join(" "));
  }
  place = to;
  cursor.style.left = 100 * to[0] / board.width + "%";
  cursor.style.top = 100 * to[1] / board.height + "%";
}

function inside(value, most) {
  return Math.round(Math.min(Math.max(value, 0), most));
}

function follow(event, drawing) {
  if (event.isPrimary) {
    const scale = board.width / board.clientWidth;
    go(event.offsetX * scale, event.offsetY * scale, drawing);
  }
}

board.onpointerdown = event => {
  board.setPointerCapture(event.pointerId);
  follow(event, false);
  follow(event, true); // a dot
  down = true;
};
board.onpointermove = event => {
  if (down) {
    follow(event, true);
  }
};
board.onpointerup = board.onpointercancel = () => { down = false; };
board.onkeydown = event => {
  const step = STEPS[event.key];
  if (step) {
    event.preventDefault();
    go(place[0] + step[0], place[1] + step[1], event.shiftKey);
  }
};
