// The adapter has no types of its own.
declare module "comlink/dist/esm/node-adapter.mjs" {
  import type { Endpoint } from "comlink";

  export default function nodeEndpoint(port: unknown): Endpoint;
}
