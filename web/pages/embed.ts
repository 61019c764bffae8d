// embed.html#v=1&…: a figure in an iframe.
import { start } from "./embed/start.js";

start();
