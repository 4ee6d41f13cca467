// How the plot is painted: axes, the period, single values, counts in cells. `plot` knows places, colours and data.

const BANDS = 8;
const LEAST = 12; // px of a period that is marked for itself

/** Draw the ground line, quiet lines for values, and the numbers of both axes. */
export function frame(plot, width, height) {
  const { paint, pad } = plot;
  const ground = height - pad.bottom + 2;
  paint.lineWidth = 1;
  paint.fillStyle = plot.shades.muted;
  paint.strokeStyle = plot.shades.border;
  paint.textAlign = "right";
  for (const value of plot.log ? powers(plot.most()) : ticks(0, plot.most(), 7)) {
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

/** Tint the first repetitions of the period, with brackets below, or all of them as one where they are narrow. */
export function bands(plot, height) {
  if (!plot.period) return;
  const { paint, pad, canvas } = plot;
  const [n0, p] = plot.period;
  const bottom = height - pad.bottom + 2;
  const end = canvas.clientWidth - pad.right;
  const single = plot.x(p) - plot.x(0) < LEAST;
  const first = single ? 0 : Math.max(0, Math.floor((plot.view[0] - n0) / p)); // of those in view
  paint.textAlign = "center";
  for (let i = first; i < first + (single ? 1 : BANDS); i += 1) {
    const from = Math.max(plot.left, plot.x(n0 + i * p - 0.5) + 1);
    const last = plot.x(n0 + (i + 1) * p - 0.5) - 1;
    const to = single ? end : Math.min(end, last);
    if (to <= from || (!single && 2 * (to - from) < plot.x(p) - plot.x(0))) continue; // half a period is none
    paint.globalAlpha = i % 2 ? 0.08 : 0.16;
    paint.fillStyle = plot.shades.accent;
    paint.beginPath();
    paint.roundRect(from, pad.top - 8, to - from, bottom - pad.top + 8, 6);
    paint.fill();
    paint.globalAlpha = 1;
    paint.strokeStyle = plot.shades.accent;
    paint.lineWidth = 2.5;
    paint.beginPath();
    if (from > plot.left || plot.view[0] <= n0) paint.moveTo(from + 1, height - 36);
    paint.lineTo(from + 1, height - 28);
    paint.lineTo(to - 1, height - 28);
    if (single || last <= end) paint.lineTo(to - 1, height - 36);
    paint.stroke();
    const text = single ? plot.figure.dataset.told : plot.format.format(p);
    if (paint.measureText(text).width > to - from - 4) continue;
    paint.fillStyle = plot.shades.ink;
    paint.fillText(text, (from + to) / 2, height - 9);
  }
}

/** Draw every heap as a point in the colour of its value, and the other rule as squares. */
export function dots(plot) {
  const { data, paint } = plot;
  const room = plot.width() / (plot.view[1] - plot.view[0] + 1);
  const size = Math.max(4, Math.min(10, 1.1 * room, (plot.canvas.clientHeight - 100) / (plot.most() + 1)));
  if (plot.second) {
    paint.strokeStyle = plot.shades.muted;
    paint.lineWidth = size < 7 ? 1 : 1.5;
    const edge = size + (size < 7 ? 3 : 5);
    for (let i = 0; i < plot.second.data.length; i += 1) {
      paint.strokeRect(plot.x(plot.second.from + i) - edge / 2, plot.y(plot.second.data[i]) - edge / 2, edge, edge);
    }
  }
  for (let colour = 0; colour < 10; colour += 1) {
    paint.fillStyle = plot.shades[`v${colour}`];
    paint.beginPath();
    for (let i = 0; i < data.data.length; i += 1) {
      if (data.data[i] % 10 !== colour) continue;
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
    paint.fillStyle = plot.shades[`v${data.tall === 1 ? low % 10 : 3}`];
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
