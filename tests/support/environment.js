// Hands the environment's CLEARHEAD_… variables to a test program that runs as
// wasm: getenv sees only what the program's own ENV holds.
Module.preRun = [
  () => {
    for (const [name, value] of Object.entries(process.env)) {
      if (name.startsWith("CLEARHEAD_")) ENV[name] = value;
    }
  },
];
