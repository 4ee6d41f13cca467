// How the plot is painted: axes, the period, single values, counts in cells. `plot` knows places, colours and data.

const BANDS = 3;

/** Draw the ground line, quiet lines for values, and the numbers of both axes. */
export function frame(plot, width, height) {
  const { paint, pad } = plot;
  const ground = height - pad.bottom + 2;
  paint.lineWidth = 1;
  paint.fillStyle = plot.shades.muted;
  paint.strokeStyle = plot.shades.border;
  paint.textAlign = "right";
  for (const value of plot.log ? powers(plot.data.largest) : ticks(0, plot.data.largest, 7)) {
    const y = Math.round(plot.y(value)) + 0.5;
    paint.globalAlpha = 0.25;
    line(paint, plot.left, y, width - pad.right, y);
    paint.globalAlpha = 1;
    paint.fillText(plot.format.format(value), plot.left - 8, y + 4);
  }
  line(paint, plot.left, ground + 0.5, width - pad.right, ground + 0.5);
  paint.textAlign = "center";
  for (const heap of ticks(plot.view[0], plot.view[1], Math.max(2, Math.floor(width / 110)))) {
    const x = Math.round(plot.x(heap)) + 0.5;
    line(paint, x, ground, x, ground + 5);
    const text = plot.format.format(heap);
    const half = paint.measureText(text).width / 2;
    paint.fillText(text, Math.min(Math.max(x, half), width - half), ground + 20);
  }
  paint.textAlign = "left";
  paint.fillText("g(n)", 4, 14);
}

/** Shade the first repetitions of the period, fading, and name it. */
export function bands(plot, height) {
  if (!plot.period) return;
  const { paint, pad } = plot;
  const [n0, p] = plot.period;
  const bottom = height - pad.bottom + 2;
  if (plot.x(p) - plot.x(0) >= 4) {
    for (let i = 0; i < BANDS; i += 1) {
      const from = Math.max(plot.left, plot.x(n0 + i * p - 0.5));
      const to = plot.x(n0 + (i + 1) * p - 0.5);
      if (to <= from) continue;
      paint.globalAlpha = 0.2 - 0.055 * i;
      paint.fillStyle = plot.shades.accent;
      paint.fillRect(from, pad.top - 8, Math.min(to, plot.canvas.clientWidth - pad.right) - from, bottom - pad.top + 8);
    }
    paint.globalAlpha = 1;
  }
  const x = plot.x(n0 - 0.5);
  if (x < plot.left || x > plot.canvas.clientWidth - pad.right) return;
  paint.strokeStyle = paint.fillStyle = plot.shades.accent;
  paint.lineWidth = 1.5;
  line(paint, x, 4, x, bottom);
  const end = x > plot.canvas.clientWidth - 220;
  paint.textAlign = end ? "right" : "left";
  paint.fillText(plot.figure.dataset.told, x + (end ? -7 : 7), 14);
}

/** Draw every heap as a dot. */
export function dots(plot) {
  const { data, paint } = plot;
  const room = plot.width() / (plot.view[1] - plot.view[0] + 1);
  const size = Math.max(4, Math.min(9, 1.1 * room, (plot.canvas.clientHeight - 70) / (data.largest + 1)));
  for (const [role, wanted] of [["win", false], ["lose", true]]) {
    paint.fillStyle = plot.shades[role];
    paint.beginPath();
    for (let i = 0; i < data.data.length; i += 1) {
      if ((data.data[i] === 0) !== wanted) continue;
      const [x, y] = [plot.x(data.from + i), plot.y(data.data[i])];
      paint.moveTo(x + size / 2, y);
      paint.arc(x, y, size / 2, 0, 7);
    }
    paint.fill();
  }
}

/** Draw counts as shades; the scale is logarithmic. */
export function cells(plot) {
  const { data, paint } = plot;
  const most = Math.log(Math.max(2, data.most));
  for (let row = 0; row < data.rows; row += 1) {
    const low = row * data.tall;
    const room = plot.y(low - 0.5) - plot.y(low + data.tall - 0.5);
    const height = Math.min(room, Math.max(3, 0.55 * room));
    const top = plot.y(low + data.tall - 0.5) + (room - height) / 2;
    paint.fillStyle = plot.shades[low + data.tall === 1 ? "lose" : "win"];
    for (let column = 0; column < data.columns; column += 1) {
      const count = data.data[row * data.columns + column];
      if (!count) continue;
      const x = plot.x(data.from + column * data.heaps - 0.5);
      const right = plot.x(Math.min(data.to + 1, data.from + (column + 1) * data.heaps) - 0.5);
      paint.globalAlpha = 0.25 + (0.75 * Math.log(count + 0.5)) / most;
      paint.fillRect(x, top, right - x + 0.3, height);
    }
  }
  paint.globalAlpha = 1;
}

function line(paint, x, y, right, bottom) {
  paint.beginPath();
  paint.moveTo(x, y);
  paint.lineTo(right, bottom);
  paint.stroke();
}

/** Round numbers from low to high, at most about so many. */
function ticks(low, high, most) {
  let step = 1;
  for (let power = 1; (high - low) / step > most; power *= 10) {
    step = [2, 5, 10].map((factor) => factor * power).find((wide) => (high - low) / wide <= most) ?? 10 * power;
  }
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

function powers(high) {
  const found = [];
  for (let at = 1; at - 1 <= high; at *= 2) found.push(at - 1);
  return found.filter((_, place) => place % Math.ceil(found.length / 8) === 0);
}
