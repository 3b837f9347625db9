export { n as startMinimal } from "./minimal-target-uoIccJ-G.js";
