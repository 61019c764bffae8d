// Parameters that the figures share whose models train while they are looked at.
import { choice, nth, whole } from "../common.js";

export type Learning = {
  /** Of sentences. */
  corpus: "en" | "zh";
  d_model: "16" | "32" | "64";
  rate: "0.0005" | "0.001" | "0.002" | "0.005" | "0.01" | "0.03";
  batch: "8" | "16" | "32" | "64" | "128";
  /** The length of the whole run, on which the schedule of the rate depends. */
  plan: number;
  /** How far it is trained. */
  steps: number;
  /** Of the first of the seeds. */
  seed: number;
  seeds: number;
  head: number;
};

const MOST_STEPS = 3000;

const named = <Name extends keyof Learning>(name: Name) =>
  ({ name, label: `learning.parameter.${name}` }) as const;
const rates = ["0.0005", "0.001", "0.002", "0.005", "0.01", "0.03"] as const;

export const corpus = { ...named("corpus"), ...choice(["en", "zh"]) };
export const width = { ...named("d_model"), ...choice(["16", "32", "64"]), default: "32" };
export const rate = { ...named("rate"), ...choice(rates), default: "0.005" };
export const batch = {
  ...{ ...named("batch"), ...choice(["8", "16", "32", "64", "128"]) },
  default: "32",
};
export const planOf = (steps: number) => ({ ...named("plan"), ...whole(steps, 50, MOST_STEPS) });
export const steps = { ...named("steps"), ...whole(0, 0, MOST_STEPS), runs: true };
export const seed = { ...named("seed"), ...whole(1, 0, 9999) };
export const seedsUpTo = (most: number) => ({ ...named("seeds"), ...whole(1, 1, most) });
export const headUpTo = (last: number) => ({ ...named("head"), ...nth(0, last) });
