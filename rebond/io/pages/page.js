// What the scripts of all pages begin with: the page's data, numbers as texts, ticks, and a surface to draw on.

const data = JSON.parse(document.getElementById("data").textContent);
const element = id => document.getElementById(id);

// ---- numbers and units

const prefixes = { "-15": "f", "-12": "p", "-9": "n", "-6": "µ", "-3": "m", "0": "", "3": "k", "6": "M", "9": "G", "12": "T" };
const isNumber = value => typeof value === "number" && Number.isFinite(value);
const superscript = n => String(n).replace(/./g, c => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]);
const typographic = text => text.replace(/-/g, "−");
const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

// The exponent, a multiple of three, at which a magnitude reads best; ½ to 10⁴ need none.
function engineeringExponent(magnitude) {
  if (!(magnitude > 0) || (magnitude >= 0.5 && magnitude < 1e4)) return 0;
  return 3 * Math.floor(Math.floor(Math.log10(magnitude) + 1e-9) / 3);
}

function scaledUnit(unit, exponent) {
  if (exponent === 0) return unit;
  if (unit && String(exponent) in prefixes) return prefixes[exponent] + unit;
  return "×10" + superscript(exponent) + (unit ? " " + unit : "");
}

// 0.0123 with "s" reads "12.30 ms". Pure numbers read 0.1230, and 1.230×10⁻⁷ where they are small or large.
function withUnit(value, unit = "", digits = 4) {
  if (!isNumber(value)) return "–";
  if (value === 0) return unit ? "0 " + unit : "0";
  const magnitude = Math.abs(value);
  const exponent = unit ? engineeringExponent(magnitude) : magnitude >= 1e-3 && magnitude < 1e4 ? 0 : Math.floor(Math.log10(magnitude));
  const shown = value / 10 ** exponent;
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(shown)) + 1e-12));
  const scaled = scaledUnit(unit, exponent);
  return typographic(shown.toFixed(Math.min(decimals, 12))) + (scaled && unit ? "\u00a0" : "") + scaled.replace(/ /g, "\u00a0");
}

// Multiples of 1, 2 or 5 × 10ⁿ in [lo, hi], about `wanted` of them.
function ticks(lo, hi, wanted) {
  if (!(hi - lo > 1e-13 * Math.max(Math.abs(lo), Math.abs(hi)))) return { at: [], step: 1 };
  const exact = (hi - lo) / Math.max(wanted, 2);
  const power = 10 ** Math.floor(Math.log10(exact));
  const step = [1, 2, 5, 10].map(d => d * power)
    .reduce((best, s) => Math.abs(Math.log(s / exact)) < Math.abs(Math.log(best / exact)) ? s : best);
  const at = [];
  for (let k = Math.ceil(lo / step - 1e-9); k <= hi / step + 1e-9; ++k) at.push(k * step);
  return { at, step };
}

// Ticks with their texts and the axis label. A narrow interval far from zero is written as a
// difference from its first tick, so that the texts stay short.
function axisScale(lo, hi, wanted, name, unit) {
  const { at, step } = ticks(lo, hi, wanted);
  let magnitude = Math.max(Math.abs(lo), Math.abs(hi));
  let offset = 0;
  if (at.length && step < 1e-4 * magnitude) { offset = at[0]; magnitude = hi - lo; }
  const exponent = engineeringExponent(magnitude);
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step / 10 ** exponent) + 1e-9)));
  const texts = at.map(value => {
    const text = ((value - offset) / 10 ** exponent).toFixed(decimals);
    return typographic(Number(text) === 0 ? text.replace("-", "") : text);
  });
  const digits = Math.ceil(Math.log10(Math.abs(offset) / step)) + 1;
  const from = offset ? (offset < 0 ? " + " : " − ") + withUnit(Math.abs(offset), unit, digits) : "";
  const scaled = scaledUnit(unit, exponent);
  return { at, texts, label: name + from + (scaled ? ` [${scaled}]` : "") };
}

// ---- drawing surface

const palette = () => {
  const style = getComputedStyle(document.documentElement);
  return name => style.getPropertyValue("--" + name).trim();
};

// Fits the canvas to its place on the screen and returns its pen; null while it has no size.
function penOf(canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  if (!(width > 0 && height > 0)) return null;
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = "11.5px system-ui, sans-serif";
  return { pen, width, height };
}

// Grid lines, tick texts and labels of a chart in `area` = { left, right, top, bottom }, with axes from axisScale.
function drawAxes(pen, colour, area, xs, ys, toX, toY) {
  const { left, right, top, bottom } = area;
  pen.lineWidth = 1;
  pen.strokeStyle = colour("grid");
  pen.beginPath();
  for (const v of xs.at) { pen.moveTo(toX(v), top); pen.lineTo(toX(v), bottom); }
  for (const v of ys.at) { pen.moveTo(left, toY(v)); pen.lineTo(right, toY(v)); }
  pen.stroke();
  pen.fillStyle = colour("muted");
  pen.textAlign = "center";
  xs.at.forEach((v, k) => pen.fillText(xs.texts[k], toX(v), bottom + 15));
  pen.fillText(xs.label, 0.5 * (left + right), bottom + 32);
  pen.textAlign = "right";
  ys.at.forEach((v, k) => pen.fillText(ys.texts[k], left - 6, toY(v) + 4));
  pen.save();
  pen.translate(13, 0.5 * (top + bottom));
  pen.rotate(-Math.PI / 2);
  pen.textAlign = "center";
  pen.fillText(ys.label, 0, 0);
  pen.restore();
}
