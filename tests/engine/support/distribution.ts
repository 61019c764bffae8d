import { pathToFileURL } from "node:url";

/** The release folder that the tests read, with a slash at the end. */
export const distribution = pathToFileURL(`${process.env.CLEARHEAD_DIST ?? "dist"}/`);
