// Counts of tests, running a program while listening to what it prints, and printing
// what runs side by side in one piece each.
import { AsyncLocalStorage } from "node:async_hooks";
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

const sheets = new AsyncLocalStorage();

/** Prints a line, or writes it on the sheet of the work that it belongs to. */
export function say(line) {
  write(`${line}\n`);
}

function write(text, sheet = sheets.getStore()) {
  if (sheet) sheet.text += text;
  else process.stdout.write(text);
}

/** Does the work; what it says is printed in one piece at its end. */
export async function onOneSheet(work) {
  const sheet = { text: "" };
  try {
    return await sheets.run(sheet, work);
  } finally {
    write(sheet.text);
  }
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
    const sheet = sheets.getStore();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
        if (show) write(text, sheet);
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
  if (code !== 0) say(`FAILED: scripts/build ${parts.join(" ")}`);
  return code === 0;
}

/** One yes-or-no test with the text that explains a no. */
export function verdict(name, ok, explanation = "") {
  say(`${ok ? "ok" : "FAILED"}  ${name}${ok ? "" : `\n${explanation}`}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}
