export { t as asTable } from "./report-y3L7Y5I6.js";
