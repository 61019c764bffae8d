// Times contestants against each other on a machine that may be busy: short
// blocks in turn, of which the best counts. Processor time stands beside it, as
// other programs do not lengthen it.

const BLOCK = 4; // milliseconds
const WARM = 60; // milliseconds, and as often as the engine needs to optimise
const ROUNDS = 4; // at least

/** Best milliseconds of one call, by contestant: { wall, cpu }. */
export async function race(contestants, seconds) {
  const lanes = [];
  for (const contestant of contestants) {
    const links = contestant.links ?? 1;
    const wall = await warm(contestant, links);
    const count = links * Math.max(1, Math.ceil(BLOCK / (wall * links)));
    lanes.push({ contestant, count, best: { wall, cpu: Number.POSITIVE_INFINITY } });
  }
  const end = performance.now() + seconds * 1e3;
  for (let round = 0; round < ROUNDS || performance.now() < end; ++round) {
    for (const { contestant, count, best } of lanes) {
      const { wall, cpu } = await block(contestant, count);
      best.wall = Math.min(best.wall, wall);
      best.cpu = Math.min(best.cpu, cpu);
    }
  }
  return Object.fromEntries(lanes.map(({ contestant, best }) => [contestant.name, best]));
}

/**
 * Runs until V8 has replaced its first, slow code of what is called, which it
 * compiles in another thread; returns the milliseconds of a late call.
 */
async function warm(contestant, links) {
  const end = performance.now() + WARM;
  let last = Number.POSITIVE_INFINITY;
  do {
    const { wall } = await block(contestant, links);
    last = Math.min(last, wall);
    await new Promise(setImmediate);
  } while (performance.now() < end);
  return last;
}

/** Milliseconds of one call, of `count` in a row. */
export async function block(contestant, count) {
  contestant.prepare?.(count);
  const processor = process.cpuUsage();
  const start = performance.now();
  await contestant.run(count);
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(processor);
  return { wall: wall / count, cpu: (user + system) / 1e3 / count };
}
