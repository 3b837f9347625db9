import { o as freePort } from "./assets/postgres-DGqLHpkb.js";
import { n as startTestServices, t as findProgram } from "./assets/services-4GqeVjYI.js";
export { findProgram, freePort, startTestServices };
