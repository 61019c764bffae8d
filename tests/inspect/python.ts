// Runs PyTorch scripts where a Python with torch is installed.

import { spawnSync } from "node:child_process";

const candidates = [process.env.CLEARHEAD_PYTHON, "python3", "/usr/bin/python3"];

/** The first Python that imports torch; undefined when there is none. */
export const python = candidates.find(
  (program) => program && spawnSync(program, ["-c", "import torch"]).status === 0,
);

/** Runs several scripts in one process, each with its own names; undefined, or what went wrong. */
export function run(scripts: string[]): string | undefined {
  if (!python) return "no Python with torch";
  const runner =
    "import json, sys\n" +
    "for at, source in enumerate(json.load(sys.stdin)):\n" +
    "    try:\n" +
    '        exec(compile(source, f"script {at}", "exec"), {})\n' +
    "    except BaseException as error:\n" +
    '        sys.exit(f"script {at}: {error!r}\\n{source}")\n';
  const input = JSON.stringify(scripts);
  const { status, stderr } = spawnSync(python, ["-c", runner], { input, encoding: "utf8" });
  return status === 0 ? undefined : stderr.slice(0, 6000);
}
