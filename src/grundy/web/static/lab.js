// The lab: values or counts from the server, drawn by Plotly; only this page loads that library.

const lab = document.getElementById("lab");

async function draw() {
  const { g, play, to, title } = lab.dataset;
  const query = new URLSearchParams({ g, play, start: 0, to: to.replace(/\D/g, ""), width: 1200, height: 400 });
  const answer = await fetch(`/explore/raster?${query}`);
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  const head = JSON.parse(answer.headers.get("x-raster"));
  const data = new Uint16Array(await answer.arrayBuffer());
  const style = getComputedStyle(document.documentElement);
  const [ink, paper] = [getComputedStyle(document.body).color, "rgba(0,0,0,0)"];
  const layout = {
    title: { text: title }, font: { color: ink, family: style.fontFamily }, paper_bgcolor: paper, plot_bgcolor: paper,
    xaxis: { title: { text: "n" }, gridcolor: "rgba(128,128,128,0.25)" }, yaxis: { title: { text: "g(n)" }, gridcolor: "rgba(128,128,128,0.25)" },
    margin: { t: 50, r: 20 }, height: 560,
  };
  lab.replaceChildren();
  await globalThis.Plotly.newPlot(lab, [head.exact ? points(head, data) : cells(head, data)], layout, { responsive: true, displaylogo: false });
}

function points(head, data) {
  const [low, high] = ["#a8480f", "#1d5fa8"];
  const colour = Array.from(data, (value) => (value === 0 ? low : high));
  return { type: "scatter", mode: "markers", x: Array.from(data, (_, i) => head.from + i), y: Array.from(data), marker: { color: colour, size: 6 } };
}

function cells(head, data) {
  const z = [];
  for (let row = 0; row < head.rows; row += 1) {
    z.push(Array.from(data.subarray(row * head.columns, (row + 1) * head.columns), (count) => (count ? Math.log10(count) : null)));
  }
  const x = Array.from({ length: head.columns }, (_, i) => head.from + i * head.heaps);
  const y = Array.from({ length: head.rows }, (_, i) => i * head.tall);
  return { type: "heatmap", x, y, z, colorscale: "Viridis", colorbar: { title: { text: "log₁₀" } }, hoverongaps: false };
}

addEventListener("load", () => draw().catch((error) => {
  lab.replaceChildren(Object.assign(document.createElement("p"), { textContent: error.message, role: "alert" }));
}));
