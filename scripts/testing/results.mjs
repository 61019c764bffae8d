// Counts of tests, and running a program while listening to what it prints.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export const none = () => ({ passed: 0, failed: 0, skipped: 0 });

export function add(...results) {
  const total = none();
  for (const result of results) {
    for (const key of Object.keys(total)) total[key] += result[key] ?? 0;
  }
  return total;
}

/** What a program prints without colours, its exit code, and whether it hung. */
export function capture(command, args, { show = false, env = {}, minutes = 15 } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: minutes * 60_000,
      killSignal: "SIGKILL",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    const finish = (code, reason = "") => {
      const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, "");
      done({ code, output: plain + reason });
    };
    child.on("error", (error) => finish(-1, `${command}: ${error.message}\n`));
    child.on("close", (code, signal) => finish(code ?? -1, signal ? `ended by ${signal}\n` : ""));
  });
}

/** Builds parts with scripts/build; false, with its message shown, when that fails. */
export async function build(...parts) {
  const { code } = await capture("scripts/build", parts, { show: true, minutes: 30 });
  if (code !== 0) console.log(`FAILED: scripts/build ${parts.join(" ")}`);
  return code === 0;
}

/** One yes-or-no test with the text that explains a no. */
export function verdict(name, ok, explanation = "") {
  console.log(`${ok ? "ok" : "FAILED"}  ${name}${ok ? "" : `\n${explanation}`}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}
