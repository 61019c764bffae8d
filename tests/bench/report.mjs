// From times to what is reported: ratios within the run, with their targets.
import { cpus, loadavg } from "node:os";
import {
  attentionRows,
  encoderRows,
  generationRows,
  key,
  matmulRows,
  nativeTarget,
  targets,
  trainingRows,
  trainingTarget,
} from "./rows.mjs";

const round = (value, digits = 4) => Number(value.toPrecision(digits));

/**
 * One thread computes, so processor time is what the work takes; a busy machine
 * lengthens only the wall's.
 */
const duration = ({ wall, cpu }) => Math.min(wall, cpu);

/**
 * The fastest way of a library, by the beginning of its contestants' names. The
 * right operands of attention are new with every call, so a packed copy that
 * tfjs kept of them counts in products only.
 */
function best(times, library) {
  const attention = "ort graph" in times;
  const own = Object.entries(times).filter(
    ([name]) => name.startsWith(library) && !(attention && name.endsWith(" kept")),
  );
  return Math.min(...own.map(([, time]) => duration(time)));
}

function against(row, times) {
  const ours = duration(times.clearhead);
  const vs_tfjs = round(best(times, "tfjs") / ours);
  const vs_ort = round(best(times, "ort") / ours);
  const target = targets(row);
  const reached =
    target.best === undefined
      ? vs_tfjs >= target.tfjs && vs_ort >= target.ort
      : Math.min(vs_tfjs, vs_ort) >= target.best;
  return { vs_tfjs, vs_ort, target, reached, times };
}

/** tfjs with right operands that are new each time, and with those that it has packed. */
function freshAndKept(times) {
  const ours = duration(times.clearhead);
  const fresh = round(duration(times.tfjs) / ours);
  const kept = round(duration(times["tfjs kept"]) / ours);
  return { vs_tfjs_fresh: fresh, vs_tfjs_kept: kept };
}

function matmul(row, times) {
  const speed = (milliseconds) => round(row.flops / milliseconds / 1e6);
  return {
    n: row.n,
    gflops: speed(duration(times.clearhead)),
    tfjs_gflops: speed(best(times, "tfjs")),
    ort_gflops: speed(best(times, "ort")),
    ...against(row, times),
    ...freshAndKept(times),
  };
}

function attention(row, times) {
  return {
    heads: row.heads,
    t: row.length,
    causal: row.causal,
    ms: round(duration(times.clearhead)),
    tfjs_ms: round(best(times, "tfjs")),
    ort_ms: round(best(times, "ort")),
    ...against(row, times),
    ...freshAndKept(times),
  };
}

function encoder(row, times) {
  const { kind: _, flops, ...size } = row;
  const ours = duration(times.clearhead);
  return {
    ...size,
    ms: round(ours),
    gflops: round(flops / ours / 1e6),
    tfjs_ms: round(best(times, "tfjs")),
    ort_ms: round(best(times, "ort")),
    ...against(row, times),
  };
}

/** 6·parameters·tokens operations a second against those of our own product. */
function training({ kind: _, ...size }, time, product) {
  const gflops = round(time.amount / duration(time) / 1e6);
  const share = round(gflops / product);
  const target = trainingTarget;
  return { ...size, ms: round(duration(time)), gflops, share, target, reached: share >= target };
}

function generation({ kind: _, ...size }, time) {
  const milliseconds = duration(time);
  return {
    ...size,
    ms: round(milliseconds),
    per_second: round((1e3 * time.amount) / milliseconds),
  };
}

export function summarise({ rows, alone, native, calibration, laboratory }, vectors) {
  const target = nativeTarget(vectors);
  const products = matmulRows.map((row) => matmul(row, rows[key(row)]));
  const product = products.find(({ n }) => n === 256).gflops;
  const pairs = Object.entries(native).filter(([name]) => name !== "spin");
  return {
    machine: { processor: cpus()[0]?.model, node: process.version, vectors, load: loadavg()[0] },
    calibration: { wasm_ms: round(duration(calibration)), native_ms: round(native.spin) },
    matmul: products,
    attention: attentionRows.map((row) => attention(row, rows[key(row)])),
    encoder: encoderRows.map((row) => encoder(row, rows[key(row)])),
    training: trainingRows.map((row) => training(row, alone[key(row)], product)),
    generation: generationRows.map((row) => generation(row, alone[key(row)])),
    native: pairs.map(([name, milliseconds]) => {
      const ratio = round(duration(rows[name].clearhead) / milliseconds);
      return {
        row: name,
        ms: round(milliseconds),
        vs_wasm: ratio,
        target,
        reached: ratio >= target,
      };
    }),
    laboratory: Object.entries(laboratory).map(([heads, { wall, cpu }]) => ({
      heads: Number(heads),
      tokens: 64,
      d_model: 64,
      ms: round(wall),
      cpu_ms: round(cpu),
    })),
  };
}
