import { o as freePort } from "./assets/postgres-DoksQhnK.js";
import { n as startTestServices, t as findProgram } from "./assets/services-BgZabtHn.js";
export { findProgram, freePort, startTestServices };
